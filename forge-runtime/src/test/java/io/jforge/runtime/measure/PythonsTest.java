package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.device.Fill;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Shell scripts stand in for Pythons: what is told of one that has no PyTorch, dies or talks nonsense.
@Timeout(60)
class PythonsTest {
    private static final List<List<Fill>> SETS = List.of(List.of(Fill.normal(1)));

    @TempDir
    Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void onlyTheseFolders() {
        environment.put("PATH", folder.resolve("first") + ":" + folder.resolve("second"));
    }

    private Path python(String path, String script) throws IOException {
        var file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Had<Path> found(String asked) {
        return new Pythons(environment).withTorch(asked);
    }

    @Test
    void theFirstThatHasPyTorchIsTaken() throws IOException {
        python("first/python3", "exit 1");
        var second = python("second/python3", "exit 0");
        assertThat(found("")).isEqualTo(Had.got(second));
    }

    @Test
    void theActiveEnvironmentComesFirst() throws IOException {
        python("first/python3", "exit 0");
        var active = python("venv/bin/python", "exit 0");
        environment.put("VIRTUAL_ENV", folder.resolve("venv").toString());
        assertThat(found("")).isEqualTo(Had.got(active));
    }

    @Test
    void theOneThatIsNamedIsTheOnlyOneAsked() throws IOException {
        python("first/python3", "exit 0");
        var named = python("named/python", "exit 1");
        assertThat(found(named.toString())).isEqualTo(Had.missing(named + " has no PyTorch"));
        environment.put("JFORGE_PYTHON", named.toString());
        assertThat(found("")).isEqualTo(Had.missing(named + " has no PyTorch"));
        assertThat(found("python3")).isEqualTo(Had.got(folder.resolve("first/python3")));
    }

    @Test
    void aNamedOneThatIsNoProgramIsAMistakeOfThePerson() {
        assertThatThrownBy(() -> found("no/such/python"))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("no Python 'no/such/python'");
    }

    private String whyNot(String script) throws IOException {
        var task = Compilers.SOFTMAX;
        try (var bridge =
                new TorchBridge(python("broken/python", script), folder.resolve("bridge"), task, environment)) {
            var had = bridge.baseline(BaselineKind.EAGER).prepare(SETS);
            return had instanceof Had.Missing<Baseline.Ready>(String why) ? why : "it can be had";
        }
    }

    @Test
    void aPythonThatDiesSaysWhyItDid() throws IOException {
        assertThat(whyNot("echo 'no module named torch' >&2; exit 9"))
                .isEqualTo("the PyTorch process ended with status 9: no module named torch");
    }

    @Test
    void oneThatIsKilledTellsTheSignal() throws IOException {
        assertThat(whyNot("kill -KILL $$")).isEqualTo("the PyTorch process ended by signal 9");
    }

    @Test
    void oneThatTalksNonsenseIsNotBelieved() throws IOException {
        assertThat(whyNot("read line; echo Welcome; exit 0")).startsWith("the PyTorch process ended");
    }

    @Test
    void onlyWhatPyTorchNeedsOfTheEnvironmentIsPassedOn() {
        environment.put("OPENAI_API_KEY", "secret");
        environment.put("CUDA_VISIBLE_DEVICES", "1");
        var passed = Pythons.process(Path.of("python3"), List.of(), environment).environment();
        assertThat(passed).containsOnlyKeys("PATH", "CUDA_VISIBLE_DEVICES");
    }
}
