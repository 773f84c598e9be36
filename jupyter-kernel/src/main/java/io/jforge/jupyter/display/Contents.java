package io.jforge.jupyter.display;

import io.jforge.jupyter.wire.Json;
import java.awt.Image;
import java.awt.image.RenderedImage;
import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.knowm.xchart.internal.chartpart.Chart;
import tech.tablesaw.api.Table;
import tools.jackson.core.JacksonException;

/// What cells show as content of a kind: HTML, formulas, pictures, tables.
final class Contents {
    private static final Pattern FORMULA = Pattern.compile("\\$|\\\\\\(|\\\\\\[|\\\\begin\\{");
    private static final int MOST_CHARACTERS = 20_000;

    private Contents() {}

    static MimeBundle html(String html) {
        return MimeBundle.html(html, HtmlText.of(html));
    }

    static MimeBundle markdown(String text) {
        return MimeBundle.text(text).with(MimeBundle.MARKDOWN, text);
    }

    /// A bare formula is put between the signs that set it off.
    static MimeBundle latex(String text) {
        boolean marked = FORMULA.matcher(text).find();
        return MimeBundle.text(text).with("text/latex", marked ? text : "$$" + text.strip() + "$$");
    }

    static MimeBundle javascript(String script) {
        return MimeBundle.text(script).with("application/javascript", script);
    }

    /// Text that is JSON already, or a value that becomes it: a map, a collection, an array, a record.
    static MimeBundle json(Object value) {
        try {
            var tree = value instanceof CharSequence text
                    ? Json.MAPPER.readTree(text.toString())
                    : Json.MAPPER.valueToTree(value);
            var text = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree);
            var plain = text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "\n...";
            return MimeBundle.text(plain).with("application/json", Json.MAPPER.convertValue(tree, Object.class));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("that is no JSON: " + e.getOriginalMessage());
        }
    }

    /// SVG text, or a chart drawn as such.
    static MimeBundle svg(Object picture) {
        return switch (picture) {
            case String text -> MimeBundle.text("SVG picture").with(MimeBundle.SVG, bareSvg(text));
            case Chart<?, ?> chart -> Charts.svg(chart);
            case null, default -> throw unusable("an SVG", picture, "SVG text or a chart");
        };
    }

    /// From its element on, as it stands in a page.
    static String bareSvg(String text) {
        int start = text.indexOf("<svg");
        if (start < 0) throw new IllegalArgumentException("that is no SVG: it has no <svg> element");
        var bare = text.substring(start).strip();
        return bare.substring(0, bare.indexOf('>') + 1).contains("xmlns=")
                ? bare
                : bare.replaceFirst("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    }

    static MimeBundle image(Object picture) {
        return switch (picture) {
            case Path file -> Images.ofFile(file);
            case File file -> Images.ofFile(file.toPath());
            case String file -> Images.ofFile(Path.of(file));
            case byte[] bytes -> Images.ofBytes(bytes, "in memory");
            case RenderedImage image -> Images.bundle(Images.buffered(image));
            case Image image -> Images.bundle(Images.buffered(image));
            case Chart<?, ?> chart -> Charts.bundle(chart);
            case null, default -> throw unusable("an image", picture, "a file, its bytes, an image of AWT or a chart");
        };
    }

    /// The same, shown that wide.
    static MimeBundle image(Object picture, int width) {
        var bundle = image(picture);
        var type = bundle.data().keySet().stream()
                .filter(each -> each.startsWith("image/"))
                .findFirst()
                .orElseThrow();
        return bundle.withMetadata(type, Map.of("width", width));
    }

    static MimeBundle table(Object rows) {
        return new TableView(rows instanceof Table table ? TablesawTables.of(table) : RowTables.of(rows)).bundle();
    }

    private static IllegalArgumentException unusable(String what, Object given, String wanted) {
        return new IllegalArgumentException("%s is made of %s, not of %s"
                .formatted(
                        what,
                        wanted,
                        given == null ? "null" : "this " + given.getClass().getSimpleName()));
    }
}
