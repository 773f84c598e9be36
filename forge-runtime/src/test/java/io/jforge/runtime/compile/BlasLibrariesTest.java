package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlasLibrariesTest {
    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    private BlasLibraries libraries() {
        return new BlasLibraries(environment, root);
    }

    private Path file(String path) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    @Test
    void pyTorchsOwnCublasIsFoundBesideIt() throws IOException {
        var thirteen = file("venv/lib/python3.12/site-packages/nvidia/cu13/lib/libcublas.so.13");
        file("venv/lib/python3.12/site-packages/nvidia/cu13/lib/libcublasLt.so.13");
        environment.put("VIRTUAL_ENV", root.resolve("venv").toString());
        assertThat(libraries().cublas(13)).contains(thirteen);
        assertThat(libraries().cublas(12)).isEmpty();
        var twelve = file("venv/lib/python3.12/site-packages/nvidia/cublas/lib/libcublas.so.12");
        assertThat(libraries().cublas(12)).contains(twelve);
    }

    @Test
    void theToolkitThatIsNamedComesFirst() throws IOException {
        file("usr/local/cuda/lib64/libcublas.so.13");
        var named = file("opt/mine/lib64/libcublas.so.12");
        environment.put("CUDA_HOME", root.resolve("opt/mine").toString());
        assertThat(libraries().cublas(13)).contains(named);
    }

    @Test
    void oneThatIsTooOldOrOnlyForLinkingIsPassedOver() throws IOException {
        file("usr/lib/x86_64-linux-gnu/libcublas.so.11");
        file("usr/local/cuda/lib64/libcublas.so");
        assertThat(libraries().cublas(13)).isEmpty();
    }

    @Test
    void openblasIsFoundInTheLoadersFolders() throws IOException {
        assertThat(libraries().openblas()).isEmpty();
        var there = file("usr/lib/x86_64-linux-gnu/libopenblas.so.0");
        assertThat(libraries().openblas()).contains(there);
    }
}
