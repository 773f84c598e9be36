package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunClaimTest {
    @TempDir
    private Path folder;

    private RunStore store;

    @BeforeEach
    void open() {
        store = new RunStore(folder);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /// Holds a run until it is killed.
    static final class Holding {
        public static void main(String[] args) throws Exception {
            try (var store = new RunStore(Path.of(args[0]))) {
                store.begin(Runs.header("far"));
                store.add("far", Runs.trials().getFirst());
                var claim = store.claim("far");
                claim.doing("both cores");
                System.out.println("held");
                while (!claim.isStopWanted()) Thread.sleep(20);
                System.out.println("asked to stop");
                Thread.sleep(60_000);
            }
        }
    }

    private Process holding() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holding.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void aRunThatIsHeldHereIsRefusedASecondTimeUntilItIsLetGo() {
        try (var claim = store.claim("a")) {
            assertThat(claim.run()).isEqualTo("a");
            assertThat(store.isRunning("a")).isTrue();
            assertThat(store.running()).containsExactly("a");
            assertThat(store.process("a")).hasValue(ProcessHandle.current().pid());
            assertThatThrownBy(() -> store.claim("a"))
                    .isInstanceOf(SpecException.class)
                    .hasMessage("run a is still going on: `watch a` follows it, `stop a` ends it");
            assertThat(store.isRunning("a")).isTrue();
            store.claim("b").close();
        }
        assertThat(store.isRunning("a")).isFalse();
        assertThat(store.running()).isEmpty();
        assertThat(store.process("a")).isEmpty();
        store.claim("a").close();
        assertThat(folder.resolve("running")).isEmptyDirectory();
    }

    @Test
    void whatARunDoesIsReadElsewhereAndItsEndIsAskedForThere() {
        try (var claim = store.claim("a");
                var other = new RunStore(folder)) {
            assertThat(other.doing("a")).isEmpty();
            claim.doing("waiting for cuda:0");
            assertThat(other.doing("a")).isEqualTo("waiting for cuda:0");
            assertThat(claim.isStopWanted()).isFalse();
            other.stop("a");
            assertThat(claim.isStopWanted()).isTrue();
        }
    }

    @Test
    void anEndThatWasAskedForBeforeDoesNotEndTheNextOne() {
        try (var _ = store.claim("a")) {
            store.stop("a");
        }
        try (var claim = store.claim("a")) {
            assertThat(claim.isStopWanted()).isFalse();
        }
    }

    @Test
    void aProcessHoldsItsRunUntilItIsKilled() throws Exception {
        var process = holding();
        try (var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("held");
            assertThat(store.isRunning("far")).isTrue();
            assertThat(store.isRunning("far")).isTrue();
            assertThat(store.process("far")).hasValue(process.pid());
            assertThat(store.find("far").state()).isEqualTo("running");
            assertThat(store.doing("far")).isEqualTo("both cores");
            assertThatThrownBy(() -> store.claim("far")).hasMessageContaining("still going on");
            store.stop("far");
            assertThat(lines.readLine()).isEqualTo("asked to stop");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(store.isRunning("far")).isFalse();
        var left = store.find("far");
        assertThat(left.state()).isEqualTo("broken off");
        assertThat(left.ending().orElseThrow().wallSeconds()).isZero();
        assertThat(left.trials()).hasSize(1);
        store.claim("far").close();
    }

    @Test
    void aRunThatGoesOnHasNoEndingAndTellsWhatItHadBefore() {
        var run = Runs.finished();
        store.begin(run.header());
        run.trials().forEach(trial -> store.add(run.header().id(), trial));
        store.end(run.header().id(), run.ending().orElseThrow());
        var later = Runs.START.plusSeconds(3600);
        try (var _ = store.claim(run.header().id())) {
            store.goOn(run.header()
                    .goneOnWith(
                            new RunHeader.Resumed(later, 5, 12.5),
                            run.header().settings().within(60, "")));
            assertThat(store.find("first").state()).isEqualTo("running");
        }
        var left = store.find("first");
        assertThat(left.state()).isEqualTo("broken off");
        assertThat(left.header().settings().iterations()).isEqualTo(60);
        assertThat(left.ending().orElseThrow().wallSeconds()).isEqualTo(12.5);
    }

    @Test
    void aFolderThatCannotBeMadeIsToldOf() throws Exception {
        Files.writeString(folder.resolve("running"), "in the way");
        assertThatThrownBy(() -> store.claim("a"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("set JFORGE_HOME to a folder that you can write");
        assertThat(store.isRunning("a")).isFalse();
    }
}
