package io.jforge.runtime.spec;

import java.util.Optional;
import java.util.regex.Pattern;

/// Text in place of a Source, of which nothing could be made: `/* forge unusable c softmax: why */` and
/// what there was.
final class Unusable {
    private static final Pattern HEAD =
            Pattern.compile("/\\* forge unusable (c|cuda) ([A-Za-z_][A-Za-z0-9_]*): ([^\\n]*) \\*/(?:\\n|$)");

    private Unusable() {}

    static String text(Language language, String op, String why, String what) {
        var line = why.replaceAll("\\s+", " ").replace("*/", "* /").strip();
        return "/* forge unusable %s %s: %s */\n%s".formatted(language.label(), op, line, what);
    }

    /// Empty for any other text.
    static Optional<Source> parse(String text) {
        var head = HEAD.matcher(text);
        if (!head.lookingAt()) return Optional.empty();
        return Optional.of(new Source(Language.find(head.group(1)).orElseThrow(), head.group(2), text, Header.NONE));
    }

    static Optional<String> why(String text) {
        var head = HEAD.matcher(text);
        return head.lookingAt() ? Optional.of(head.group(3)) : Optional.empty();
    }
}
