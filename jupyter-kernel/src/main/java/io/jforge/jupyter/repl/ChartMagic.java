package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;

/// `%chart [FILE]`: the chart shown last as a picture in a file.
///
/// @param last that chart
record ChartMagic(Supplier<Optional<MimeBundle>> last) implements Magic {
    @Override
    public String name() {
        return "chart";
    }

    @Override
    public String help() {
        return "%chart [FILE]: writes the chart shown last to a file, as a picture, and tells where it is";
    }

    @Override
    public void run(MagicCall call) {
        var bundle = last.get()
                .orElseThrow(
                        () -> new MagicException("no chart was shown yet: end a cell with one, or display(chart)"));
        boolean png = bundle.data().get(MimeBundle.PNG) instanceof String;
        byte[] picture = png
                ? Base64.getDecoder().decode((String) bundle.data().get(MimeBundle.PNG))
                : String.valueOf(bundle.data().get(MimeBundle.SVG)).getBytes(StandardCharsets.UTF_8);
        call.out().println(written(picture, call.words().stream().findFirst(), png ? ".png" : ".svg"));
    }

    private static Path written(byte[] picture, Optional<String> wanted, String ending) {
        try {
            var file = wanted.isPresent() ? Path.of(wanted.get()) : Files.createTempFile("jforge-chart-", ending);
            return Files.write(file, picture).toAbsolutePath();
        } catch (IOException failed) {
            throw new MagicException(
                    "the chart cannot be written (%s): name a file in a folder that is there and writable"
                            .formatted(failed.getMessage()));
        }
    }
}
