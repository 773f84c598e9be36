package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.report.SideBySide;
import io.jforge.runtime.report.SideBySide.Row;
import io.jforge.runtime.spec.Language;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BenchmarkTest {
    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void open() {
        forge = Forge.open(Map.of("JFORGE_HOME", home.toString(), "PATH", System.getenv("PATH")));
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private Benchmark bench() {
        return forge.bench("softmax").shape("64x128").device("cpu");
    }

    @Test
    void eachSourceIsARowAndABrokenOneDoesNotStopTheOthers() {
        var result = bench().source("broken", OwnSources.BROKEN)
                .source("headless", OwnSources.HEADLESS)
                .source("wrong", OwnSources.WRONG)
                .source(
                        "cuda",
                        new Catalogue().find("softmax").naive(Language.CUDA).text())
                .source("mine", OwnSources.RIGHT)
                .source("again", OwnSources.RIGHT.replace("largest = in[0]", "largest = *in"))
                .run();
        assertThat(result.rows())
                .extracting(Row::outcomeLabel)
                .containsExactly("timed", "none", "rejected", "forbidden", "wrong", "forbidden", "timed", "timed");
        assertThat(result.rows().get(1).version()).isEqualTo("best stored");
        assertThat(result.rows().get(6).version()).matches("mine \\(UN=[12]\\)");
        assertThat(result.rows().get(6).timing().orElseThrow().samplesNanos())
                .hasSameSizeAs(result.rows().get(7).timing().orElseThrow().samplesNanos());
        assertThat(result.rows().get(6).speedup()).isPresent();
        assertThat(result.failures()).containsKeys("headless", "cuda");
        assertThat(result.failures().get("cuda")).isEqualTo("language: it is cuda, and the device runs c");
        assertThat(forge.runs()).isEmpty();
    }

    @Test
    void theBestThatWasKeptIsMeasuredWithItsTunables() {
        var kept = forge.candidate("softmax", OwnSources.RIGHT).shape("64x128").run();
        var stored = bench().run().rows().get(1);
        assertThat(stored.version()).startsWith("best stored: " + kept.id() + "/");
        assertThat(stored.tunables())
                .isEqualTo(kept.best().orElseThrow().candidate().assignment());
        assertThat(stored.speedup()).isPresent();
        assertThat(forge.bench("softmax").shape("64x64").run().rows().get(1).outcome())
                .isEmpty();
    }

    @Test
    void anInterruptKeepsTheRowsSoFar() {
        var interrupting = new RunListener() {
            @Override
            public void preparing(String what) {
                if (what.startsWith("trying mine")) Thread.currentThread().interrupt();
            }
        };
        SideBySide result;
        try {
            result = bench().source("wrong", OwnSources.WRONG)
                    .source("mine", OwnSources.RIGHT)
                    .listener(interrupting)
                    .run();
        } finally {
            Thread.interrupted();
        }
        assertThat(result.interrupted()).isTrue();
        assertThat(result.rows())
                .extracting(Row::outcomeLabel)
                .startsWith("timed", "none", "wrong")
                .hasSize(4);
        assertThat(result.rows().getLast().speedup()).isEmpty();
    }
}
