package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// `%%html`, `%%markdown` and their like: a cell's text is shown as what it is.
final class RichMagic implements Magic {
    /// One for each language that clients show.
    static final List<Magic> ALL = List.of(
            new RichMagic("html", "HTML", MimeBundle.HTML),
            new RichMagic("markdown", "Markdown", MimeBundle.MARKDOWN),
            new RichMagic("latex", "LaTeX", "text/latex"),
            new RichMagic("svg", "SVG", MimeBundle.SVG),
            new RichMagic("javascript", "JavaScript, which the notebook page runs", "application/javascript"),
            new RichMagic("json", "JSON", "application/json"));

    private final String name;
    private final String language;
    private final String type;

    private RichMagic(String name, String language, String type) {
        this.name = name;
        this.language = language;
        this.type = type;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String help() {
        return "%%%%%s: shows the lines under it as %s".formatted(name, language);
    }

    @Override
    public void run(MagicCall call) {
        if (call.body().isPresent() && !call.line().isBlank())
            throw Arguments.refused(this, "takes its text from the lines under it");
        String text = call.body().orElse(call.line());
        if (text.isBlank()) throw Arguments.refused(this, "needs text under it");
        call.display()
                .show(MimeBundle.text(text.stripTrailing()).with(type, name.equals("json") ? parsed(text) : text));
    }

    private Object parsed(String text) {
        try {
            return new JsonMapper().readValue(text, Object.class);
        } catch (JacksonException e) {
            var at = e.getLocation();
            throw Arguments.refused(
                    this, at == null ? "this is not JSON" : "line %d is not JSON".formatted(at.getLineNr()));
        }
    }
}
