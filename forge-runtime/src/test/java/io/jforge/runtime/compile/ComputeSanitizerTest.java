package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.ComputeSanitizer.Finding;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What compute-sanitizer prints, read by a real process that stands in for it.
class ComputeSanitizerTest {
    private static final String BAD = """
            ========= COMPUTE-SANITIZER
            softmax 17x33 f32 on NVIDIA H200
            ========= Invalid __global__ read of size 4 bytes
            =========     at softmax+0x2f0
            =========     by thread (1,0,0) in block (16,0,0)
            =========     Access at 0x7f1c2e0008c4 is out of bounds
            =========
            ========= Invalid __global__ read of size 4 bytes
            =========     at softmax+0x2f0
            ========= ERROR SUMMARY: 2 errors
            """;

    @TempDir
    Path folder;

    private ComputeSanitizer saying(String text, int status) {
        var command = folder.resolve("compute-sanitizer");
        StandInNcu.program(command, """
                printf '%%s ' "$@" > '%s/words'
                cat <<'TEXT'
                %s
                TEXT
                exit %d
                """.formatted(folder, text.strip(), status));
        return new ComputeSanitizer(command);
    }

    private java.util.Optional<Finding> memcheck(ComputeSanitizer tool) {
        return tool.memcheck(folder.resolve("program"), Map.of(), Duration.ofSeconds(20));
    }

    @Test
    void theFirstErrorIsTold() {
        assertThat(memcheck(saying(BAD, 86)))
                .contains(new Finding(2, "Invalid __global__ read of size 4 bytes at softmax+0x2f0"));
    }

    @Test
    void aProgramWithoutErrorsHasNoFinding() throws Exception {
        var good = "========= COMPUTE-SANITIZER\nright: y\n========= ERROR SUMMARY: 0 errors\n";
        assertThat(memcheck(saying(good, 0))).isEmpty();
        assertThat(Files.readString(folder.resolve("words")))
                .startsWith("--tool memcheck ")
                .endsWith("/program --iters 0 --sample 64 ");
    }

    /// A program may print a summary of its own before the tool does.
    @Test
    void aSummaryWithoutErrorsIsNoProofWhereTheStatusSaysOtherwise() {
        assertThatThrownBy(() -> memcheck(saying("========= ERROR SUMMARY: 0 errors\nwrong: y[3]", 86)))
                .isInstanceOf(MissingTool.class)
                .hasMessageContainingAll("ended with status 86", "wrong: y[3]");
    }

    @Test
    void whatEndsWithoutASummaryIsNoProof() {
        assertThatThrownBy(() -> memcheck(saying("Error: no CUDA device", 1)))
                .isInstanceOf(MissingTool.class)
                .hasMessageContainingAll("gave no summary", "no CUDA device");
    }
}
