package io.jforge.jupyter.client;

import io.jforge.jupyter.display.Highlighter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/// The Markdown nodes that a page which stands alone renders in its own way.
final class ProseNodes implements NodeRenderer {
    /// Markup that could run, load or restyle; prose with any of it is shown as text.
    private static final Pattern ACTIVE =
            Pattern.compile("(?i)<\\s*/?\\s*(script|style|iframe|frame|object|embed|link|meta|base|form|svg|math)\\b"
                    + "|[\\s\"'/]on\\w+\\s*=|javascript:");
    private static final Pattern PICTURE = Pattern.compile("(?i)(<img\\b[^>]*?\\bsrc=)([\"'])(.*?)\\2");

    private final HtmlWriter html;
    private final Pictures pictures;

    ProseNodes(HtmlNodeRendererContext context, Pictures pictures) {
        this.html = context.getWriter();
        this.pictures = pictures;
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(FencedCodeBlock.class, Image.class, HtmlBlock.class, HtmlInline.class);
    }

    @Override
    public void render(Node node) {
        switch (node) {
            case FencedCodeBlock block -> listing(block);
            case Image image -> picture(image);
            case HtmlBlock block -> markup(block.getLiteral());
            case HtmlInline inline -> markup(inline.getLiteral());
            default -> throw new IllegalArgumentException("not rendered here: " + node);
        }
    }

    private void listing(FencedCodeBlock block) {
        String info = Optional.ofNullable(block.getInfo()).orElse("");
        html.line();
        html.tag("pre", Map.of("class", "listing"));
        html.tag("code");
        html.raw(Highlighter.listing(block.getLiteral(), info.split("\\s", 2)[0]));
        html.tag("/code");
        html.tag("/pre");
        html.line();
    }

    private void picture(Image image) {
        String description = Prose.plain(image);
        Optional<String> inlined = pictures.inline(image.getDestination());
        if (inlined.isEmpty()) {
            html.tag("a", Map.of("href", ACTIVE.matcher(image.getDestination()).find() ? "" : image.getDestination()));
            html.text(description.isEmpty() ? image.getDestination() : description);
            html.tag("/a");
            return;
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("src", inlined.get());
        attributes.put("alt", description);
        Optional.ofNullable(image.getTitle()).ifPresent(title -> attributes.put("title", title));
        html.tag("img", attributes);
    }

    private void markup(String markup) {
        if (ACTIVE.matcher(markup).find()) {
            html.text(markup);
        } else {
            html.raw(PICTURE.matcher(markup).replaceAll(this::inlined));
        }
    }

    private String inlined(MatchResult picture) {
        String source = pictures.inline(picture.group(3)).orElse(picture.group(3));
        return Matcher.quoteReplacement(picture.group(1) + picture.group(2) + source + picture.group(2));
    }
}
