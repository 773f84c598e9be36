package io.jforge.jupyter.shell;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/// Writes an expression as something else that JShell compiles in less than half the time: it attributes an
/// expression four times, to find the type of a variable that nobody asked for; the initializer of a
/// variable whose type is written twice, and a block three times.
///
/// What cannot stand there is rejected by the compiler before anything of it runs; it then goes the usual way.
final class Shortcut {
    /// The variables that expressions initialize, each gone as soon as its value is read. Each has a name
    /// of its own: JShell remembers under a name what all that was ever called so depends on, and compiles
    /// that again with it.
    private static final String NAME = "kept$";

    private static final AtomicLong COUNT = new AtomicLong();

    /// A call such as `list.add(3)`, or an assignment such as `x += 1`; no declaration begins so.
    private static final Pattern CALL_OR_ASSIGNMENT =
            Pattern.compile("[\\w$]+(\\s*\\.\\s*[\\w$]+)*\\s*(\\(|([-+*/%&|^]|<<|>>>?)?=(?!=)).*", Pattern.DOTALL);

    private static final Pattern OTHER_STATEMENT = Pattern.compile(
            "(if|while|for|do|switch|synchronized|try|assert|return|throw|yield|break|continue|import|package|class"
                    + "|interface|enum|record|@interface|var|final|static|public|private|protected|abstract|sealed|void|int|long"
                    + "|short|byte|char|float|double|boolean)\\b.*",
            Pattern.DOTALL);

    private Shortcut() {}

    /// A variable that an expression initializes.
    static Optional<String> keeping(String source) {
        String expression = source.strip();
        // the line's end closes a comment; what ends with a brace is more likely a declaration
        return expression.endsWith(";") || expression.endsWith("}") || !isOneExpression(expression)
                ? Optional.empty()
                : Optional.of("java.lang.Object %s%d = %s\n;".formatted(NAME, COUNT.incrementAndGet(), expression));
    }

    /// A block that does what an expression does, whose value nobody wants to see.
    static Optional<String> doing(String source) {
        String expression = source.strip();
        return CALL_OR_ASSIGNMENT.matcher(expression).matches() && isOneExpression(expression)
                ? Optional.of("{%s\n;}".formatted(expression))
                : Optional.empty();
    }

    private static boolean isOneExpression(String source) {
        var brackets = new Brackets();
        return !OTHER_STATEMENT.matcher(source).matches()
                && brackets.scan(source) == Brackets.Verdict.BALANCED
                && !brackets.listsSeveral();
    }
}
