package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.SelfTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerificationTest {
    private static final SelfTest.Finding CAUGHT =
            new SelfTest.Finding("cpu", "the source 'zeros'", "wrong: reference", "wrong: reference", true);
    private static final SelfTest.Finding MISSED =
            new SelfTest.Finding("cpu", "outputs of softmax 64x128, one NaN", "wrong", "right", false);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Verification verification = new Verification(new Terminal(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));

    @Test
    void whatWasMissedIsALineOnStandardErrorAndStatus1() {
        verification.print(List.of(CAUGHT, MISSED), 12.3);
        assertThat(Verification.status(List.of(CAUGHT, MISSED))).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("jforge: the verifier failed on cpu: outputs of softmax 64x128, one NaN should be wrong"
                        + " and was right\n");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("ok   cpu      the source 'zeros'")
                .contains("FAIL cpu      outputs of softmax 64x128, one NaN")
                .endsWith("The verifier failed in 1 of 2 cases (12 s): no result made here is to be trusted.\n");
    }

    @Test
    void whereAllIsCaughtItSaysHowMuch() {
        verification.print(List.of(CAUGHT), 1);
        assertThat(Verification.status(List.of(CAUGHT))).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .endsWith("The verifier told right from wrong in all 1 cases (1 s).\n");
    }
}
