package io.jforge.jupyter.magic;

import io.jforge.jupyter.display.Display;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a magic is called with and where its results go.
///
/// @param line what stands after the name
/// @param body the lines under a `%%name`
/// @param display where rich output appears
/// @param out the cell's standard output
/// @param err the cell's standard error
public record MagicCall(
        String name, String line, Optional<String> body, Display display, PrintStream out, PrintStream err) {
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|\\S+");

    /// The words of the line; quotes keep blanks together.
    public List<String> words() {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(unquoted(word.group()));
        }
        return words;
    }

    static String unquoted(String word) {
        boolean quoted = word.length() > 1 && (word.startsWith("\"") || word.startsWith("'"));
        return quoted && word.endsWith(word.substring(0, 1)) ? word.substring(1, word.length() - 1) : word;
    }
}
