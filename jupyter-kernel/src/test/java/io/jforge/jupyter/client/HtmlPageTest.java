package io.jforge.jupyter.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Highlighter;
import io.jforge.jupyter.display.Html;
import io.jforge.jupyter.wire.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class HtmlPageTest {
    private static final String SCRIPT = "<script>alert(1)</script>";
    private static final String INERT = "&lt;script&gt;alert(1)&lt;/script&gt;";

    @Test
    void textIsInertWhereverItComesFrom() {
        String page = page(
                code(SCRIPT.replace("script", "b")),
                code("x", new Output.Stream("stdout", SCRIPT), new Output.Failure(SCRIPT, SCRIPT, List.of(SCRIPT))),
                code("y", shown("text/plain", SCRIPT)),
                prose("Some `" + SCRIPT + "` and\n\n" + SCRIPT + "\n\n<img src=x onerror=alert(1)>"),
                new Cell.Raw("raw", SCRIPT, Json.object(), Json.object()));
        assertThat(page).doesNotContain("<script").doesNotContain("<img").contains(INERT);
    }

    @Test
    void anOutputOfHtmlIsKeptAsItIs() {
        assertThat(page(code("x", shown("text/html", "<table><tr><td>1</td></tr></table>"))))
                .contains("<div class=\"output html\"><table><tr><td>1</td></tr></table></div>");
    }

    @Test
    void nothingIsLoadedFromAnywhere() {
        String page = page(prose("![far](https://example.org/x.png) and [a link](javascript:alert(1))"));
        assertThat(page)
                .contains("Content-Security-Policy", "default-src 'none'", "href=\"https://example.org/x.png\">far</a>")
                .doesNotContain("javascript:")
                .doesNotContain(" src=\"http");
    }

    @Test
    void theRichestTypeIsShown() {
        ObjectNode data = Json.object()
                .put("text/plain", "PLAIN")
                .put("image/png", "aGk=")
                .put("text/html", "<i>RICH</i>");
        assertThat(page(code("x", new Output.Display(data, Json.object()))))
                .contains("RICH")
                .doesNotContain("PLAIN");
        data.remove("text/html");
        ObjectNode size = Json.object();
        size.putObject("image/png").put("width", 320);
        assertThat(page(code("x", new Output.Display(data, size))))
                .contains("<img src=\"data:image/png;base64,aGk=\" alt=\"PLAIN\" width=\"320\">");
        assertThat(page(code("x", shown("application/x-odd", "?")))).contains("(an output of type application/x-odd)");
    }

    @Test
    void jsonIsLaidOutAndAFormulaShownAsItWasWritten() {
        ObjectNode data = Json.object().put("text/plain", "PLAIN");
        data.putObject("application/json").put("a<", 1).putArray("list").add(true);
        assertThat(page(code("x", new Output.Display(data, Json.object()))))
                .contains(
                        "<pre class=\"output json\">\n{\n  &quot;a&lt;&quot; : 1,\n  &quot;list&quot; : [ true ]\n}</pre>")
                .doesNotContain("PLAIN");
        for (String latex : List.of("$$\\frac{a}{b} < 1$$", "\\[ \\frac{a}{b} < 1 \\]"))
            assertThat(page(code("x", shown("text/latex", latex))))
                    .contains("<div class=\"output latex\">\\frac{a}{b} &lt; 1</div>");
    }

    @Test
    void anSvgIsAPictureWhoseScriptsDoNotRun() {
        assertThat(page(code("x", shown("image/svg+xml", "<svg>" + SCRIPT + "</svg>"))))
                .contains("<img src=\"data:image/svg+xml;base64,")
                .doesNotContain("<script");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\\e[31mred\\e[0m!|<span style=\"color:var(--ansi-1)\">red</span>!",
                "\\e[1;92;44mx|<span style=\"color:var(--ansi-10);background:var(--ansi-4);font-weight:bold\">x</span>",
                "\\e[38;5;196mx\\e[39my|<span style=\"color:rgb(255,0,0)\">x</span>y",
                "\\e[38;2;1;2;3mx|<span style=\"color:rgb(1,2,3)\">x</span>",
                "\\e[7mx|<span style=\"color:var(--paper);background:var(--ink)\">x</span>",
                "a\\e[2Kb\\e]0;title\\ac|abc",
                "10%\\r 20%\\r100%\\ndone\\r\\n|100%\\ndone\\n",
                "ab\\b\\bc|c",
                "\\e[31m<b>|<span style=\"color:var(--ansi-1)\">&lt;b&gt;</span>",
            })
    void aTerminalsTextLooksAsThere(String text, String html) {
        assertThat(AnsiText.toHtml(controls(text))).isEqualTo(controls(html));
    }

    private static String controls(String text) {
        return text.replace("\\e", "\u001b")
                .replace("\\a", "\u0007")
                .replace("\\b", "\b")
                .replace("\\r", "\r")
                .replace("\\n", "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "int x = f(0x1F); // n|<span class=\"k\">int</span> x = <span class=\"f\">f</span>"
                        + "(<span class=\"n\">0x1F</span>); <span class=\"c\">// n</span>",
                "%forge ops --json \"a\"|<span class=\"m\">%forge</span> ops <span class=\"o\">--json</span> &quot;a&quot;",
                "10 % x|<span class=\"n\">10</span> % x",
                "\"a\\\"b\" + 'c'|<span class=\"s\">&quot;a\\&quot;b&quot;</span> + <span class=\"s\">&#39;c&#39;</span>",
                "@Override String s|<span class=\"a\">@Override</span> <span class=\"t\">String</span> s",
                "/* open|<span class=\"c\">/* open</span>",
                "1e-5f-x|<span class=\"n\">1e-5f</span>-x",
            })
    void codeIsColoured(String source, String html) {
        assertThat(Highlighter.cell(source, "java")).isEqualTo(html);
    }

    @Test
    void aTextBlockIsOneString() {
        assertThat(Highlighter.cell("\"\"\"\n%maven \"x\"\n\"\"\"", "java"))
                .startsWith("<span class=\"s\">")
                .doesNotContain("class=\"m\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "%",
                "%%",
                "% ",
                "\"",
                "'\\",
                "\"\"\"",
                "/*",
                "1.",
                "0x",
                "1e+",
                "@",
                "#",
                "a%b",
                "x --y",
                "%m --",
                "%%forge op\nfloat x; // <b>",
                "record A(int b) {}\n  %time 'c' & \"<d>\"\n",
                "é😀 \\u0041"
            })
    void colouringNeitherLosesNorAddsACharacter(String source) {
        for (String language : List.of("java", "c", "r")) {
            assertThat(Highlighter.cell(source, language).replaceAll("</?span[^>]*>", ""))
                    .isEqualTo(Html.escape(source));
        }
    }

    @Test
    void theTitleIsTheFirstHeadingInPlainWords() {
        assertThat(pageOf(prose("no heading"), prose("text\n\n## A *fast* `softmax`\n"))
                        .title())
                .isEqualTo("A fast softmax");
        assertThat(pageOf(code("x")).title()).isEqualTo("notebook");
    }

    @Test
    void proseHasTablesListingsAndItsPictures(@TempDir Path folder) throws IOException {
        Files.write(folder.resolve("dot.png"), new byte[] {1, 2, 3});
        ObjectNode attachments = Json.object();
        attachments.putObject("dot.svg").put("image/svg+xml", "PHN2Zy8+");
        var prose = new Cell.Markdown("p", """
                | a | b |
                |---|--:|
                | 1 | 2 |

                ```c
                int x;
                ```
                ![d](dot.png) ![e](attachment:dot.svg) <img src="dot.png" width="9">
                """, Json.object(), attachments);
        assertThat(new HtmlPage(new Notebook(List.of(prose), Json.object()), "x", folder).html())
                .contains("<td align=\"right\">2</td>", "<span class=\"k\">int</span> x;")
                .contains("<img src=\"data:image/png;base64,AQID\" alt=\"d\"")
                .contains("<img src=\"data:image/svg+xml;base64,PHN2Zy8+\" alt=\"e\"")
                .contains("<img src=\"data:image/png;base64,AQID\" width=\"9\">");
    }

    @Test
    void aCellShowsItsNumberAndHowLongItTook() {
        ObjectNode metadata = Json.object();
        metadata.putObject("execution")
                .put("iopub.status.busy", "2026-01-01T00:00:00.500000Z")
                .put("shell.execute_reply", "2026-01-01T00:01:15.600000Z");
        var cell = new Cell.Code("c", "x", metadata, OptionalInt.of(7), List.of());
        assertThat(page(cell)).contains("<span class=\"count\">7</span>", "<span class=\"took\">1 min 15 s</span>");
    }

    private static HtmlPage pageOf(Cell... cells) {
        return new HtmlPage(new Notebook(List.of(cells), Json.object()), "notebook", Path.of("."));
    }

    private static String page(Cell... cells) {
        return pageOf(cells).html();
    }

    private static Cell prose(String markdown) {
        return new Cell.Markdown(
                "m" + Integer.toHexString(markdown.hashCode()), markdown, Json.object(), Json.object());
    }

    private static Cell code(String source, Output... outputs) {
        return new Cell.Code(
                "c" + Integer.toHexString(source.hashCode()),
                source,
                Json.object(),
                OptionalInt.of(1),
                List.of(outputs));
    }

    private static Output shown(String type, String value) {
        return new Output.Display(Json.object().put(type, value), Json.object());
    }
}
