package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.fuzz.Answered;
import io.jforge.runtime.llm.Reply;
import io.jforge.runtime.llm.Reply.End;
import io.jforge.runtime.llm.Usage;
import io.jforge.runtime.propose.Answers.Read;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every answer in `answers/` is read as the tables here say: what is usable with what its change is
/// called, what is not with its reason.
class AnswersTest {
    static final Path FOLDER = Path.of("src/test/resources/answers");
    private static final String RECIPROCAL = "Multiply by the reciprocal";

    /// What the change is called.
    private static final Map<String, String> USABLE = Map.ofEntries(
            Map.entry("whole-source", RECIPROCAL + " of the sum, also in the tail"),
            Map.entry("source-alone", ""),
            Map.entry("explanation-behind-the-source", "The division became one multiplication per element"),
            Map.entry(
                    "long-explanation",
                    "The division by the sum of every single element became one multiplication by..."),
            Map.entry("label-before-the-change", "reciprocal once, then multiply"),
            Map.entry("edit", RECIPROCAL),
            Map.entry("edits-in-fences", RECIPROCAL + ", one value of BLOCK"),
            Map.entry("edit-of-what-an-edit-made", "Multiply, in two steps"),
            Map.entry("edit-with-other-white-space", RECIPROCAL),
            Map.entry("edit-that-deletes", "BLOCK was of no use"),
            Map.entry("without-a-fence", RECIPROCAL),
            Map.entry("thinks-aloud", RECIPROCAL),
            Map.entry("quotes-the-parent-first", "The old source"),
            Map.entry("the-same-twice", RECIPROCAL),
            Map.entry("with-a-snippet-beside", RECIPROCAL),
            Map.entry("tildes-in-a-list", RECIPROCAL),
            Map.entry("fence-without-a-language", RECIPROCAL),
            Map.entry("fence-with-a-file-name", RECIPROCAL),
            Map.entry("cuda-source", "A block shares a row"));

    /// What the reason says.
    private static final Map<String, String> UNUSABLE = Map.ofEntries(
            Map.entry("empty", "the answer is empty: one source is wanted, in one ```c block"),
            Map.entry("blank-block", "its code block is empty"),
            Map.entry("truncated", "the answer breaks off after 534 characters: a shorter one is wanted"),
            Map.entry("never-closed", "its code block is never closed with ```"),
            Map.entry("refused", "the model would not answer: I can't help with code that measures people"),
            Map.entry("two-sources", "it holds 2 different sources: one is wanted"),
            Map.entry("prose-only", "it holds words and no source"),
            Map.entry("python", "it is python: C with its header is wanted"),
            Map.entry("triton", "it is Python: C with its header is wanted"),
            Map.entry("cuda-where-c-is-wanted", "its header says cuda: this device runs C, `/* forge 1 c softmax`"),
            Map.entry("cuda-host-code", "it holds host code ('int main')"),
            Map.entry("cuda-allocates", "it holds host code ('cudaMalloc')"),
            Map.entry("not-utf8", "it holds bytes that are not UTF-8"),
            Map.entry(
                    "header-does-not-parse",
                    "its header does not parse: line 2, column 4: 'requires' is not a statement. Did you mean require?"),
            Map.entry(
                    "header-not-at-the-head",
                    "its header does not parse: line 1, column 1: a source begins with '/* forge 1 c OP'"),
            Map.entry("header-of-another-op", "its header names another op, log_softmax: softmax is wanted"),
            Map.entry(
                    "header-names-what-is-not-there",
                    "its header does not fit softmax: line 3, column 43: unknown name 'z'."),
            Map.entry("unchanged", "it is the source you were shown, unchanged"),
            Map.entry("edit-without-effect", "it is the source you were shown, unchanged"),
            Map.entry(
                    "edit-not-found",
                    "edit 1 does not apply: what it searches, from 'for (int i = 0; i < cols / 16 * 16; i++) out[i] /= sum;'"
                            + " on, is not in the source"),
            Map.entry("second-edit-not-found", "edit 2 does not apply"),
            Map.entry("edit-found-twice", "edit 1 does not apply: what it searches, from '}' on, is there 2 times"),
            Map.entry("edit-of-nothing", "edit 1 searches for nothing"),
            Map.entry("edit-unfinished", "edit 1 lacks its '=======' or its '>>>>>>> REPLACE'"),
            Map.entry(
                    "without-a-header",
                    "its code has no forge header, which says how it is launched. The source you were shown begins with this"
                            + " one; adapt it and put it first:\n\n/* forge 1 c softmax\n * tune    BLOCK in 512 1024"),
            Map.entry("code-without-fence-or-header", "its code has no forge header"),
            Map.entry("diff", "it is a diff with line numbers"));

    static Reply reply(String text, End end) {
        return new Reply(text, end, Usage.UNKNOWN, "", Duration.ZERO, 1);
    }

    static Read read(String text, End end, Language language) {
        var c = Asked.softmaxC().task();
        var parent = language == Language.C
                ? Asked.cSoftmax()
                : Asked.naive(Asked.softmaxCuda().task());
        return new Answers().read(reply(text, end), parent, c.op(), language);
    }

    private static Read read(String text) {
        return read(text, End.COMPLETE, Language.C);
    }

