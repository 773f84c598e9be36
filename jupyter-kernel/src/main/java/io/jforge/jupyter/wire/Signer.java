package io.jforge.jupyter.wire;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Signs the four JSON frames of a message and checks such signatures; with an empty key it does neither.
public final class Signer {
    private final String algorithm;
    private final byte[] key;

    /// @param scheme `hmac-` and the name of a digest, such as `hmac-sha256`
    public Signer(String key, String scheme) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
        this.algorithm = scheme.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
        if (this.key.length > 0) {
            mac(scheme);
        }
    }

    /// The signature in lower-case hexadecimal, or an empty text when messages are unsigned.
    public String sign(byte[] header, byte[] parent, byte[] metadata, byte[] content) {
        if (key.length == 0) {
            return "";
        }
        Mac mac = mac(algorithm);
        mac.update(header);
        mac.update(parent);
        mac.update(metadata);
        mac.update(content);
        return HexFormat.of().formatHex(mac.doFinal());
    }

    /// Takes the same time wherever the first difference is.
    public boolean verify(String signature, byte[] header, byte[] parent, byte[] metadata, byte[] content) {
        return key.length == 0
                || MessageDigest.isEqual(
                        sign(header, parent, metadata, content).getBytes(StandardCharsets.US_ASCII),
                        signature.getBytes(StandardCharsets.UTF_8));
    }

    private Mac mac(String shownAs) {
        try {
            Mac mac = Mac.getInstance(algorithm);
            mac.init(new SecretKeySpec(key, algorithm));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new WireException("unknown signature scheme '%s' in the connection file".formatted(shownAs), e);
        }
    }
}
