package io.jforge.jupyter.client;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Markdown as HTML: tables, coloured listings, pictures inlined, nothing that could run.
final class Prose {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Prose() {}

    static String toHtml(String markdown, Pictures pictures) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .sanitizeUrls(true)
                .nodeRendererFactory(context -> new ProseNodes(context, pictures))
                .attributeProviderFactory(_ -> (node, _, attributes) -> {
                    if (node instanceof Heading heading) {
                        attributes.put("id", plain(heading).replace(' ', '-'));
                    }
                })
                .build()
                .render(PARSER.parse(markdown));
    }

    /// The words of the first heading, without their markup.
    static Optional<String> heading(String markdown) {
        return children(PARSER.parse(markdown))
                .filter(Heading.class::isInstance)
                .map(Prose::plain)
                .filter(words -> !words.isBlank())
                .findFirst();
    }

    /// The words of a node, without their markup.
    static String plain(Node node) {
        if (node instanceof Text text) {
            return text.getLiteral();
        }
        if (node instanceof Code code) {
            return code.getLiteral();
        }
        var words = new StringBuilder();
        children(node).map(Prose::plain).forEach(words::append);
        return words.toString();
    }

    private static Stream<Node> children(Node parent) {
        return Stream.iterate(parent.getFirstChild(), child -> child != null, Node::getNext);
    }
}
