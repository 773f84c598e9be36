package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each prompt is what the golden files in `prompts/` show: a change to one is a diff to be read.
///
/// `-Dprompts.write` writes them anew: `install/test -Dtest=PromptsTest -Dprompts.write=true`.
class PromptsTest {
    private static final Path GOLDEN = Path.of("src/test/resources/prompts");
    private static final int SYSTEM_BYTES = 8_500;
    private static final int PROPOSE_BYTES = 16_000;

    /// A prompt and the file that shows it.
    record Shown(String file, Supplier<String> text) {
        @Override
        public String toString() {
            return file;
        }
    }

    private static Direction direction(Brief brief, String name) {
        return Directions.of(brief.task(), brief.memoryBound()).all().stream()
                .filter(direction -> direction.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Shown system(String file, Brief brief) {
        return new Shown(file, () -> new Prompts(brief).system());
    }

    private static Shown propose(String file, Brief brief, Supplier<Parent> parent, String direction) {
        return new Shown(
                file, () -> new Prompts(brief).propose(parent.get(), direction(brief, direction), Optional.empty()));
    }

    private static Shown repair(String file, Outcome outcome) {
        return new Shown(file, () -> new Prompts(Asked.softmaxC()).repair(failed(outcome), Optional.empty()));
    }

    private static Parent failed(Outcome outcome) {
        return new Asked.Story()
                .naive(Asked.naive(Asked.softmaxC().task()), 15_510)
                .failed(1, 0, "rows shared out over the cores", Asked.cSoftmax(), outcome)
                .parent(1);
    }

    static Stream<Shown> prompts() {
        var c = Asked.softmaxC();
        var cuda = Asked.softmaxCuda();
        var matmul = Asked.matmulCuda();
        return Stream.of(
                system("system-softmax-c.md", c),
                system("system-softmax-cuda.md", cuda),
                system("system-matmul-cuda.md", matmul),
                propose(
                        "propose-softmax-c-root.md",
                        c,
                        () -> new Asked.Story()
                                .naive(Asked.naive(c.task()), 15_510)
                                .parent(0),
                        Directions.LEFT_TO_YOU),
                new Shown(
                        "propose-softmax-cuda.md",
                        () -> new Prompts(cuda)
                                .propose(
                                        Asked.softmaxStory().parent(2),
                                        direction(cuda, "read once"),
                                        Asked.counters("softmax"))),
                propose(
                        "propose-matmul-cuda.md",
                        matmul,
                        () -> Asked.matmulStory().parent(1),
                        "tensor cores"),
                repair("repair-rejected.md", new Outcome.Rejected("""
                        softmax.c: In function 'softmax':
                        softmax.c:14:39: error: 'in' undeclared (first use in this function)
                           14 |         for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                              |                                                  ^~""")),
                repair(
                        "repair-forbidden.md",
                        new Outcome.Forbidden(
                                "symbol",
                                "it calls 'malloc'; allowed are libm, memcpy, memset, memmove and OpenMP's own")),
                repair(
                        "repair-wrong.md",
                        new Outcome.Wrong(
                                "reference",
                                "y[0,32] is 1, should be 0.0226 (off by 0.98, allowed 4.5e-07); y[1,32] is 1, should be"
                                        + " 0.0194; y[2,32] is 0.71, should be 0.0198 at softmax 5x33 f32 uniform, seed"
                                        + " 5e1f")),
                repair(
                        "repair-crashed.md",
                        new Outcome.Crashed("it ended by signal 11 (SIGSEGV: an address that is not mapped)")),
                repair("repair-timed-out.md", new Outcome.TimedOut("verify", Duration.ofSeconds(10))),
                new Shown(
                        "again.md",
                        () -> new Prompts(c)
                                .again(
                                        "Use vector code:\n\n```c\nvoid softmax(...) { }\n```\n",
                                        "its code has no forge header")));
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void isWhatItsFileShows(Shown shown) throws IOException {
        var file = GOLDEN.resolve(shown.file());
        var text = shown.text().get();
        if (Boolean.getBoolean("prompts.write")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, text);
        }
        assertThat(text)
                .as("%s differs; to write it anew: install/test -Dtest=PromptsTest -Dprompts.write=true", file)
                .isEqualTo(Files.readString(file));
    }

    @ParameterizedTest
    @MethodSource("prompts")
    void isTheSameEachTimeAndHasNoHoles(Shown shown) {
        var text = shown.text().get();
        assertThat(shown.text().get()).isEqualTo(text);
        assertThat(text).doesNotContain("{{#", "{{>", "Optional", "NaN", "null,", "\n\n\n");
        assertThat(text.length()).isLessThan(shown.file().startsWith("system") ? SYSTEM_BYTES : PROPOSE_BYTES);
    }

    @Test
    void everyGoldenFileIsOfAPrompt() throws IOException {
        try (var files = Files.list(GOLDEN)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            prompts().map(Shown::file).toList());
        }
    }

    @Test
    void ancestorsThatDoNotFitAreLeftOutWhole() {
        var cuda = Asked.softmaxCuda();
        var parent = Asked.softmaxStory().parent(5);
        var direction = direction(cuda, "occupancy");
        var roomy = new Prompts(cuda, 100_000).propose(parent, direction, Optional.empty());
        var tight = new Prompts(cuda, 1_000).propose(parent, direction, Optional.empty());
        assertThat(roomy).contains("An earlier source: a block shares a row", "An earlier source: up to 16 bytes");
        assertThat(tight)
                .doesNotContain("An earlier source")
                .contains(parent.source().text().strip());
        var between = new Prompts(cuda, tight.length() + 4_000).propose(parent, direction, Optional.empty());
        assertThat(between).contains("An earlier source: up to 16 bytes").doesNotContain("source: a block shares");
        assertThat(between.length()).isLessThanOrEqualTo(tight.length() + 4_000);
    }

    @Test
    void whatFailedFromHereIsToldWithItsReason() {
        var cuda = Asked.softmaxCuda();
        var text = new Prompts(cuda)
                .propose(Asked.softmaxStory().parent(2), direction(cuda, "occupancy"), Optional.empty());
        assertThat(text)
                .contains("stays in shared memory (TPB=512, VEC=8): wrong: reference: y[0,4096] is 0.000121")
                .contains("a warp shares a row (TPB=256, UN=4, VEC=8): rejected: softmax.cu(41): error: identifier")
                .contains("Best of the run so far: the hardware's exp2");
    }

    /// Also with nothing known: no trial, no roofline.
    @Test
    void aSourceOfWhichNothingWasTriedIsShownAlone() {
        var task = Asked.softmaxC().task();
        var brief = Asked.brief(task, Double.NaN, true, Map.of());
        var parent = new Parent(Asked.cSoftmax(), "", Set.of());
        var text = new Prompts(brief).propose(parent, direction(brief, Directions.LEFT_TO_YOU), Optional.empty());
        assertThat(text)
                .doesNotContain("Measured", "What was tried", "roofline")
                .contains("expf(in[i] - largest)");
        assertThat(new Prompts(brief).system()).doesNotContain("NaN", "measured to do at most");
    }

    @Test
    void directionsAreThoseOfTheTargetAndOfWhatBindsIt() {
        var memory = Directions.of(Asked.softmaxCuda().task(), true).all();
        var compute = Directions.of(Asked.matmulCuda().task(), false).all();
        var cpu = Directions.of(Asked.softmaxC().task(), true).all();
        assertThat(memory)
                .extracting(Direction::name)
                .contains("read once")
                .doesNotContain("tensor cores", "all cores");
        assertThat(compute).extracting(Direction::name).contains("tensor cores").doesNotContain("read once");
        assertThat(cpu).extracting(Direction::name).contains("all cores").doesNotContain("read once", "packed blocks");
        for (var all : List.of(memory, compute, cpu)) {
            assertThat(all).hasSizeGreaterThan(6).extracting(Direction::name).doesNotHaveDuplicates();
            assertThat(all).extracting(Direction::name).contains(Directions.LEFT_TO_YOU);
        }
    }

    @Test
    void everyDirectionIsDrawnBeforeOneComesAgain() {
        var directions = Directions.of(Asked.softmaxCuda().task(), true);
        var random = RandomGenerator.of("L64X128MixRandom");
        var drawn = new ArrayList<String>();
        IntStream.range(0, directions.all().size())
                .forEach(_ ->
                        drawn.add(directions.draw(Set.copyOf(drawn), random).name()));
        assertThat(drawn).doesNotHaveDuplicates();
        assertThat(directions.draw(Set.copyOf(drawn), random)).isIn(directions.all());
    }
}
