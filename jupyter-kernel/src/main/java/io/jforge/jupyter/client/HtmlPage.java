package io.jforge.jupyter.client;

import io.jforge.jupyter.display.Highlighter;
import io.jforge.jupyter.display.Html;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One page of a notebook that stands alone: no network, no other file, readable in light and dark and on paper.
///
/// Rich outputs are trusted as the notebook's own; all other text is escaped. A content security policy in the page
/// keeps it from loading anything.
public final class HtmlPage {
    private static final Duration WORTH_SHOWING = Duration.ofMillis(100);

    private final Notebook notebook;
    private final String name;
    private final Path folder;

    /// @param name the title of a notebook without a heading
    /// @param folder where the pictures lie that its prose refers to
    public HtmlPage(Notebook notebook, String name, Path folder) {
        this.notebook = notebook;
        this.name = name;
        this.folder = folder;
    }

    /// Writes the page, making folders where needed.
    ///
    /// @throws NotebookException when the file cannot be written
    public void write(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, html());
        } catch (IOException e) {
            throw new NotebookException("cannot write the page %s: %s".formatted(file, e), e);
        }
    }

    public String html() {
        String cells = notebook.cells().stream().map(this::cell).collect(Collectors.joining("\n"));
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; \
                media-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
                <title>%s</title>
                <style>
                %s</style>
                </head>
                <body>
                <main>
                %s
                </main>
                </body>
                </html>
                """.formatted(Html.escape(title()), style(), cells);
    }

    /// The first heading, or the notebook's name.
    public String title() {
        return notebook.cells().stream()
                .filter(Cell.Markdown.class::isInstance)
                .flatMap(cell -> Prose.heading(cell.source()).stream())
                .findFirst()
                .orElse(name);
    }

    private String cell(Cell cell) {
        return switch (cell) {
            case Cell.Markdown markdown ->
                section(cell, "prose", "", Prose.toHtml(cell.source(), new Pictures(folder, markdown.attachments())));
            case Cell.Raw _ -> section(cell, "raw", "", pre("output plain", Html.escape(cell.source())));
            case Cell.Code code -> code(code);
        };
    }

    private String code(Cell.Code code) {
        String source =
                code.source().isBlank() ? "" : pre("source", Highlighter.cell(code.source(), notebook.language()));
        var html = new OutputHtml(folder);
        String outputs = code.outputs().stream().map(html::of).collect(Collectors.joining("\n"));
        return source.isEmpty() && outputs.isEmpty() ? "" : section(code, "code", gutter(code), source + outputs);
    }

    private static String pre(String cssClass, String html) {
        // the line break keeps a first empty line, which HTML would swallow
        return "<pre class=\"%s\">\n%s</pre>\n".formatted(cssClass, html);
    }

    private static String section(Cell cell, String cssClass, String gutter, String body) {
        return """
                <section class="cell %s" id="cell-%s">
                <div class="gutter">%s</div>
                <div class="body">
                %s
                </div>
                </section>""".formatted(cssClass, Html.escape(cell.id()), gutter, body);
    }

    private static String gutter(Cell.Code code) {
        String count = code.executionCount().isPresent()
                ? "<span class=\"count\">%d</span>"
                        .formatted(code.executionCount().getAsInt())
                : "";
        return count
                + took(code)
                        .map(time -> "<span class=\"took\">%s</span>".formatted(time))
                        .orElse("");
    }

    private static Optional<String> took(Cell.Code code) {
        var times = code.metadata().path("execution");
        try {
            OffsetDateTime from =
                    OffsetDateTime.parse(times.path("iopub.status.busy").asString(""));
            OffsetDateTime to =
                    OffsetDateTime.parse(times.path("shell.execute_reply").asString(""));
            return Stream.of(Duration.between(from, to))
                    .filter(time -> time.compareTo(WORTH_SHOWING) >= 0)
                    .map(HtmlPage::inWords)
                    .findFirst();
        } catch (DateTimeParseException _) {
            return Optional.empty(); // another tool's idea of timing
        }
    }

    private static String inWords(Duration time) {
        double seconds = time.toMillis() / 1e3;
        return seconds < 60
                ? String.format(Locale.ROOT, "%.1f s", seconds)
                : "%d min %02d s".formatted(time.toMinutes(), time.toSecondsPart());
    }

    private static String style() {
        try (InputStream in = HtmlPage.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
