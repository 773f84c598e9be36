package io.jforge.jupyter.display;

import java.awt.Image;
import java.awt.image.BufferedImage;
import java.awt.image.RenderedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.swing.ImageIcon;

/// Pictures as PNG, or as the files that they are.
final class Images {
    private static final int SNIFFED = 64;

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

    static BufferedImage buffered(RenderedImage image) {
        if (image instanceof BufferedImage buffered) return buffered;
        var copy = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_ARGB);
        var graphics = copy.createGraphics();
        graphics.drawRenderedImage(image, null);
        graphics.dispose();
        return copy;
    }

    /// Waits for an image that is still being loaded.
    static BufferedImage buffered(Image image) {
        var loaded = new ImageIcon(image);
        if (loaded.getIconWidth() <= 0) throw new IllegalArgumentException("the image has no pixels");
        var copy = new BufferedImage(loaded.getIconWidth(), loaded.getIconHeight(), BufferedImage.TYPE_INT_ARGB);
        var graphics = copy.createGraphics();
        graphics.drawImage(image, 0, 0, null);
        graphics.dispose();
        return copy;
    }

    /// A file of a kind that browsers show stays as it is; any other that Java reads becomes a PNG.
    static MimeBundle ofFile(Path file) {
        try {
            return ofBytes(Files.readAllBytes(file), file.getFileName().toString());
        } catch (NoSuchFileException _) {
            throw new IllegalArgumentException("there is no file " + file.toAbsolutePath());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /// @param name what the text says it is
    static MimeBundle ofBytes(byte[] bytes, String name) {
        var type = type(bytes);
        if (type.isPresent() && type.get().equals(MimeBundle.SVG))
            return Contents.svg(new String(bytes, StandardCharsets.UTF_8));
        if (type.isPresent())
            return MimeBundle.text("image %s, %,d bytes".formatted(name, bytes.length))
                    .with(type.get(), Base64.getEncoder().encodeToString(bytes));
        return bundle(read(bytes, name));
    }

    private static BufferedImage read(byte[] bytes, String name) {
        try {
            var image = ImageIO.read(new ByteArrayInputStream(bytes));
            if (image == null) throw new IllegalArgumentException("no image of a kind that can be shown: " + name);
            return image;
        } catch (IOException e) {
            throw new IllegalArgumentException("an image that is damaged: " + name, e);
        }
    }

    /// By its first bytes, whatever it is called.
    private static Optional<String> type(byte[] bytes) {
        var head = new String(bytes, 0, Math.min(SNIFFED, bytes.length), StandardCharsets.ISO_8859_1);
        if (head.startsWith("\u0089PNG")) return Optional.of(MimeBundle.PNG);
        if (head.startsWith("\u00ff\u00d8\u00ff")) return Optional.of("image/jpeg");
        if (head.startsWith("GIF8")) return Optional.of("image/gif");
        if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return Optional.of("image/webp");
        var text = new String(bytes, 0, Math.min(SNIFFED * SNIFFED, bytes.length), StandardCharsets.UTF_8);
        return text.stripLeading().startsWith("<") && text.contains("<svg")
                ? Optional.of(MimeBundle.SVG)
                : Optional.empty();
    }
}
