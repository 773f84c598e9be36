package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.Color;
import java.awt.Toolkit;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentsTest {
    @TempDir
    private Path folder;

    private record Point(int x, List<String> tags) {}

    private static BufferedImage red() {
        var image = new BufferedImage(3, 2, BufferedImage.TYPE_INT_RGB);
        image.setRGB(1, 1, Color.RED.getRGB());
        return image;
    }

    private static byte[] encoded(String format) throws Exception {
        var bytes = new ByteArrayOutputStream();
        ImageIO.write(red(), format, bytes);
        return bytes.toByteArray();
    }

    private static BufferedImage decoded(MimeBundle bundle) throws Exception {
        var png = Base64.getDecoder().decode((String) bundle.data().get("image/png"));
        return ImageIO.read(new ByteArrayInputStream(png));
    }

    @Test
    void aPageInATerminalIsItsWords() {
        assertThat(HtmlText.of("<style>p{}</style><p>a &lt;b&gt; <b>c</b></p>\n<ul><li>1<li>2</ul>"))
                .isEqualTo("a <b> c\n1\n2");
        assertThat(HtmlText.of("<table><tr><td>x</td><td>y</td></tr><tr><td>1</td></tr></table>"))
                .isEqualTo("x  y\n1");
        assertThat(HtmlText.of("1 < 2 &amp;lt; 3")).isEqualTo("1 < 2 &lt; 3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x^2                     | $$x^2$$
            a $x$ b                 | a $x$ b
            \\(x\\)                 | \\(x\\)
            \\begin{align}x\\end{align} | \\begin{align}x\\end{align}
            """)
    void aBareFormulaIsSetOff(String given, String shown) {
        assertThat(Contents.latex(given).data())
                .containsEntry("text/latex", shown)
                .containsEntry("text/plain", given);
    }

    @Test
    void jsonIsOfTextAndOfValues() {
        assertThat(Contents.json("{\"a\": [1, null]}").data().get("application/json"))
                .isEqualTo(Collections.singletonMap("a", Arrays.asList(1, null)));
        var ofRecord = Contents.json(new Point(1, List.of("t")));
        assertThat(ofRecord.data().get("application/json")).isEqualTo(Map.of("x", 1, "tags", List.of("t")));
        assertThat(ofRecord.plain()).contains("\"x\" : 1");
        assertThatThrownBy(() -> Contents.json("{a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("that is no JSON: ");
    }

    @Test
    void svgIsCutToItsElementAndNamesItsSpace() {
        assertThat(Contents.svg("<?xml version='1.0'?><!DOCTYPE svg><svg width='1'/>")
                        .data()
                        .get("image/svg+xml"))
                .isEqualTo("<svg xmlns=\"http://www.w3.org/2000/svg\" width='1'/>");
        assertThatThrownBy(() -> Contents.svg("<p>")).hasMessageContaining("no <svg> element");
        assertThatThrownBy(() -> Contents.svg(1))
                .hasMessage("an SVG is made of SVG text or a chart, not of this Integer");
    }

    @ParameterizedTest
    @CsvSource({"png, image/png", "jpg, image/jpeg", "gif, image/gif", "bmp, image/png"})
    void filesStayWhatBrowsersShowAndElseBecomePng(String format, String type) throws Exception {
        var file = Files.write(folder.resolve("my picture." + format), encoded(format));
        for (Object picture : List.of(file, file.toFile(), file.toString(), encoded(format)))
            assertThat(Contents.image(picture).data()).containsOnlyKeys("text/plain", type);
    }

    @Test
    void anSvgFileIsAPictureToo() throws Exception {
        var file = Files.writeString(
                folder.resolve("x.svg"), "<?xml version='1.0'?>\n<svg xmlns='http://www.w3.org/2000/svg'/>");
        assertThat(Contents.image(file).data()).containsKey("image/svg+xml");
    }

    @Test
    void everyKindOfImageOfAwtIsShown() throws Exception {
        assertThat(decoded(Contents.image(red())).getRGB(1, 1)).isEqualTo(Color.RED.getRGB());
        var loaded = Toolkit.getDefaultToolkit().createImage(encoded("png"));
        assertThat(decoded(Renderer.standard().render(loaded)).getRGB(1, 1)).isEqualTo(Color.RED.getRGB());
    }

    @Test
    void anImageIsAsWideAsOneLikes() {
        assertThat(Contents.image(red(), 90).metadata()).isEqualTo(Map.of("image/png", Map.of("width", 90)));
    }

    @Test
    void whatIsNoImageIsToldInALine() throws Exception {
        assertThatThrownBy(() -> Contents.image(folder.resolve("none.png"))).hasMessageStartingWith("there is no file");
        var text = Files.writeString(folder.resolve("a.txt"), "words");
        assertThatThrownBy(() -> Contents.image(text)).hasMessageContaining("a.txt");
        assertThatThrownBy(() -> Contents.image(3)).hasMessageContaining("not of this Integer");
    }
}
