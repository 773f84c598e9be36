package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A source in `cheats/` that is not what it seems, and what its second comment says of it: the rows of the list of
/// cheats that it belongs to, how it must end, and by which check.
///
/// One that is right after all, and whose shortcut never comes to bear, ends `timed: no faster`.
///
/// @param file `softmax/writes-zeros.c`
/// @param ends the outcome, one or the other where compilers differ
/// @param checks what catches it: any of these
public record Cheat(String file, String text, List<Integer> rows, String ends, List<String> checks, String words) {
    private static final String NO_FASTER = "no faster";
    private static final Pattern COMMENT =
            Pattern.compile("/\\* (?:Rows? ([\\d, ]+)\\. )?Ends ([a-z ]+): (.+?)\\. (.*?)\\s*\\*/", Pattern.DOTALL);

    /// All of one language, in the order of their names.
    public static List<Cheat> in(String suffix) {
        try (var files = Files.walk(root())) {
            return files.filter(file -> file.toString().endsWith("." + suffix))
                    .sorted()
                    .map(Cheat::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The text of one, e.g. `softmax/hangs.cu`.
    public static String text(String file) {
        return read(root().resolve(file)).text();
    }

    static Path root() {
        try {
            return Path.of(Cheat.class.getResource("/cheats").toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Cheat read(Path path) {
        try {
            var file = root().relativize(path).toString();
            var text = Files.readString(path);
            var says = COMMENT.matcher(text);
            assertThat(says.find())
                    .as("the comment in %s that says how it ends", file)
                    .isTrue();
            return new Cheat(
                    file,
                    text,
                    numbers(says.group(1)),
                    says.group(2),
                    List.of(says.group(3).split(" or ")),
                    says.group(4).replaceAll("\\s+", " "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Integer> numbers(String list) {
        return list == null
                ? List.of()
                : Arrays.stream(list.split(", ?")).map(Integer::valueOf).toList();
    }

    public String op() {
        return file.substring(0, file.indexOf('/'));
    }

    String target() {
        return file.endsWith(".cu") ? "CUDA" : "C";
    }

    public Source source() {
        return Source.parse(text);
    }

    /// Whether it ends before anything of it is loaded, so that no device is needed to catch it.
    public boolean endsUnloaded() {
        return endings().stream().allMatch(ending -> switch (ending) {
            case "rejected", "forbidden" -> !checks.contains("launch");
            case "timed out" -> checks.contains("compile");
            default -> false;
        });
    }

    private List<String> endings() {
        return List.of(ends.split(" or "));
    }

    /// The check among those expected that caught it.
    ///
    /// @param honestMicros what an honest source takes at least, for one whose shortcut must not come to bear
    public String assertCaught(Outcome outcome, double honestMicros) {
        assertThat(endings()).as(outcome.message()).contains(outcome.label());
        if (outcome instanceof Outcome.Timed timed) {
            assertThat(checks).containsExactly(NO_FASTER);
            assertThat(timed.timing().medianMicros())
                    .as("microseconds, to the %.1f of an honest source", honestMicros)
                    .isGreaterThan(honestMicros / 2);
            return NO_FASTER;
        }
        var by = caughtBy(outcome);
        var expected = checks.stream()
                .filter(outcome instanceof Outcome.Rejected ? by::contains : by::startsWith)
                .findFirst();
        assertThat(expected).as("%s is one of %s", outcome.message(), checks).isPresent();
        return expected.orElseThrow();
    }

    private static String caughtBy(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Wrong wrong -> wrong.check();
            case Outcome.Forbidden forbidden -> forbidden.rule();
            case Outcome.TimedOut late -> late.stage();
            case Outcome.Rejected rejected -> rejected.diagnostics();
            case Outcome.Crashed crashed -> crashed.how();
            case Outcome.Suspect suspect -> suspect.why();
            case Outcome.Timed timed -> timed.timing().toString();
        };
    }

    /// Whether what comes after it could be the worse for it.
    static boolean mayHaveDoneHarm(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Crashed _, Outcome.Suspect _, Outcome.Timed _ -> true;
            case Outcome.Wrong wrong -> !wrong.check().equals("reference");
            case Outcome.TimedOut late -> !late.stage().equals("compile");
            case Outcome.Rejected _, Outcome.Forbidden _ -> false;
        };
    }

    @Override
    public String toString() {
        return file;
    }

    static Stream<Cheat> all() {
        return Stream.concat(in("c").stream(), in("cu").stream());
    }
}
