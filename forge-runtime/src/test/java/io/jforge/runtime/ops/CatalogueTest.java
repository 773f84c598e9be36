package io.jforge.runtime.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CatalogueTest {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final Target CPU = new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2");

    static List<String> ops() {
        return CATALOGUE.names();
    }

    @Test
    void softmaxAndMatmulAreThere() {
        assertThat(CATALOGUE.names()).contains("softmax", "matmul");
    }

    @ParameterizedTest
    @MethodSource("ops")
    void anOpHasItsNameAReferencePresetsAndANaiveSourceForTheFirstOfThem(String name) {
        var entry = CATALOGUE.find(name);
        var naive = entry.naive(Language.C);
        assertThat(entry.op().name()).isEqualTo(name);
        assertThat(entry.reference()).isNotBlank();
        naive.check(entry.op());
        var task = Task.of(entry.op(), null, null, CPU);
        assertThat(LaunchPlan.of(naive, task, naive.defaults()).launches()).isNotEmpty();
        assertThat(entry.op().presets()).isNotEmpty();
    }

    @Test
    void anOpThatIsAskedForTwiceIsReadOnce() {
        assertThat(CATALOGUE.find("softmax")).isSameAs(CATALOGUE.find("softmax"));
    }

    @Test
    void anUnknownOpIsToldWithTheNearest() {
        assertThatThrownBy(() -> CATALOGUE.find("sotfmax"))
                .isInstanceOf(SpecException.class)
                .hasMessage("no op named 'sotfmax'. Did you mean softmax? `%forge ops` lists them.");
        assertThatThrownBy(() -> CATALOGUE.find("qqq")).hasMessage("no op named 'qqq'. `%forge ops` lists them.");
    }

    @Test
    void aNameThatIsAPathFindsNoFile() {
        assertThatThrownBy(() -> CATALOGUE.find("../store")).isInstanceOf(SpecException.class);
    }

    @Test
    void aLanguageWithoutANaiveSourceIsToldSo() {
        var softmax = CATALOGUE.find("softmax");
        var without =
                new Catalogue.Entry(softmax.op(), "", softmax.reference(), java.util.Map.of(), softmax.rewrites());
        assertThatThrownBy(() -> without.naive(Language.CUDA)).hasMessage("softmax has no naive cuda source yet");
    }
}
