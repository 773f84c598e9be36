package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The catalogue's CUDA sources on machines without a GPU: they parse, and are planned for every preset.
class CudaSourcesTest {
    @ParameterizedTest
    @MethodSource("io.jforge.runtime.propose.CudaTexts#texts")
    void isPlannedWhereverItsRequirementsHold(CudaTexts.Text text) {
        text.source().check(new Catalogue().find(text.op()).op());
        assertThat(text.source().text()).doesNotContain("{{", "}}");
        for (var dtype : text.dtypes())
            assertThat(CudaTexts.tasks(text).stream()
                            .filter(task -> task.dtypeLabel().equals(dtype))
                            .flatMap(task -> text.source().assignments().stream()
                                    .flatMap(point -> CudaTexts.plan(text.source(), task, point).stream())))
                    .as(dtype)
                    .isNotEmpty();
    }

    /// A binary is compiled for the task's own shape and verified on others: what it was compiled with must not
    /// depend on the shape.
    @ParameterizedTest
    @MethodSource("io.jforge.runtime.propose.CudaTexts#texts")
    void aBinaryServesEveryShapeThatItsSourceAdmits(CudaTexts.Text text) {
        for (var point : text.source().assignments())
            for (var dtype : text.dtypes())
                assertThat(CudaTexts.tasks(text).stream()
                                .filter(task -> task.dtypeLabel().equals(dtype))
                                .filter(task -> task.strides().isEmpty())
                                .flatMap(task -> CudaTexts.plan(text.source(), task, point).stream())
                                .map(LaunchPlan::defines)
                                .distinct())
                        .as("%s %s", dtype, point)
                        .hasSizeLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("io.jforge.runtime.propose.CudaTexts#ops")
    void theNaiveSourceAdmitsEveryPresetAndOddSizes(String op) {
        var naive = new Catalogue().find(op).naive(Language.CUDA);
        assertThat(CudaTexts.tasks(CudaTexts.naive(op)))
                .allSatisfy(task ->
                        assertThat(CudaTexts.plan(naive, task, Map.of())).isPresent());
    }

    @ParameterizedTest
    @MethodSource("io.jforge.runtime.propose.CudaTexts#ops")
    void fromThirtyToSixtySourcesCanBeMade(String op) {
        assertThat(CudaTexts.texts(op)).hasSizeBetween(30, 60);
    }
}
