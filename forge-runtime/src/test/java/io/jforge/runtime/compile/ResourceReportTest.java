package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceReportTest {
    @Test
    void everyEntryIsRead() {
        var report = ResourceReport.ofPtxas("""
                ptxas info    : 0 bytes gmem, 64 bytes cmem[3]
                ptxas info    : Compiling entry function 'first' for 'sm_80'
                ptxas info    : Function properties for first
                    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
                ptxas info    : Used 168 registers, 4096+0 bytes smem, 376 bytes cmem[0], 8 bytes cmem[2]
                ptxas info    : Compiling entry function 'second' for 'sm_80'
                ptxas info    : Function properties for second
                    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
                ptxas info    : Used 32 registers, used 1 barriers, 256 bytes smem
                ptxas info    : Compile time = 18.026 ms
                """);
        assertThat(report.entries())
                .containsExactly(
                        new ResourceReport.Entry("first", 168, 16, 20, 4096, 384),
                        new ResourceReport.Entry("second", 32, 0, 0, 256, 0));
        assertThat(report.entry("third")).isEmpty();
    }

    @Test
    void aFunctionOfAnEntryIsNotTakenForIt() {
        var report = ResourceReport.ofPtxas("""
                ptxas info    : Compiling entry function 'entry' for 'sm_90a'
                ptxas info    : Function properties for entry
                ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
                ptxas info    : Used 24 registers
                ptxas info    : Function properties for _Z6helperf
                ptxas         .     80 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
                """);
        assertThat(report.entries()).containsExactly(new ResourceReport.Entry("entry", 24, 0, 0, 0, 0));
    }

    @Test
    void aCompilerThatSaysNothingReportsNothing() {
        assertThat(ResourceReport.ofPtxas("softmax.cu(3): warning: unused").entries())
                .isEmpty();
    }
}
