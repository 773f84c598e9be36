package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.report.Charts;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SketchedChartTest {
    @Test
    void aChartIsWellFormedSvgInEveryCountry() {
        var before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            var svg = new SketchedChart(Charts.bestSoFar(SampleRuns.finished())).svg();
            var lines = WellFormed.parse(svg).getElementsByTagName("polyline");
            assertThat(lines.getLength()).isEqualTo(4);
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
}
