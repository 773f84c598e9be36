package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Which compiler is chosen, on machines with a library that stands in for NVRTC and an nvcc that only says
/// what it is.
@Timeout(60)
class CudaCompilersTest {
    private static final String NVCC = "case $1 in --version) echo 'release %s, V';; *) echo sm_80; echo sm_90;; esac";
    private static final CudaVersion DRIVER = new CudaVersion(12, 4);
    private static final CudaCompilers.Consent NO = _ -> Optional.empty();

    @TempDir
    static Path shared;

    @TempDir
    Path root;

    private static Nvrtc standIn;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeAll
    static void build() {
        standIn = StandInNvrtc.in(shared);
    }

    @BeforeEach
    void environment() {
        environment.put("PATH", root.resolve("bin") + ":/usr/bin/no-such:/bin/no-such");
    }

    private CudaCompilers compilers(CudaVersion driver) throws IOException {
        var folder = Files.createTempDirectory(root, "work");
        var setting = new CudaSetting(CudaHere.SM_90, CudaHeaders.none(), folder, Duration.ofSeconds(20), 2L << 30);
        return new CudaCompilers(new CudaTools(environment, root.resolve("cache"), root), setting, driver);
    }

    private void nvrtc(String folder, String version) throws IOException {
        var to = Files.createDirectories(root.resolve(folder));
        var major = version.substring(0, version.indexOf('.'));
        Files.copy(standIn.library(), to.resolve("libnvrtc.so." + major));
        Files.copy(standIn.library(), to.resolve("libnvrtc-builtins.so." + version));
    }

    private void program(String path, String script) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\nPATH=/usr/bin:/bin\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void theNewestThatTheDriverLoadsIsTaken() throws IOException {
        nvrtc("usr/local/cuda-13.0/lib64", "13.0");
        nvrtc("usr/local/cuda-12.8/lib64", "12.8");
        nvrtc("usr/local/cuda-11.8/lib64", "11.8");
        try (var compiler = compilers(DRIVER).find(1, NO)) {
            assertThat(compiler).isInstanceOf(NvrtcCompiler.class);
            assertThat(compiler.version()).isEqualTo(new CudaVersion(12, 8));
            assertThat(compiler.headers().folders()).isEmpty();
        }
    }

    @Test
    void oneThatDoesNotLoadIsPassedOver() throws IOException {
        nvrtc("usr/local/cuda-12.8/lib64", "12.8");
        nvrtc("usr/local/cuda-12.4/lib64", "12.4");
        Files.writeString(root.resolve("usr/local/cuda-12.8/lib64/libnvrtc.so.12"), "not a library");
        var compilers = compilers(DRIVER);
        try (var compiler = compilers.find(1, NO)) {
            assertThat(compiler.version()).isEqualTo(new CudaVersion(12, 4));
        }
        assertThat(compilers.passedOver()).singleElement().asString().contains("cuda-12.8", "does not load");
    }

    @Test
    void headersThatAreThereAreTaken() throws IOException {
        nvrtc("usr/local/cuda-12.8/lib64", "12.8");
        Files.createDirectories(root.resolve("usr/local/cuda-12.8/include"));
        Files.writeString(root.resolve("usr/local/cuda-12.8/include/cuda_fp16.h"), "");
        try (var compiler = compilers(DRIVER).find(1, NO)) {
            assertThat(compiler.headers().folders()).containsExactly(root.resolve("usr/local/cuda-12.8/include"));
        }
    }

    @Test
    void fetchingIsAskedForFirstAndNvccTakenWhereItIsRefused() throws IOException {
        program("bin/mvn", "exit 1");
        program("bin/nvcc", NVCC.formatted("12.6"));
        var asked = new ArrayList<String>();
        CudaCompilers.Consent no = description -> {
            asked.add(description);
            return Optional.empty();
        };
        try (var compiler = compilers(DRIVER).find(1, no)) {
            assertThat(compiler).isInstanceOf(NvccCompiler.class);
            assertThat(compiler.id()).startsWith("nvcc 12.6 (");
            assertThat(compiler.arch().name()).isEqualTo("sm_90a");
        }
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst()).contains("362 MB");
    }

    @Test
    void aFetchThatFailsIsNoEndWhereThereIsAnNvcc() throws IOException {
        program("bin/mvn", "echo '[ERROR] no network'; exit 1");
        program("bin/nvcc", NVCC.formatted("12.6"));
        try (var compiler = compilers(DRIVER).find(1, _ -> Optional.of((_, _) -> {}))) {
            assertThat(compiler).isInstanceOf(NvccCompiler.class);
        }
    }

    @Test
    void noneAtAllSaysWhatWasTriedAndWhatToInstall() throws IOException {
        nvrtc("usr/local/cuda-13.0/lib64", "13.0");
        program("bin/mvn", "echo '[ERROR] no network'; exit 1");
        program("bin/nvcc", NVCC.formatted("13.0"));
        assertThatThrownBy(() -> compilers(DRIVER).find(1, _ -> Optional.of((_, _) -> {})))
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("no CUDA compiler found: install NVRTC (pip install nvidia-cuda-nvrtc-cu12")
                .hasMessageContaining("libnvrtc.so.13 is of CUDA 13.0, newer than the driver's 12.4")
                .hasMessageContaining("Maven could not fetch NVRTC: no network")
                .hasMessageContaining("nvcc is of CUDA 13.0, newer than the driver's 12.4");
    }

    @Test
    void aDriverTooOldForWhatCanBeFetchedIsNotAskedAbout() throws IOException {
        program("bin/mvn", "exit 1");
        var asked = new ArrayList<String>();
        assertThatThrownBy(() -> compilers(new CudaVersion(11, 8)).find(1, description -> {
                    asked.add(description);
                    return Optional.empty();
                }))
                .isInstanceOf(MissingTool.class);
        assertThat(asked).isEqualTo(List.of());
    }
}
