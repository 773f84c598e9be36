package io.jforge.runtime;

import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.trial.Outcome;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// Sources of which it is known what must become of them, from resources selftest/: the second comment of each says it.
final class KnownSources {
    private static final String ROOT = "/selftest/";
    private static final Pattern ENDS = Pattern.compile("/\\* Ends ([a-z ]+)(?:: ([a-z ]+))?\\. ");

    private KnownSources() {}

    /// @param label of the Outcome
    /// @param caughtBy the check, rule or stage, any of them; empty where the label says all
    record Known(String what, Source source, String label, List<String> caughtBy) {
        String expected() {
            return caughtBy.isEmpty() ? label : label + ": " + String.join(" or ", caughtBy);
        }

        boolean isMetBy(Outcome outcome) {
            return outcome.label().equals(label)
                    && (caughtBy.isEmpty() || caughtBy.stream().anyMatch(KnownSources.caughtBy(outcome)::startsWith));
        }
    }

    static List<Known> in(Language language) {
        return Resources.text(ROOT + "index.txt")
                .lines()
                .filter(file -> file.endsWith("." + language.suffix()))
                .map(KnownSources::known)
                .toList();
    }

    private static Known known(String file) {
        var text = Resources.text(ROOT + file);
        var ends = ENDS.matcher(text);
        if (!ends.find()) throw new IllegalStateException(file + " does not say how it ends");
        var caughtBy = ends.group(2) == null
                ? List.<String>of()
                : Arrays.asList(ends.group(2).split(" or "));
        var what = file.substring(file.indexOf('/') + 1, file.lastIndexOf('.')).replace('-', ' ');
        return new Known(what, Source.parse(text), ends.group(1), caughtBy);
    }

    /// The check, rule or stage that stopped it.
    static String caughtBy(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Wrong wrong -> wrong.check();
            case Outcome.Forbidden forbidden -> forbidden.rule();
            case Outcome.TimedOut late -> late.stage();
            case Outcome.Crashed crashed -> crashed.how();
            case Outcome.Rejected _, Outcome.Suspect _, Outcome.Timed _ -> "";
        };
    }
}
