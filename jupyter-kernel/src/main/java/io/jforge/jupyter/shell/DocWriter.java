package io.jforge.jupyter.shell;

import com.sun.source.doctree.BlockTagTree;
import com.sun.source.doctree.DeprecatedTree;
import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EndElementTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.ErroneousTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.doctree.RawTextTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.doctree.SinceTree;
import com.sun.source.doctree.SnippetTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.SummaryTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.doctree.ThrowsTree;
import com.sun.source.doctree.UnknownBlockTagTree;
import com.sun.source.util.SimpleDocTreeVisitor;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Goes through a documentation comment and says what is there; how that looks is its subclass's affair.
abstract class DocWriter extends SimpleDocTreeVisitor<Void, Void> {
    private static final Map<String, String> TITLES =
            Map.of("apiNote", "Note", "implSpec", "Implementation requirement", "implNote", "Implementation note");

    private String section = "";

    /// Writes words of a sentence; they may begin or end with blanks.
    abstract void words(String text);

    abstract void code(String text);

    /// Writes text whose lines and blanks stay as they are.
    abstract void preformatted(String text);

    abstract void open(String element);

    abstract void close(String element);

    abstract void entity(String name);

    /// Begins one of the paragraphs after the text proper, such as "Returns".
    abstract void section(String title);

    /// Begins a line of such a section.
    ///
    /// @param about the parameter or exception it is about, perhaps empty
    abstract void item(String about);

    /// All that was written.
    abstract String written();

    final String write(DocCommentTree comment) {
        visit(comment.getFullBody(), null);
        visit(comment.getBlockTags(), null);
        return written();
    }

    private Void all(List<? extends DocTree> parts) {
        return visit(parts, null);
    }

    private Void block(String title, String about, List<? extends DocTree> description) {
        if (!section.equals(title)) {
            section(title);
            section = title;
        }
        item(about);
        return all(description);
    }

    @Override
    public Void visitText(TextTree node, Void p) {
        words(node.getBody());
        return null;
    }

    @Override
    public Void visitRawText(RawTextTree node, Void p) {
        preformatted(node.getContent());
        return null;
    }

    @Override
    public Void visitErroneous(ErroneousTree node, Void p) {
        words(node.getBody());
        return null;
    }

    @Override
    public Void visitEntity(EntityTree node, Void p) {
        entity(node.getName().toString());
        return null;
    }

    @Override
    public Void visitStartElement(StartElementTree node, Void p) {
        open(node.getName().toString().toLowerCase(Locale.ROOT));
        return null;
    }

    @Override
    public Void visitEndElement(EndElementTree node, Void p) {
        close(node.getName().toString().toLowerCase(Locale.ROOT));
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree node, Void p) {
        if (node.getKind() == DocTree.Kind.CODE) {
            code(node.getBody().getBody());
        } else {
            words(node.getBody().getBody());
        }
        return null;
    }

    @Override
    public Void visitLink(LinkTree node, Void p) {
        if (node.getLabel().isEmpty()) {
            code(node.getReference().getSignature().replaceFirst("^#", "").replace('#', '.'));
            return null;
        }
        return all(node.getLabel());
    }

    @Override
    public Void visitSnippet(SnippetTree node, Void p) {
        preformatted(node.getBody() == null ? "" : node.getBody().getBody());
        return null;
    }

    @Override
    public Void visitSummary(SummaryTree node, Void p) {
        return all(node.getSummary());
    }

    @Override
    public Void visitParam(ParamTree node, Void p) {
        String name = node.getName().toString();
        return block("Parameters", node.isTypeParameter() ? "<" + name + ">" : name, node.getDescription());
    }

    @Override
    public Void visitReturn(ReturnTree node, Void p) {
        if (node.isInline()) {
            words("Returns ");
            all(node.getDescription());
            words(".");
            return null;
        }
        return block("Returns", "", node.getDescription());
    }

    @Override
    public Void visitThrows(ThrowsTree node, Void p) {
        return block("Throws", node.getExceptionName().getSignature(), node.getDescription());
    }

    @Override
    public Void visitSince(SinceTree node, Void p) {
        return block("Since", "", node.getBody());
    }

    @Override
    public Void visitDeprecated(DeprecatedTree node, Void p) {
        return block("Deprecated", "", node.getBody());
    }

    @Override
    public Void visitUnknownBlockTag(UnknownBlockTagTree node, Void p) {
        String title = TITLES.get(node.getTagName());
        return title == null ? null : block(title, "", node.getContent());
    }

    /// Authors, versions, cross-references to pages that are not here.
    @Override
    protected Void defaultAction(DocTree node, Void p) {
        if (!(node instanceof BlockTagTree)) {
            words(node.toString().replaceAll("^\\{@\\w+ *|}$", ""));
        }
        return null;
    }
}
