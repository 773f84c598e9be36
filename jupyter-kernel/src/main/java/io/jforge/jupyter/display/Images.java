package io.jforge.jupyter.display;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import javax.imageio.ImageIO;

/// Pictures as PNG.
final class Images {
    private Images() {}

    static MimeBundle bundle(BufferedImage image) {
        return bundle(image, image.getWidth(), image.getHeight(), "image of %d x %d pixels");
    }

    /// @param width how wide a client should show it, in its own pixels
    static MimeBundle bundle(BufferedImage image, int width, int height, String plain) {
        return MimeBundle.text(plain.formatted(width, height))
                .with(MimeBundle.PNG, Base64.getEncoder().encodeToString(png(image)))
                .withMetadata(MimeBundle.PNG, Map.of("width", width, "height", height));
    }

    private static byte[] png(BufferedImage image) {
        var bytes = new ByteArrayOutputStream();
        try {
            boolean written = ImageIO.write(image, "png", bytes);
            if (!written || bytes.size() == 0) {
                throw new IllegalStateException("Java wrote an empty PNG");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
