package io.jforge.runtime.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TensorSpecTest {
    @Test
    void stridesCountElementsAndSpanTheGaps() {
        var rowMajor = TensorSpec.contiguous("x", DType.F32, List.of(2L, 3L, 4L));
        assertThat(rowMajor.strides()).containsExactly(12L, 4L, 1L);
        assertThat(rowMajor.bytes()).isEqualTo(96);
        var gaps = new TensorSpec("x", DType.F16, List.of(3L, 4L), List.of(8L, 1L), true);
        assertThat(gaps.extent()).isEqualTo(20);
        assertThat(gaps.numel()).isEqualTo(12);
        assertThat(gaps.bytes()).isEqualTo(40);
        assertThat(gaps.isContiguous()).isFalse();
        assertThat(rowMajor.isContiguous()).isTrue();
    }

    @Test
    void sizesThatDoNotFitIn64BitsAreRefused() {
        assertThatThrownBy(() -> TensorSpec.contiguous("x", DType.F32, List.of(Long.MAX_VALUE, 2L)))
                .isInstanceOf(SpecException.class)
                .hasMessage("x is too large: 9223372036854775807 x 2 elements of f32 are more than 64 bits can count");
        assertThatThrownBy(() -> TensorSpec.contiguous("x", DType.F64, List.of(1L << 61)))
                .isInstanceOf(SpecException.class);
        assertThatThrownBy(() -> new TensorSpec("x", DType.I8, List.of(3L), List.of(Long.MAX_VALUE), true))
                .isInstanceOf(SpecException.class);
    }

    @Test
    void emptyTensorsAndOddStridesAreRefused() {
        assertThatThrownBy(() -> TensorSpec.contiguous("x", DType.F32, List.of()))
                .hasMessage("x needs at least one dimension");
        assertThatThrownBy(() -> TensorSpec.contiguous("x", DType.F32, List.of(4L, 0L)))
                .hasMessage("x has a dimension of 0: at least 1 is needed");
        assertThatThrownBy(() -> new TensorSpec("x", DType.F32, List.of(4L), List.of(-1L), true))
                .hasMessage("x has a stride of -1: at least 0 is needed");
        assertThatThrownBy(() -> new TensorSpec("x", DType.F32, List.of(4L), List.of(1L, 1L), true))
                .hasMessage("x has 1 dimensions but 2 strides");
    }
}
