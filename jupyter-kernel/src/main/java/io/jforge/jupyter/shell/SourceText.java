package io.jforge.jupyter.shell;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// A Java source file that is parsed, not compiled, for its documentation comments.
final class SourceText {
    private final JavacTask task;

    private SourceText(JavacTask task) {
        this.task = task;
    }

    static SourceText of(String source) {
        var file = new SimpleJavaFileObject(URI.create("source:///Source.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        };
        return new SourceText((JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, _ -> {}, List.of("-proc:none"), null, List.of(file)));
    }

    /// Raw comments as text and HTML, in the order given.
    static List<Documented> rendered(List<String> comments) {
        String members = comments.stream()
                .map(comment -> "/**\n%s\n*/ int member;\n".formatted(comment.replace("*/", "*&#47;")))
                .collect(Collectors.joining());
        SourceText source = of("class Source {\n" + members + "}");
        List<Documented> rendered = new ArrayList<>();
        source.scan(new TreePathScanner<>() {
            @Override
            public Void visitVariable(VariableTree node, DocTrees trees) {
                var comment = trees.getDocCommentTree(getCurrentPath());
                rendered.add(new Documented(new DocText().write(comment), new DocHtml().write(comment)));
                return null;
            }
        });
        return rendered;
    }

    /// A comment in its two forms.
    record Documented(String text, String html) {
        static final Documented NOTHING = new Documented("", "");
    }

    /// The raw comments of its types and methods, under `Type`, `Type.field` and `Type.method(int, String)`.
    Map<String, String> comments() {
        Map<String, String> comments = new LinkedHashMap<>();
        scan(new TreePathScanner<>() {
            @Override
            public Void visitClass(ClassTree node, DocTrees trees) {
                note(node.getSimpleName().toString(), getCurrentPath(), trees);
                return super.visitClass(node, trees);
            }

            @Override
            public Void visitMethod(MethodTree node, DocTrees trees) {
                String name = node.getName().contentEquals("<init>") ? "" : "." + node.getName();
                note(owner() + name + parameters(node), getCurrentPath(), trees);
                return null;
            }

            @Override
            public Void visitVariable(VariableTree node, DocTrees trees) {
                note(owner() + "." + node.getName(), getCurrentPath(), trees);
                return null;
            }

            private String owner() {
                return getCurrentPath().getParentPath().getLeaf() instanceof ClassTree type
                        ? type.getSimpleName().toString()
                        : "";
            }

            private void note(String name, TreePath path, DocTrees trees) {
                Optional.ofNullable(trees.getDocComment(path)).ifPresent(comment -> comments.put(name, comment));
            }
        });
        return comments;
    }

    private static String parameters(MethodTree method) {
        return method.getParameters().stream()
                .map(VariableTree::getType)
                .map(Tree::toString)
                .map(SourceText::erased)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /// A type without its package, arguments and annotations: the name that any way of writing it shares.
    static String erased(String type) {
        String bare = type.replaceAll("@\\w+ ", "").replace("...", "[]");
        while (bare.contains("<")) {
            String less = bare.replaceAll("<[^<>]*>", "");
            if (less.equals(bare)) {
                break;
            }
            bare = less;
        }
        return unqualified(bare).strip();
    }

    /// A type with simple names alone.
    static String unqualified(String type) {
        return type.replaceAll("[\\w$]+[.$](?=[\\w$])", "");
    }

    private void scan(TreePathScanner<Void, DocTrees> scanner) {
        DocTrees trees = DocTrees.instance(task);
        try {
            for (CompilationUnitTree unit : task.parse()) {
                scanner.scan(unit, trees);
            }
        } catch (IOException e) {
            throw new IllegalStateException("a text in memory cannot be read", e);
        }
    }
}
