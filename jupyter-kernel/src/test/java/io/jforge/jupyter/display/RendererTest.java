package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.StringColumn;
import tech.tablesaw.api.Table;

class RendererTest {
    private final Renderer renderer = Renderer.standard();

    private String plain(Object value) {
        return renderer.render(value).plain();
    }

    private record Point(int x, int y) {}

    @Test
    void valuesReadAsInJavaAndArraysToo() {
        assertThat(plain(null)).isEqualTo("null");
        assertThat(plain("text")).isEqualTo("text");
        assertThat(plain(new Point(1, 2))).isEqualTo("Point[x=1, y=2]");
        assertThat(plain(List.of(1, "b"))).isEqualTo("[1, b]");
        assertThat(plain(Map.of("k", new int[] {1, 2}))).isEqualTo("{k=[1, 2]}");
        assertThat(plain(new double[][] {{1.5}, {}})).isEqualTo("[[1.5], []]");
    }

    @Test
    void longValuesAreCut() {
        assertThat(plain(IntStream.range(0, 100_000).boxed().toList()))
                .hasSizeLessThan(1000)
                .endsWith("... 100,000 in all]");
        assertThat(plain("x".repeat(50_000_000))).hasSizeLessThan(30_000).endsWith("(50,000,000 characters in all)");
    }

    @Test
    void whatHoldsItselfIsShownToADepth() {
        List<Object> self = new ArrayList<>();
        self.add(self);
        assertThat(plain(self)).contains("...");
    }

    @Test
    void aFailingToStringIsToldAsSuch() {
        Object bad = new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("no");
            }
        };
        assertThat(plain(List.of(bad, 1)))
                .contains("toString threw java.lang.IllegalStateException")
                .endsWith(", 1]");
    }

    @Test
    void whatIsRegisteredLastWins() {
        renderer.register(Number.class, n -> MimeBundle.html("<b>" + n + "</b>", "n"));
        renderer.register(Integer.class, n -> MimeBundle.text("int"));
        assertThat(plain(1)).isEqualTo("int");
        assertThat(renderer.render(1.5).data()).containsEntry("text/html", "<b>1.5</b>");
        renderer.register(Integer.class, n -> {
            throw new IllegalStateException("broken rule");
        });
        assertThat(plain(7)).startsWith("7").contains("broken rule");
    }

    @Test
    void tablesAreHtmlWithTheirCellsEscaped() {
        Table table = Table.create("t & u", IntColumn.create("n", 1, 2), StringColumn.create("s", "<a>", "b"));
        assertThat((String) renderer.render(table).data().get("text/html"))
                .contains("t &amp; u", "&lt;a&gt;", "<th>n</th>", "<th class=\"jf-l\">s</th>", "<td>1</td>");
    }

    @Test
    void imagesAndChartsArePng() throws Exception {
        XYChart chart = new XYChartBuilder().width(300).height(200).title("hi").build();
        chart.addSeries("s", new double[] {1, 2, 3}, new double[] {3, 1, 2});
        MimeBundle bundle = renderer.render(chart);
        BufferedImage png = ImageIO.read(new ByteArrayInputStream(
                Base64.getDecoder().decode((String) bundle.data().get("image/png"))));
        assertThat(png.getWidth()).isEqualTo(600);
        assertThat(bundle.metadata()).containsEntry("image/png", Map.of("width", 300, "height", 200));
        assertThat(bundle.plain()).isEqualTo("chart \"hi\" of 300 x 200 pixels");
    }

    @Test
    void aChartThatAwtCannotDrawIsSketchedAsSvg() {
        XYChart chart = new XYChart(300, 200) {
            @Override
            public void paint(Graphics2D graphics, int width, int height) {
                throw new NoClassDefFoundError("sun.font.SunFontManager");
            }
        };
        chart.addSeries("a<b", new double[] {1, 2, 3}, new double[] {3, Double.NaN, 2});
        assertThat((String) renderer.render(chart).data().get("image/svg+xml"))
                .contains("points=\"70.0,40.0 170.0,150.0\"", "a&lt;b")
                .doesNotContain("NaN");
    }

    @Test
    void aCellsOwnRendererComesFirstAlsoForInterfacesAndIsTakenBack() {
        renderer.register(Point.class, _ -> MimeBundle.text("registered"));
        renderer.prefer(Record.class, "", r -> MimeBundle.html("<i>r</i>", "a record"));
        assertThat(plain(new Point(1, 2))).isEqualTo("a record");
        renderer.prefer(Point.class, "text/latex", p -> "(" + p.x() + ")");
        assertThat(renderer.render(new Point(1, 2)).data())
                .containsEntry("text/latex", "(1)")
                .containsEntry("text/plain", "Point[x=1, y=2]");
        renderer.forget(Point.class);
        assertThat(plain(new Point(1, 2))).isEqualTo("a record");
        renderer.forget(Record.class);
        assertThat(plain(new Point(1, 2))).isEqualTo("registered");
    }

    @Test
    void aCellsRendererMayGiveAnotherValueThatIsShownInstead() {
        renderer.prefer(Point.class, "", p -> Table.create("t", IntColumn.create("x", p.x())));
        assertThat(renderer.render(new Point(7, 2)).data()).containsKey("text/html");
        renderer.prefer(Point.class, "", p -> p);
        assertThat(plain(new Point(1, 2))).isEqualTo("Point[x=1, y=2]");
    }

    @Test
    void aRendererThatThrowsOrGivesNothingShowsThePlainTextAndALine() {
        renderer.prefer(Point.class, "", _ -> {
            throw new IllegalStateException("oops");
        });
        assertThat(plain(new Point(1, 2)))
                .isEqualTo("Point[x=1, y=2]\n(showing this otherwise failed: java.lang.IllegalStateException: oops)");
        renderer.prefer(Point.class, "", _ -> null);
        assertThat(plain(new Point(1, 2))).startsWith("Point[x=1, y=2]\n(").contains("gave null");
        renderer.prefer(Point.class, "no type", _ -> "x");
        assertThat(plain(new Point(1, 2))).contains("'no type' is no MIME type");
    }

    @Test
    void whatNeverEndsIsCutOff() {
        var hasty = Renderer.standard(Duration.ofMillis(50));
        hasty.prefer(Point.class, "", _ -> waitForEver());
        assertThat(hasty.render(new Point(1, 2)).plain())
                .isEqualTo("Point[x=1, y=2]\n(showing this otherwise did not end within 0.05 s)");
        assertThat(Thread.interrupted()).isFalse();
        Object endless = new Object() {
            @Override
            public String toString() {
                return waitForEver();
            }
        };
        assertThat(hasty.render(List.of(endless)).plain()).endsWith("(its text was not made within 0.05 s)");
    }

    private static String waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return "never";
    }

    @Test
    void chartsAndTheirKindAsSvg() {
        XYChart chart = new XYChartBuilder().width(300).height(200).title("hi").build();
        chart.addSeries("s", new double[] {1, 2, 3}, new double[] {3, 1, 2});
        var bundle = Contents.svg(chart);
        assertThat((String) bundle.data().get("image/svg+xml"))
                .startsWith("<svg ")
                .contains("<path", "300");
        assertThat(WellFormed.parse((String) bundle.data().get("image/svg+xml")))
                .isNotNull();
        assertThat(Contents.image(chart).data()).containsKey("image/png");
    }
}
