package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class KernelspecTest {
    private static final List<String> COMMAND = List.of("/opt/a b/jforge", "kernel", "{connection_file}");

    @TempDir
    private Path folder;

    @Test
    void whatIsInstalledIsWhatJupyterReads() throws Exception {
        var spec = Kernelspec.ofPrefix(folder);
        assertThat(spec.isInstalled()).isFalse();
        spec.install(COMMAND);
        assertThat(spec.folder()).isEqualTo(folder.resolve("share/jupyter/kernels/jforge"));
        var json = Json.MAPPER.readTree(Files.readString(spec.folder().resolve("kernel.json")));
        assertThat(json.path("argv").values().stream().map(word -> word.asString()))
                .isEqualTo(COMMAND);
        assertThat(json.path("display_name").asString()).isEqualTo("Java (JForge)");
        assertThat(json.path("language").asString()).isEqualTo("java");
        assertThat(json.path("interrupt_mode").asString()).isEqualTo("message");
    }

    @Test
    void installingAgainReplacesIt() throws Exception {
        var spec = Kernelspec.ofPrefix(folder);
        spec.install(List.of("a much longer command than the second one", "x", "y"));
        spec.install(COMMAND);
        assertThat(Json.MAPPER
                        .readTree(Files.readString(spec.folder().resolve("kernel.json")))
                        .path("argv")
                        .size())
                .isEqualTo(3);
    }

    @Test
    void uninstallingRemovesItsFolderAndNothingElse() throws Exception {
        var spec = Kernelspec.ofPrefix(folder);
        spec.install(COMMAND);
        var neighbour = Files.createDirectories(spec.folder().resolveSibling("python3"));
        spec.uninstall();
        spec.uninstall();
        assertThat(spec.isInstalled()).isFalse();
        assertThat(spec.folder()).doesNotExist();
        assertThat(neighbour).exists();
    }

    @Test
    @DisabledOnOs(OS.MAC)
    void theUsersFolderIsJupytersOwn() {
        var home = folder.toString();
        assertThat(Kernelspec.ofUser(Map.of("HOME", home)).folder())
                .isEqualTo(folder.resolve(".local/share/jupyter/kernels/jforge"));
        assertThat(Kernelspec.ofUser(Map.of("HOME", home, "XDG_DATA_HOME", home + "/x"))
                        .folder())
                .isEqualTo(folder.resolve("x/jupyter/kernels/jforge"));
        assertThat(Kernelspec.ofUser(Map.of("HOME", home, "JUPYTER_DATA_DIR", home + "/j"))
                        .folder())
                .isEqualTo(folder.resolve("j/kernels/jforge"));
        assertThat(Kernelspec.ofUser(Map.of("HOME", home, "JUPYTER_DATA_DIR", " "))
                        .folder())
                .isEqualTo(folder.resolve(".local/share/jupyter/kernels/jforge"));
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldWithWhatToDo() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> Kernelspec.ofPrefix(file).install(COMMAND))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("cannot write the kernelspec to " + file)
                .hasMessageContaining("--prefix");
    }
}
