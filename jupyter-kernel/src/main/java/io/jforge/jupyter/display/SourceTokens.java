package io.jforge.jupyter.display;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Tells the words of Java, of C and its CUDA dialect, and the magic lines among them from one another.
///
/// It knows lexical form only and is forgiving: unfinished text is told as far as it goes, and no input
/// loses or gains a character.
public final class SourceTokens {
    private static final Set<String> JAVA = words("""
            abstract assert boolean break byte case catch char class continue default do double else enum extends
            final finally float for if implements import instanceof int interface long native new package permits
            private protected public record return sealed short static super switch synchronized this throw throws
            transient try var void volatile while yield true false null""");
    private static final Set<String> C = words("""
            auto bool break case char const continue default do double else enum extern float for goto if inline int
            long register restrict return short signed sizeof static struct switch typedef union unsigned void
            volatile while true false NULL int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t
            __global__ __device__ __host__ __shared__ __restrict__ __restrict __launch_bounds__ __constant__
            __syncthreads __syncwarp float2 float4 half half2 template typename constexpr namespace using class""");

    private final String text;
    private final Set<String> keywords;
    private final boolean magics;
    private final List<Token> tokens = new ArrayList<>();
    private int plainFrom;
    private int at;

    /// What a piece of source is.
    public enum Kind {
        PLAIN,
        COMMENT,
        QUOTED,
        NUMBER,
        KEYWORD,
        TYPE,
        CALL,
        ANNOTATION,
        MAGIC,
        OPTION
    }

    /// A piece of source; all of them together are the source again.
    public record Token(Kind kind, String text) {}

    private SourceTokens(String text, Set<String> keywords, boolean magics) {
        this.text = text;
        this.keywords = keywords;
        this.magics = magics;
    }

    /// The source of a code cell, where lines can be magics; a language unknown here is plain.
    public static List<Token> ofCell(String source, String language) {
        return new SourceTokens(source, source.startsWith("%%") ? both() : keywords(language), true).run();
    }

    /// A listing in prose.
    static List<Token> ofListing(String source, String language) {
        Set<String> keywords = keywords(language);
        return keywords.isEmpty()
                ? List.of(new Token(Kind.PLAIN, source))
                : new SourceTokens(source, keywords, false).run();
    }

    private static Set<String> keywords(String language) {
        return switch (language.toLowerCase(Locale.ROOT)) {
            case "java", "jshell" -> JAVA;
            case "c", "h", "cu", "cuda", "cuda-c", "cpp", "c++" -> C;
            default -> Set.of();
        };
    }

    private static Set<String> both() {
        Set<String> union = new HashSet<>(JAVA);
        union.addAll(C);
        return union;
    }

    private static Set<String> words(String list) {
        return Set.copyOf(Arrays.asList(list.split("\\s+")));
    }

    private List<Token> run() {
        while (at < text.length()) {
            step();
        }
        endPlain();
        return List.copyOf(tokens);
    }

    private void step() {
        char c = text.charAt(at);
        boolean firstOnLine = firstOnLine();
        if (magics && c == '%' && firstOnLine) {
            magic();
        } else if (keywords.isEmpty()) {
            take(Kind.PLAIN, at + 1);
        } else if (text.startsWith("//", at)) {
            take(Kind.COMMENT, lineEnd());
        } else if (text.startsWith("/*", at)) {
            take(Kind.COMMENT, after("*/", at + 2));
        } else if (text.startsWith("\"\"\"", at)) {
            take(Kind.QUOTED, after("\"\"\"", at + 3));
        } else if (c == '"' || c == '\'') {
            take(Kind.QUOTED, quotedEnd(c));
        } else if (Character.isDigit(c)) {
            take(Kind.NUMBER, numberEnd());
        } else if (Character.isJavaIdentifierStart(c)) {
            word();
        } else if (c == '@' || (c == '#' && firstOnLine)) {
            take(Kind.ANNOTATION, wordEnd(at + 1));
        } else {
            take(Kind.PLAIN, at + 1);
        }
    }

    /// The magic's name and its options stand out, its operands do not.
    private void magic() {
        take(Kind.MAGIC, wordEnd(text.startsWith("%%", at) ? at + 2 : at + 1));
        int end = lineEnd();
        while (at < end) {
            boolean option = text.startsWith("--", at) && Character.isWhitespace(text.charAt(at - 1));
            take(option ? Kind.OPTION : Kind.PLAIN, Math.min(end, option ? optionEnd() : at + 1));
        }
    }

    private int optionEnd() {
        int end = at + 2;
        while (end < text.length() && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '-')) {
            end++;
        }
        return end;
    }

    private void word() {
        int end = wordEnd(at);
        String word = text.substring(at, end);
        boolean called = end < text.length() && text.charAt(end) == '(';
        boolean type = Character.isUpperCase(word.charAt(0));
        take(keywords.contains(word) ? Kind.KEYWORD : type ? Kind.TYPE : called ? Kind.CALL : Kind.PLAIN, end);
    }

    private void take(Kind kind, int end) {
        if (kind != Kind.PLAIN) {
            endPlain();
            tokens.add(new Token(kind, text.substring(at, end)));
            plainFrom = end;
        }
        at = end;
    }

    private void endPlain() {
        if (plainFrom < at) {
            tokens.add(new Token(Kind.PLAIN, text.substring(plainFrom, at)));
        }
        plainFrom = at;
    }

    private boolean firstOnLine() {
        int before = at - 1;
        while (before >= 0 && (text.charAt(before) == ' ' || text.charAt(before) == '\t')) {
            before--;
        }
        return before < 0 || text.charAt(before) == '\n';
    }

    private int lineEnd() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private int after(String closing, int from) {
        int end = text.indexOf(closing, from);
        return end < 0 ? text.length() : end + closing.length();
    }

    private int wordEnd(int from) {
        int end = from;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private int numberEnd() {
        int end = at + 1;
        while (end < text.length()
                && (Character.isLetterOrDigit(text.charAt(end)) || "._".indexOf(text.charAt(end)) >= 0)) {
            boolean exponent = "eE".indexOf(text.charAt(end)) >= 0 && !text.startsWith("0x", at);
            boolean signed = exponent && end + 1 < text.length() && "+-".indexOf(text.charAt(end + 1)) >= 0;
            end += signed ? 2 : 1;
        }
        return end;
    }

    private int quotedEnd(char quote) {
        for (int end = at + 1; end < text.length(); end++) {
            char c = text.charAt(end);
            if (c == quote) {
                return end + 1;
            }
            if (c == '\n') {
                return end;
            }
            if (c == '\\') {
                end++;
            }
        }
        return text.length();
    }
}
