package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrashReportTest {
    private static final String PRINTED = """
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  SIGSEGV (0xb) at pc=0x00007f866eb8610a, pid=12161, tid=12162
            #
            # Problematic frame:
            # C  [softmax.so+0x110a]  softmax._omp_fn.0+0x1a
            #
            Stack: [0x00007f0000000000,0x00007f0000800000],  sp=0x%s,  free space=8000k
            """;

    @Test
    void theSignalAndTheFunctionAreNamed() {
        assertThat(CrashReport.describe(PRINTED.formatted("00007f00007f0000"), 1))
                .isEqualTo("illegal address (SIGSEGV) in softmax");
        assertThat(CrashReport.describe("#  SIGBUS (0x7) at pc=1", 134)).isEqualTo("illegal access (SIGBUS)");
    }

    @Test
    void aStackPointerAtOrBelowTheStacksEndIsAnOverflow() {
        var overflow = "stack overflow: local arrays or calls in calls took more than 8 MB";
        assertThat(CrashReport.describe(PRINTED.formatted("00007f0000004000"), 1))
                .isEqualTo(overflow);
        assertThat(CrashReport.describe(PRINTED.formatted("00007effffff0000"), 1))
                .isEqualTo(overflow);
        assertThat(CrashReport.describe("", 139)).isEqualTo(overflow);
    }

    @Test
    void aProcessThatSaysNothingIsToldByItsStatus() {
        assertThat(CrashReport.describe("", 137)).isEqualTo("the process was killed (out of memory?)");
        assertThat(CrashReport.describe("", 143)).isEqualTo("the process ended by signal 15");
        assertThat(CrashReport.describe("", 7)).isEqualTo("the process ended with status 7");
        assertThat(CrashReport.describe("Error: no class\nmore", 1))
                .isEqualTo("the process ended with status 1: Error: no class");
    }
}
