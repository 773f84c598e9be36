package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.report.Charts;
import java.util.Locale;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Node;

class SketchedChartTest {
    @Test
    void aChartIsWellFormedSvgInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            var svg = new SketchedChart(Charts.bestSoFar(SampleRuns.finished())).svg();
            var lines = WellFormed.parse(svg).getElementsByTagName("polyline");
            assertThat(lines.getLength()).as("best so far, naive, roofline").isEqualTo(3);
            for (int i = 0; i < lines.getLength(); i++)
                assertThat(lines.item(i).getAttributes().getNamedItem("points").getNodeValue())
                        .matches("(\\d+\\.\\d,\\d+\\.\\d ?)+");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aChartOfNothingIsWellFormedToo() {
        WellFormed.parse(new SketchedChart(Charts.bestSoFar(SampleRuns.of())).svg());
    }

    @Test
    void trialsArePointsInTheChartsColoursOnItsLogarithmicAxis() {
        var document = WellFormed.parse(new SketchedChart(Charts.bestSoFar(SampleRuns.finished())).svg());
        var circles = document.getElementsByTagName("circle");
        assertThat(circles.getLength())
                .as("three timed trials and the legend's")
                .isEqualTo(4);
        assertThat(fill(circles.item(0))).isEqualTo("#9aa5b1");
        double first = height(circles.item(0));
        double second = height(circles.item(1));
        double third = height(circles.item(2));
        assertThat((second - first) / (third - second))
                .as("16,000 to 4,000 us is two halvings, 4,000 to 2,000 us is one")
                .isCloseTo(2, Offset.offset(0.01));
    }

    private static String fill(Node node) {
        return node.getAttributes().getNamedItem("fill").getNodeValue();
    }

    private static double height(Node node) {
        return Double.parseDouble(node.getAttributes().getNamedItem("cy").getNodeValue());
    }

    @Test
    void anAxisNamesRoundNumbers() {
        assertThat(new SketchedAxis(0, 64, false).ticks()).containsExactly(0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0);
        assertThat(new SketchedAxis(200, 5000, true).ticks()).containsExactly(200.0, 500.0, 1000.0, 2000.0, 5000.0);
        assertThat(new SketchedAxis(3, 3, false).ticks()).containsExactly(3.0);
        assertThat(Stream.of(0.0, 2.2000000000000002, 5000.0, 0.0625, 1e-9).map(SketchedAxis::number))
                .containsExactly("0", "2.2", "5,000", "0.0625", "1E-9");
    }
}