    private static String text(String name) {
        try {
            return Files.readString(FOLDER.resolve(name + ".md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Read readFile(String name) {
        var end = name.equals("truncated") ? End.TRUNCATED : name.equals("refused") ? End.REFUSED : End.COMPLETE;
        boolean cuda = name.startsWith("cuda-") && !name.equals("cuda-where-c-is-wanted");
        return read(text(name), end, cuda ? Language.CUDA : Language.C);
    }

    static Stream<String> usable() {
        return new TreeMap<>(USABLE).keySet().stream();
    }

    static Stream<String> unusable() {
        return new TreeMap<>(UNUSABLE).keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("usable")
    void isASource(String name) {
        assertThat(readFile(name)).isInstanceOfSatisfying(Read.Usable.class, usable -> {
            assertThat(usable.explanation()).isEqualTo(USABLE.get(name));
            if (!name.startsWith("cuda") && !name.equals("edit-that-deletes"))
                assertThat(usable.source().text())
                        .startsWith("/* forge 1 c softmax\n")
                        .contains("const float factor = 1 / sum;")
                        .endsWith("}\n");
        });
    }

    @ParameterizedTest
    @MethodSource("unusable")
    void hasAReason(String name) {
        assertThat(readFile(name))
                .isInstanceOfSatisfying(
                        Read.Unusable.class,
                        unusable -> assertThat(unusable.reason()).startsWith(UNUSABLE.get(name)));
    }

    @Test
    void everyFileIsInATable() throws IOException {
        try (var files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(usable(), unusable()).toList());
        }
    }

    @Test
    void reasonsAreDistinct() {
        assertThat(unusable()
                        .filter(name -> !List.of(
                                        "edit-without-effect",
                                        "cuda-allocates",
                                        "code-without-fence-or-header",
                                        "triton")
                                .contains(name))
                        .map(AnswersTest::readFile)
                        .map(read -> ((Read.Unusable) read).reason()))
                .doesNotHaveDuplicates();
    }

    @Test
    void lineEndsOfWindowsMakeNoDifference() {
        for (var name : List.of("whole-source", "edit", "edits-in-fences", "without-a-fence"))
            assertThat(read(text(name).replace("\n", "\r\n"))).isEqualTo(read(text(name)));
        assertThat(read("\uFEFF" + text("edit"))).isEqualTo(read(text("edit")));
    }

    @Test
    void aSourceThatIsTooLongIsRefusedByItsSize() {
        var whole = text("whole-source");
        int end = whole.lastIndexOf("}\n");
        var padded = whole.substring(0, end) + "/* " + "x".repeat(64 << 10) + " */\n" + whole.substring(end);
        assertThat(((Read.Unusable) read(padded)).reason())
                .matches("the source takes 66,\\d+ bytes: at most 65,536 .*");
    }

    @Test
    void anAnswerWithoutEndIsRefusedByItsLength() {
        assertThat(((Read.Unusable) read("x\n".repeat(200_000))).reason())
                .isEqualTo("the answer takes 400,000 characters: at most 262,144 are read;"
                        + " one source is wanted, in one ```c block");
    }

    @Test
    void halfOfACharacterIsNotUtf8() {
        var whole = text("whole-source").replace("#include", "/* \uD83D */\n#include");
        assertThat(((Read.Unusable) read(whole)).reason()).startsWith("it holds bytes that are not UTF-8");
        assertThat(read(text("whole-source").replace("sum,", "sum \uFFFD \uD83D,")))
                .as("words around the source may be damaged")
                .isInstanceOf(Read.Usable.class);
    }

    @Test
    void editsMakeWhatTheyShow() {
        var edited = (Read.Usable) readFile("edits-in-fences");
        assertThat(edited.source())
                .isEqualTo(Source.parse(Asked.cSoftmax()
                        .text()
                        .replace("in 512 1024", "in 512")
                        .replace(
                                "        for (int i = 0; i < cols / 8 * 8; i++) out[i] /= sum;",
                                "        const float factor = 1 / sum;\n"
                                        + "        for (int i = 0; i < cols; i++) out[i] *= factor;")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Fuse both passes. Then more.                  | Fuse both passes",
                "### Changes:\\n- Fuse both passes             | Fuse both passes",
                "Here's the improved version:\\nFuse `a` and *b* | Fuse a and *b*",
                "Okay! I fuse both passes                      | I fuse both passes",
                "softmax.c\\nFuse both passes                  | Fuse both passes",
                "2. **Fuse** both passes                       | Fuse both passes",
                "Sure, here is the source:                     | ''",
                "---                                           | ''",
            })
    void theChangeIsTheFirstSentenceThatSaysSomething(String prose, String change) {
        assertThat(Explanation.of(prose.replace("\\n", "\n"))).isEqualTo(change);
    }

    @ParameterizedTest
    @ValueSource(ints = {79, 80, 81, 200, 100_000})
    void theChangeFitsALine(int length) {
        assertThat(Explanation.of("ab ".repeat(length).substring(0, length)))
                .isNotBlank()
                .hasSizeLessThanOrEqualTo(80);
        assertThat(Explanation.of("a b" + "x".repeat(length))).isNotBlank().hasSizeLessThanOrEqualTo(80);
    }

    private static String ending(String answer) {
        return switch (read(answer)) {
            case Read.Usable(var source, var explanation) -> {
                assertThat(explanation).hasSizeLessThanOrEqualTo(80).doesNotContain("\n");
                source.check(Asked.softmaxC().task().op());
                yield "usable";
            }
            case Read.Unusable(var reason) -> {
                assertThat(reason).isNotBlank().hasSizeLessThan(4_000);
                yield "unusable";
            }
        };
    }

    @Test
    void whateverTheAnswerNothingIsThrown() {
        Answered.assertRead(1, 2_000, AnswersTest::ending, "usable", "unusable");
    }

    @Test
    @Tag("nightly")
    void tenThousandAnswers() {
        Answered.assertRead(1_000_000, 10_000, AnswersTest::ending, "usable", "unusable");
    }
}
