package io.jforge.runtime.propose;

import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads a model's answer: a whole source, or edits of the one it was shown.
///
/// Whatever the text, it is one or the other; nothing is thrown.
final class Answers {
    private static final int MOST_BYTES = 64 << 10;

    /// Of an answer, with all that is said around a source.
    private static final int MOST_CHARACTERS = 4 * MOST_BYTES;

    private static final int LONGEST_HEADER = 1_500;
    private static final Pattern HEADER = Pattern.compile("/\\*[ \\t]*forge[ \\t]+\\d");
    private static final Pattern COMMENT = Pattern.compile("/\\*(?s:.*?)(\\*/|\\z)|//[^\\n]*");
    private static final Pattern HOST = Pattern.compile(
            "<<<|\\bint\\s+main\\s*\\(|\\bcuda(Malloc|Memcpy|Free|Launch|Stream|Device|Event)\\w*\\s*\\(|\\btorch::|PYBIND11");
    private static final Pattern PYTHON = Pattern.compile(
            "(?m)^[ \\t]*(import|from)[ \\t]+(triton|torch|numpy|cupy|numba|jax)\\b|@triton\\.jit|^def \\w+\\(");
    private static final Set<String> OTHER_LANGUAGES =
            Set.of("python", "py", "triton", "rust", "rs", "java", "julia", "fortran", "mojo", "ptx", "asm", "go");
    private static final Pattern DIFF = Pattern.compile("(?m)^(@@ -\\d|--- a/|\\+\\+\\+ b/)");
    private static final Pattern CODE = Pattern.compile("(?m)^.*(\\{|\\}|;)[ \\t]*$");
    private static final int LINES_OF_CODE = 3;

    /// What came of it.
    sealed interface Read {
        /// @param explanation what was changed, on one line of at most 80 characters; empty where it does not say
        record Usable(Source source, String explanation) implements Read {}

        /// @param reason what was wrong and what is wanted, for a person and for the model
        record Unusable(String reason) implements Read {}
    }

    /// What is wrong with an answer, found somewhere in it.
    @SuppressWarnings("serial")
    private static final class Unfit extends RuntimeException {
        Unfit(String reason) {
            super(reason, null, false, false);
        }
    }

    Read read(Reply reply, Source parent, Op op, Language language) {
        try {
            return usable(reply, parent, op, language);
        } catch (Unfit unfit) {
            return new Read.Unusable(unfit.getMessage());
        }
    }

    private static Read usable(Reply reply, Source parent, Op op, Language language) {
        switch (reply.end()) {
            case REFUSED -> throw new Unfit("the model would not answer%s".formatted(said(reply.text())));
            case TRUNCATED ->
                throw new Unfit(("the answer breaks off after %,d characters: a shorter one is wanted, with little"
                                + " explanation, or edits in place of the whole source")
                        .formatted(reply.text().length()));
            case COMPLETE -> {
                // goes on below
            }
        }
        if (reply.text().length() > MOST_CHARACTERS)
            throw new Unfit("the answer takes %,d characters: at most %,d are read; %s"
                    .formatted(reply.text().length(), MOST_CHARACTERS, wanted(language)));
        var answer = AnswerText.of(reply.text());
        if (answer.isEmpty()) throw new Unfit("the answer is empty: " + wanted(language));
        var text = text(answer, parent, language);
        return new Read.Usable(source(text, parent, op, language), Explanation.of(answer.prose()));
    }

    private static String said(String text) {
        var words = Explanation.of(text);
        return words.isEmpty() ? "" : ": " + words;
    }

    private static String wanted(Language language) {
        return "one source is wanted, in one ```%s block".formatted(language.label());
    }

    /// The whole source that the answer means.
    private static String text(AnswerText answer, Source parent, Language language) {
        var whole = answer.blocks().stream()
                .filter(block -> HEADER.matcher(block.text()).find())
                .toList();
        var distinct =
                whole.stream().map(block -> block.text().strip()).distinct().toList();
        var fresh = distinct.stream()
                .filter(text -> !text.equals(parent.text().strip()))
                .toList();
        if (fresh.size() > 1)
            throw new Unfit("it holds %d different sources: one is wanted, the one you think is the fastest"
                    .formatted(fresh.size()));
        if (!answer.edits().isEmpty() && fresh.isEmpty()) return edited(answer, parent);
        if (!distinct.isEmpty()) return closed(whole, fresh.isEmpty() ? distinct.getFirst() : fresh.getFirst());
        if (answer.blocks().isEmpty()) return bare(answer, parent, language);
        throw withoutHeader(answer, parent, language);
    }

    private static String edited(AnswerText answer, Source parent) {
        var broken = answer.edits().broken();
        if (broken.isPresent()) throw new Unfit(broken.get());
        return switch (answer.edits().applied(parent.text())) {
            case Edits.Applied.Text(String text) -> text;
            case Edits.Applied.Not(String why) -> throw new Unfit(why);
        };
    }

