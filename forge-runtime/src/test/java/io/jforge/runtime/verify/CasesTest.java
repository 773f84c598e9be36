package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.trial.Candidate;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CasesTest {
    private static final List<String> FAR_APART = List.of("large", "saturating");

    private final Cases cases = new Cases(Compilers.SOFTMAX, new SplittableRandom(7));

    private Stream<Cases.Case> small() {
        var naive = new Candidate(new Catalogue().find("softmax").naive(Language.C), Map.of());
        return Stream.generate(() -> cases.small(naive)).limit(100).flatMap(List::stream);
    }

    private static long cols(Cases.Case one) {
        return one.task().symbols().get("cols");
    }

    /// In a row of one or two, leaving the small terms of a sum out changes nothing.
    @Test
    void valuesThatAreFarApartHaveWideShapes() {
        assertThat(small().filter(each -> FAR_APART.contains(each.inputs())))
                .hasSize(200)
                .allMatch(each -> cols(each) >= 5);
    }

    @Test
    void otherValuesMeetNarrowOnesToo() {
        assertThat(small().filter(each -> !FAR_APART.contains(each.inputs())))
                .anyMatch(each -> cols(each) == 1)
                .anyMatch(each -> cols(each) == 2)
                .noneMatch(each -> each.isOf(Compilers.SOFTMAX));
    }
}
