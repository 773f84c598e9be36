package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ToolchainsTest {
    @TempDir
    Path folder;

    private Path program(String name, String script) throws IOException {
        var file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Toolchain find(String cc) {
        return new Toolchains(Compilers.with("CC", cc)).find();
    }

    @Test
    void theUsualCompilerWorksAndSaysWhatItIs() {
        assertThat(Compilers.USUAL.compileFlags()).contains("-O3").doesNotContain("-ffast-math");
        assertThat(Compilers.USUAL.id()).containsPattern("\\d+\\.\\d+");
        assertThat(Compilers.USUAL.command()).isAbsolute();
    }

    @Test
    void ccIsAskedFirst() throws IOException {
        var mine = program("my cc", "exec " + Compilers.USUAL.command() + " \"$@\"");
        assertThat(find(mine.toString()).command()).isEqualTo(mine);
    }

    @Test
    void aBlankCcIsNone() {
        assertThat(find("  ").command()).isEqualTo(Compilers.USUAL.command());
    }

    @Test
    void withNoCompilerItSaysWhatToInstall() {
        assertThatThrownBy(() -> new Toolchains(Map.of("PATH", folder.toString())).find())
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("no C compiler found: install gcc (Debian: apt install gcc")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() -> new Toolchains(Map.of()).find()).isInstanceOf(MissingTool.class);
    }

    @Test
    void ccThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> find("gcc-99"))
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("CC names 'gcc-99', which is not on PATH: install gcc");
    }

    @Test
    void ccThatDoesNotCompileIsNamed() throws IOException {
        var liar = program("liar", "echo liar 1.0");
        assertThatThrownBy(() -> find(liar.toString()))
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith(liar + " is there but does not compile a shared library");
        var failing = program("failing", "exit 1");
        assertThatThrownBy(() -> find(failing.toString()))
                .hasMessageStartingWith(failing + " is there but does not compile a shared library");
    }

    @Test
    void ccThatIsNoProgramAtAllIsNamed() throws IOException {
        var text = Files.writeString(folder.resolve("notes"), "\u0001\u0002 not a program");
        Files.setPosixFilePermissions(text, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThatThrownBy(() -> find(text.toString()))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining(text.toString());
        assertThatThrownBy(() -> find(folder.toString()))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining(folder.toString());
    }

    @Test
    void ccThatHangsIsGivenUpOnOnce() throws IOException {
        var hanging = program("hanging", "sleep 1000");
        var toolchains = new Toolchains(Compilers.with("CC", hanging.toString()), Duration.ofMillis(300));
        long start = System.nanoTime();
        assertThatThrownBy(toolchains::find)
                .isInstanceOf(MissingTool.class)
                .hasMessage(hanging + " did not answer in 0.3 s: is it a C compiler? CC=... names another");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aCompilerThatDoesNotWorkIsPassedOver() throws IOException {
        program("gcc", "exit 1");
        var works = program("cc", "exec " + Compilers.USUAL.command() + " \"$@\"");
        var found = new Toolchains(Map.of("PATH", folder.toString())).find();
        assertThat(found.command()).isEqualTo(works);
    }

    @Test
    void aCompilerWithoutOpenmpWorksOnOneCore() throws IOException {
        var plain = program(
                "plain",
                "for a in \"$@\"; do [ \"$a\" = -fopenmp ] && exit 1; done; exec " + Compilers.USUAL.command()
                        + " \"$@\"");
        var found = find(plain.toString());
        assertThat(found.openmp()).isFalse();
        assertThat(found.linkFlags()).doesNotContain("-fopenmp");
    }
}
