package io.jforge.jupyter.magic.common;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Code of a method's body, cut before its last statement.
///
/// @param lastIsValue whether the last one is an expression without a semicolon
/// @param variables those that it declares with a first value, outside of any block of its own
record Statements(String before, String last, boolean lastIsValue, List<String> variables) {
    private static final String OPENING = "class Code { void code() { ";

    static Statements of(String code) {
        String whole = OPENING + code + "\n;}}";
        try {
            var task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                    .getTask(null, null, new DiagnosticCollector<>(), null, null, List.of(new Text(whole)));
            CompilationUnitTree unit = task.parse().iterator().next();
            return cut(code, body(unit).orElse(List.of()), unit, Trees.instance(task));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<List<? extends StatementTree>> body(CompilationUnitTree unit) {
        return unit.getTypeDecls().stream()
                .filter(ClassTree.class::isInstance)
                .flatMap(type -> ((ClassTree) type).getMembers().stream())
                .filter(MethodTree.class::isInstance)
                .map(method -> ((MethodTree) method).getBody())
                .<List<? extends StatementTree>>map(BlockTree::getStatements)
                .findFirst();
    }

    private static Statements cut(
            String code, List<? extends StatementTree> statements, CompilationUnitTree unit, Trees trees) {
        var variables = statements.stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(variable -> variable.getInitializer() != null)
                .map(variable -> variable.getName().toString())
                .toList();
        boolean value =
                !code.stripTrailing().endsWith(";") && !code.stripTrailing().endsWith("}");
        var last = statements.reversed().stream()
                .filter(ExpressionStatementTree.class::isInstance)
                .findFirst();
        if (!value || last.isEmpty()) return new Statements(code, "", false, variables);
        long start = trees.getSourcePositions().getStartPosition(unit, last.get()) - OPENING.length();
        int at = (int) Math.clamp(start, 0, code.length());
        return new Statements(code.substring(0, at), code.substring(at), true, variables);
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String text;

        Text(String text) {
            super(URI.create("string:///Code.java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
