package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.StoreException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelspecTest {
    private static final List<String> COMMAND = List.of("/opt/a b/jforge", "kernel", "{connection_file}");
    private static final KernelspecContent CONTENT = KernelspecContent.usual(COMMAND);

    @TempDir
    private Path folder;

    private static Kernelspec underPrefix(Path prefix) {
        return Kernelspec.in(JupyterFolders.ofPrefix(prefix), "jforge");
    }

    private static Kernelspec ofUser(Map<String, String> environment) {
        return Kernelspec.ofUser(new JupyterFolders(environment));
    }

    private InstalledKernelspec listed(KernelspecContent content) {
        var data = folder.resolve("data");
        Kernelspec.in(data, "jforge").install(content);
        return InstalledKernelspec.all(new JupyterFolders(Map.of("JUPYTER_PATH", data.toString())))
                .getFirst();
    }

    @Test
    void whatIsInstalledIsWhatJupyterReads() throws Exception {
        var spec = underPrefix(folder);
        assertThat(spec.isInstalled()).isFalse();
        spec.install(CONTENT);
        assertThat(spec.folder()).isEqualTo(folder.resolve("share/jupyter/kernels/jforge"));
        var json = Json.MAPPER.readTree(Files.readString(spec.folder().resolve("kernel.json")));
        assertThat(json.path("argv").values().stream().map(word -> word.asString()))
                .isEqualTo(COMMAND);
        assertThat(json.path("display_name").asString()).isEqualTo("Java (JForge)");
        assertThat(json.path("language").asString()).isEqualTo("java");
        assertThat(json.path("interrupt_mode").asString()).isEqualTo("message");
        assertThat(json.path("metadata").path("debugger").asBoolean(true)).isFalse();
        assertThat(json.has("env")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"logo-32x32.png, 32", "logo-64x64.png, 64"})
    void itBringsItsLogos(String name, int pixels) throws Exception {
        var spec = underPrefix(folder);
        spec.install(CONTENT);
        var logo = ImageIO.read(spec.folder().resolve(name).toFile());
        assertThat(logo.getWidth()).isEqualTo(pixels);
        assertThat(logo.getHeight()).isEqualTo(pixels);
        assertThat(logo.getRGB(0, 0) >>> 24).as("a corner's alpha").isZero();
        assertThat(Files.readString(spec.folder().resolve("logo-svg.svg"))).startsWith("<svg");
    }

    @Test
    void variablesAndPreviewFeaturesReachTheKernel() {
        var json = new KernelspecContent(COMMAND, "Java", Map.of("A", "b=c"))
                .withPreview()
                .json();
        assertThat(json.path("env").path("A").asString()).isEqualTo("b=c");
        assertThat(json.path("env").path("JFORGE_PREVIEW").asString()).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "../up", "a/b"})
    void aNameThatJupyterRefusesIsRefused(String name) {
        assertThatThrownBy(() -> Kernelspec.in(folder, name)).isInstanceOf(SpecException.class);
    }

    @Test
    void anotherKernelIsNeitherReplacedNorRemoved() throws Exception {
        var python = Kernelspec.in(folder, "python3");
        Files.createDirectories(python.folder());
        var file = Files.writeString(python.folder().resolve("kernel.json"), "{\"argv\": [\"python\"]}");
        assertThatThrownBy(() -> python.install(CONTENT)).hasMessageContaining("choose another --name");
        assertThatThrownBy(python::uninstall).hasMessageContaining("not JForge's");
        assertThat(file).hasContent("{\"argv\": [\"python\"]}");
    }

    @Test
    void theListSaysWhatIsNoLongerThere() throws Exception {
        var launcher = Files.writeString(folder.resolve("my jforge"), "");
        var content = KernelspecContent.usual(List.of(launcher.toString(), "kernel", "{connection_file}"));
        assertThat(listed(content).lacking()).isEmpty();
        assertThat(listed(content).line()).startsWith("ok   JUPYTER_PATH").endsWith("starts " + launcher);
        Files.delete(launcher);
        assertThat(listed(content).lacking()).contains(launcher + " is no longer there");
        assertThat(listed(content).line()).startsWith("FAIL").endsWith("install it again");
    }

    @Test
    void theListLooksIntoAClassPath() {
        var gone = folder.resolve("gone.jar").toString();
        var content = KernelspecContent.usual(List.of("java", "-cp", folder + ":" + gone, "Main", "{connection_file}"));
        assertThat(listed(content).lacking()).contains(gone + " is no longer there");
    }

    @Test
    void theListTellsOfAFileThatCannotBeRead() throws Exception {
        Files.writeString(listed(CONTENT).spec().folder().resolve("kernel.json"), "{");
        var folders =
                new JupyterFolders(Map.of("JUPYTER_PATH", folder.resolve("data").toString()));
        assertThat(InstalledKernelspec.all(folders).getFirst().lacking()).contains("its kernel.json cannot be read");
    }

    @Test
    void theActiveEnvironmentIsAskedAfterTheUsersFolder() {
        var folders = new JupyterFolders(Map.of("HOME", "/h", "CONDA_PREFIX", "/conda", "JUPYTER_PATH", "/a:/b"));
        assertThat(folders.all().stream().map(JupyterFolders.Place::name))
                .containsExactly("JUPYTER_PATH", "JUPYTER_PATH", "user", "environment", "system", "system");
        assertThat(folders.ofVirtualEnvironment()).isEqualTo(Path.of("/conda/share/jupyter"));
        assertThatThrownBy(() -> new JupyterFolders(Map.of()).ofVirtualEnvironment())
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("--prefix");
    }

    @Test
    void installingAgainReplacesIt() throws Exception {
        var spec = underPrefix(folder);
        spec.install(KernelspecContent.usual(
                List.of("a much longer command than the second one", "x", "y", "{connection_file}")));
        spec.install(CONTENT);
        assertThat(Json.MAPPER
                        .readTree(Files.readString(spec.folder().resolve("kernel.json")))
                        .path("argv")
                        .size())
                .isEqualTo(COMMAND.size());
    }

    @Test
    void uninstallingRemovesItsFolderAndNothingElse() throws Exception {
        var spec = underPrefix(folder);
        spec.install(CONTENT);
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
        assertThat(ofUser(Map.of("HOME", home)).folder())
                .isEqualTo(folder.resolve(".local/share/jupyter/kernels/jforge"));
        assertThat(ofUser(Map.of("HOME", home, "XDG_DATA_HOME", home + "/x")).folder())
                .isEqualTo(folder.resolve("x/jupyter/kernels/jforge"));
        assertThat(ofUser(Map.of("HOME", home, "JUPYTER_DATA_DIR", home + "/j")).folder())
                .isEqualTo(folder.resolve("j/kernels/jforge"));
        assertThat(ofUser(Map.of("HOME", home, "JUPYTER_DATA_DIR", " ")).folder())
                .isEqualTo(folder.resolve(".local/share/jupyter/kernels/jforge"));
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldWithWhatToDo() throws Exception {
        var file = Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> underPrefix(file).install(CONTENT))
                .isInstanceOf(StoreException.class)
                .hasMessageStartingWith("cannot write the kernelspec to " + file)
                .hasMessageContaining("--prefix");
    }
}
