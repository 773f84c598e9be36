package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaArchTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sm_90  | 12.9 | 80 86 90 100 120 | sm_90a
            sm_90  | 11.8 | 80 86 89 90      | sm_90
            sm_80  | 12.9 | 75 80 86 90      | sm_80
            sm_75  | 13.0 | 75 80            | sm_75
            sm_89  | 11.8 | 80 86 89 90      | sm_89
            sm_88  | 12.4 | 80 86 87 89 90   | sm_87
            sm_100 | 12.9 | 80 90 100 101    | sm_100a
            sm_103 | 12.8 | 90 100 101 120   | sm_101
            sm_121 | 12.8 | 90 100 101 120   | sm_120
            """)
    void aCompilerCompilesForTheDeviceOrWhatItRuns(String device, String compiler, String known, String chosen) {
        var architectures =
                Arrays.stream(known.split(" ")).map(Integer::valueOf).collect(Collectors.toCollection(TreeSet::new));
        var version = CudaVersion.in(compiler).orElseThrow();
        assertThat(CudaArch.named(device).bestOf(architectures, version).map(CudaArch::name))
                .hasValue(chosen);
    }

    @Test
    void codeOfAnotherGenerationDoesNotRun() {
        var known = new TreeSet<>(java.util.List.of(80, 86, 89, 90));
        assertThat(CudaArch.capability(10, 0).bestOf(known, new CudaVersion(11, 8)))
                .isEmpty();
        assertThat(CudaArch.capability(7, 5).bestOf(known, new CudaVersion(11, 8)))
                .isEmpty();
    }

    @Test
    void whatIsTooOldOrNoArchitectureIsNamed() {
        assertThatThrownBy(() -> CudaArch.capability(7, 0)).hasMessageContaining("sm_70 is too old");
        assertThatThrownBy(() -> CudaArch.named("avx2")).hasMessageContaining("'avx2' is not an architecture");
    }

    @Test
    void aDriverLoadsCodeOfItsOwnMajorVersionOrOlder() {
        var driver = CudaVersion.ofNumber(12020);
        assertThat(driver).hasToString("12.2");
        assertThat(driver.runs(new CudaVersion(12, 9))).isTrue();
        assertThat(driver.runs(new CudaVersion(11, 8))).isTrue();
        assertThat(driver.runs(new CudaVersion(13, 0))).isFalse();
    }
}
