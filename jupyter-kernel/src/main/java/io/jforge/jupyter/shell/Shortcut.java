package io.jforge.jupyter.shell;

import java.util.Optional;
import java.util.regex.Pattern;

/// Writes an expression as a block, which JShell compiles in half the time: it attributes an expression
/// four times, to find the type of a variable that nobody asked for, and a statement twice.
///
/// What cannot stand in such a block is rejected by the compiler before anything of it runs; it then goes
/// the usual way.
final class Shortcut {
    /// A call such as `list.add(3)`, or an assignment such as `x += 1`; no declaration begins so.
    private static final Pattern CALL_OR_ASSIGNMENT =
            Pattern.compile("[\\w$]+(\\s*\\.\\s*[\\w$]+)*\\s*(\\(|([-+*/%&|^]|<<|>>>?)?=(?!=)).*", Pattern.DOTALL);

    private static final Pattern OTHER_STATEMENT = Pattern.compile(
            "(if|while|for|do|switch|synchronized|try|assert|return|throw|yield|break|continue|import|package|class"
                    + "|interface|enum|record|@interface|var|final|static|public|private|protected|abstract|sealed|void|int|long"
                    + "|short|byte|char|float|double|boolean)\\b.*",
            Pattern.DOTALL);

    private Shortcut() {}

    /// A block that keeps the value of an expression.
    static Optional<String> keeping(String source) {
        String expression = source.strip();
        // the line's end closes a comment; what ends with a brace is more likely a declaration
        return expression.endsWith(";") || expression.endsWith("}") || !isOneExpression(expression)
                ? Optional.empty()
                : Optional.of("{%s.value(%s\n);}".formatted(Kept.class.getName(), expression));
    }

    /// A block that does what an expression does, whose value nobody wants to see.
    static Optional<String> doing(String source) {
        String expression = source.strip();
        return CALL_OR_ASSIGNMENT.matcher(expression).matches() && isOneExpression(expression)
                ? Optional.of("{%s\n;}".formatted(expression))
                : Optional.empty();
    }

    private static boolean isOneExpression(String source) {
        return !OTHER_STATEMENT.matcher(source).matches() && new Brackets().scan(source) == Brackets.Verdict.BALANCED;
    }
}
