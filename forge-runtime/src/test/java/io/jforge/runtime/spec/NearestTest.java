package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {
    private static final List<String> OPS = List.of("softmax", "matmul", "layer_norm", "group_norm");

    @Test
    void aTypoFindsWhatWasMeant() {
        assertThat(Nearest.of("sotfmax", OPS)).contains("softmax");
        assertThat(Nearest.of("MATMUL", OPS)).contains("matmul");
        assertThat(Nearest.of("group_nrm", OPS)).contains("group_norm");
    }

    @Test
    void aBeginningFindsTheWhole() {
        assertThat(Nearest.of("soft", OPS)).contains("softmax");
    }

    @Test
    void aStrangerFindsNothing() {
        assertThat(Nearest.of("conv2d", OPS)).isEmpty();
        assertThat(Nearest.suffix("conv2d", OPS)).isEmpty();
        assertThat(Nearest.of("", OPS)).isEmpty();
    }

    @Test
    void theSuffixIsASentence() {
        assertThat(Nearest.suffix("matmull", OPS)).isEqualTo(" Did you mean matmul?");
    }

    @Test
    void neighboursSwappedCountOnce() {
        assertThat(Nearest.distance("sofmtax", "softmax")).isEqualTo(1);
        assertThat(Nearest.distance("", "abc")).isEqualTo(3);
    }
}
