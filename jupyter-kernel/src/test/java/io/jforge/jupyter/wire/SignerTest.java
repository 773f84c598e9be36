package io.jforge.jupyter.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SignerTest {
    private static final byte[] EMPTY = {};

    @Test
    void signsTheFourFramesInOrderAsRfc4231DoesOneText() {
        // RFC 4231, test case 2, cut into four frames
        Signer signer = new Signer("Jefe", "hmac-sha256");
        String signature = signer.sign(bytes("what do "), bytes("ya want "), bytes("for "), bytes("nothing?"));
        assertThat(signature).isEqualTo("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    }

    @Test
    void knowsOtherDigests() {
        assertThat(new Signer("Jefe", "hmac-sha512").sign(bytes("what do ya want for nothing?"), EMPTY, EMPTY, EMPTY))
                .startsWith("164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554");
        assertThatThrownBy(() -> new Signer("key", "hmac-nonsense"))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("hmac-nonsense");
    }

    @Test
    void verifiesOnlyItsOwnSignature() {
        Signer signer = new Signer("key", "hmac-sha256");
        String signature = signer.sign(bytes("{}"), bytes("{}"), bytes("{}"), bytes("{}"));
        assertThat(signer.verify(signature, bytes("{}"), bytes("{}"), bytes("{}"), bytes("{}")))
                .isTrue();
        assertThat(signer.verify(signature, bytes("{ }"), bytes("{}"), bytes("{}"), bytes("{}")))
                .isFalse();
        assertThat(signer.verify("", bytes("{}"), bytes("{}"), bytes("{}"), bytes("{}")))
                .isFalse();
    }

    @Test
    void anEmptyKeyNeitherSignsNorChecks() {
        Signer signer = new Signer("", "hmac-sha256");
        assertThat(signer.sign(EMPTY, EMPTY, EMPTY, EMPTY)).isEmpty();
        assertThat(signer.verify("anything", EMPTY, EMPTY, EMPTY, EMPTY)).isTrue();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
