package io.jforge.runtime;

import java.util.Optional;
import java.util.regex.Pattern;

/// How a person names a trial: `12` or `best` of the last run, `RUN/12` or `RUN/best` of another.
///
/// A file of such a name is written with its folder: `./12`.
record TrialName(String run, String trial) {
    private static final Pattern TEXT = Pattern.compile("(?:(\\w[\\w.-]*)/)?(\\d+|best)");

    /// Empty if it reads otherwise.
    static Optional<TrialName> parse(String text) {
        var matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) return Optional.empty();
        return Optional.of(new TrialName(matcher.group(1) == null ? "last" : matcher.group(1), matcher.group(2)));
    }
}
