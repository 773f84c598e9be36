package io.jforge.jupyter.repl;

import io.jforge.jupyter.magic.CellQuestions;
import io.jforge.jupyter.shell.Completion;
import io.jforge.jupyter.shell.Inspection;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/// Offers what the engine offers, with signatures beside names where there are few.
final class CellCompleter implements Completer {
    /// Asking for more signatures than this would keep the person waiting.
    private static final int FEW = 24;

    private final CellQuestions questions;

    CellCompleter(CellQuestions questions) {
        this.questions = questions;
    }

    @Override
    public void complete(LineReader reader, ParsedLine typed, List<Candidate> candidates) {
        var completion = questions.complete(typed.line(), typed.cursor());
        boolean few = completion.matches().size() <= FEW;
        int wordStart = typed.cursor() - typed.word().length();
        int sort = 0;
        for (String match : completion.matches()) {
            var value = inPlaceOfWord(match, completion, typed.line(), wordStart);
            var about = few ? signature(match, completion, typed.line()) : null;
            candidates.add(new Candidate(value, match, null, about, null, null, false, sort++));
        }
    }

    /// A match may begin before the word, as `--iters` does, or behind its start.
    private static String inPlaceOfWord(String match, Completion completion, String line, int wordStart) {
        int skipped = wordStart - completion.start();
        return skipped > 0
                ? match.substring(Math.min(skipped, match.length()))
                : line.substring(wordStart, completion.start()) + match;
    }

    private String signature(String match, Completion completion, String line) {
        if (line.stripLeading().startsWith("%")) return null;
        var name = match.replaceFirst("\\(.*", "");
        var code = line.substring(0, completion.start()) + name;
        return questions
                .inspect(code, code.length(), false)
                .map(Inspection::signatures)
                .map(CellCompleter::first)
                .orElse(null);
    }

    private static String first(List<String> signatures) {
        return signatures.getFirst() + (signatures.size() == 1 ? "" : "  +" + (signatures.size() - 1));
    }
}
