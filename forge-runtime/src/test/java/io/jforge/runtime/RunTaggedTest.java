package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The runner tells a pass, a failure, an error and a skip apart.
class RunTaggedTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private boolean run(Class<?> tests, String tag) {
        var out = new PrintStream(said, true, StandardCharsets.UTF_8);
        return RunTagged.run(tag, ".*", out, List.of(selectClass(tests)));
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }

    /// Surefire leaves nested classes alone: only the runner runs these.
    @Tag("sample")
    static final class Mixed {
        @Test
        void passes() {
            assertThat(1).isOne();
        }

        @Test
        void fails() {
            assertThat("three").as("what it counts").isEqualTo("four");
        }

        @Test
        void breaks() {
            throw new IllegalStateException("broken", new IllegalArgumentException("the cause"));
        }

        @Test
        void assumes() {
            Assumptions.assumeTrue(false, "no GPU here");
        }
    }

    @Tag("sample")
    static final class Good {
        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void passes(int number) {
            assertThat(number).isPositive();
        }

        @Test
        @Tag("other")
        void alsoOfAnotherTag() {
            assertThat(1).isOne();
        }

        @Disabled("not today")
        @Test
        void isDisabled() {
            throw new AssertionError("never run");
        }
    }

    @Test
    void failuresAreToldWithTheirMessagesAndPlaces() {
        assertThat(run(Mixed.class, "sample")).isFalse();
        assertThat(said())
                .containsPattern("ok +RunTaggedTest\\$Mixed > passes\\(\\) \\(\\d+\\.\\d s\\)")
                .containsPattern("FAILED +RunTaggedTest\\$Mixed > fails\\(\\)")
                .contains("[what it counts]", "\"four\"", "\"three\"")
                .containsPattern("at .*RunTaggedTest\\$Mixed\\.fails\\(RunTaggedTest\\.java:\\d+\\)")
                .containsPattern("FAILED +RunTaggedTest\\$Mixed > breaks\\(\\)")
                .contains("IllegalStateException: broken", "because of java.lang.IllegalArgumentException: the cause")
                .containsPattern("skipped RunTaggedTest\\$Mixed > assumes\\(\\): no GPU here")
                .contains("Tests run: 4, Failures: 1, Errors: 1, Skipped: 1, Time elapsed: ");
    }

    @Test
    void whatPassesOrIsSkippedIsWell() {
        assertThat(run(Good.class, "sample")).isTrue();
        assertThat(said())
                .contains("passes(int) > [1]", "passes(int) > [2]", "isDisabled(): ", "not today")
                .contains("Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, ");
    }

    @Test
    void onlyTheTagsTestsAreRun() {
        assertThat(run(Good.class, "other")).isTrue();
        assertThat(said()).contains("alsoOfAnotherTag").doesNotContain("passes").contains("Tests run: 1, ");
    }

    @Test
    void nothingToRunIsAFailure() {
        assertThat(run(Good.class, "none")).isFalse();
        assertThat(said()).contains("no test has the tag 'none' here", "Tests run: 0, ");
    }
}