    private static String closed(List<AnswerText.Block> whole, String text) {
        boolean open = whole.stream()
                .filter(block -> block.text().strip().equals(text))
                .noneMatch(AnswerText.Block::closed);
        if (open)
            throw new Unfit("its code block is never closed with ```: was the answer cut off? The whole source is"
                    + " wanted, with little around it");
        return text;
    }

    /// A source that stands there without a fence, up to the last line that can be its end.
    private static String bare(AnswerText answer, Source parent, Language language) {
        var text = answer.prose();
        var header = HEADER.matcher(text);
        if (header.find()) {
            var lines = text.substring(header.start()).lines().toList();
            int end = lines.size();
            while (end > 1 && !lines.get(end - 1).matches("[}#].*")) end--;
            return String.join("\n", lines.subList(0, end));
        }
        if (isOtherLanguage(text)) throw wrongLanguage("Python", language);
        if (DIFF.matcher(text).find()) throw new Unfit(diff());
        if (CODE.matcher(text).results().limit(LINES_OF_CODE).count() == LINES_OF_CODE) throw noHeader(parent);
        throw new Unfit(
                isDamaged(text)
                        ? damaged()
                        : "it holds words and no source: " + wanted(language) + ", or edits of the one you were shown");
    }

    private static Unfit withoutHeader(AnswerText answer, Source parent, Language language) {
        for (var block : answer.blocks()) {
            var tag = block.info().toLowerCase(Locale.ROOT);
            if (OTHER_LANGUAGES.contains(tag)) return wrongLanguage(block.info(), language);
            if (isOtherLanguage(block.text())) return wrongLanguage("Python", language);
            if (tag.equals("diff") || DIFF.matcher(block.text()).find()) return new Unfit(diff());
        }
        if (answer.blocks().stream().allMatch(block -> block.text().isBlank()))
            return new Unfit("its code block is empty: " + wanted(language));
        return noHeader(parent);
    }

    private static boolean isOtherLanguage(String text) {
        return PYTHON.matcher(text).find();
    }

    private static Unfit wrongLanguage(String is, Language language) {
        return new Unfit("it is %s: %s with its header is wanted".formatted(is, name(language)));
    }

    private static String name(Language language) {
        return language == Language.CUDA ? "CUDA C++ device code" : "C";
    }

    private static String diff() {
        return "it is a diff with line numbers, which is not read: the whole source is wanted, or search/replace blocks";
    }

    private static Unfit noHeader(Source parent) {
        int end = parent.text().indexOf("*/");
        var header = end < 0 ? "" : parent.text().substring(0, end + 2).strip();
        return new Unfit("its code has no forge header, which says how it is launched. The source you were shown begins"
                + " with this one; adapt it and put it first:\n\n" + Words.cut(header, LONGEST_HEADER));
    }

    private static Source source(String text, Source parent, Op op, Language language) {
        if (isDamaged(text)) throw new Unfit(damaged());
        long bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_BYTES)
            throw new Unfit("the source takes %,d bytes: at most %,d are read; write loops where code repeats itself"
                    .formatted(bytes, MOST_BYTES));
        var source = parsed(text);
        if (source.language() != language)
            throw new Unfit("its header says %s: this device runs %s, `/* forge 1 %s %s`"
                    .formatted(source.language().label(), name(language), language.label(), op.name()));
        if (!source.op().equals(op.name()))
            throw new Unfit("its header names another op, %s: %s is wanted".formatted(source.op(), op.name()));
        host(text).ifPresent(found -> {
            throw new Unfit(("it holds host code ('%s'): only the functions that the header launches are wanted; JForge"
                            + " allocates, launches and frees")
                    .formatted(found));
        });
        checked(source, op);
        if (isSame(text, parent.text()))
            throw new Unfit("it is the source you were shown, unchanged: one that does something else is wanted");
        return source;
    }

    private static Source parsed(String text) {
        try {
            return Source.parse(text.endsWith("\n") ? text : text + "\n");
        } catch (SpecException wrong) {
            throw new Unfit("its header does not parse: " + wrong.getMessage());
        }
    }

    private static void checked(Source source, Op op) {
        try {
            source.check(op);
        } catch (SpecException wrong) {
            throw new Unfit("its header does not fit %s: %s".formatted(op.name(), wrong.getMessage()));
        }
    }

    private static Optional<String> host(String text) {
        var found = HOST.matcher(COMMENT.matcher(text).replaceAll(" "));
        return found.find() ? Optional.of(found.group().replace("(", "").strip()) : Optional.empty();
    }

    /// Whether they differ in nothing but white space at ends of lines.
    private static boolean isSame(String one, String other) {
        return one.lines()
                        .map(String::stripTrailing)
                        .toList()
                        .equals(other.stripTrailing()
                                .lines()
                                .map(String::stripTrailing)
                                .toList())
                || one.strip().equals(other.strip());
    }

    /// Bytes that were no UTF-8 became U+FFFD on the way here.
    private static boolean isDamaged(String text) {
        return text.indexOf('\uFFFD') >= 0
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static String damaged() {
        return "it holds bytes that are not UTF-8: the source is wanted again, in plain ASCII";
    }
}
