package io.jforge.runtime.spec;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/// An expression of the formats: exact 64-bit whole numbers, floor division, lazy `if`, `&&` and `||`.
///
/// Every error, of parsing and of evaluating, is a [SpecException] that names its column.
public final class Expr {
    private final Node root;
    private final String text;
    private final Place place;

    Expr(Node root, String text, Place place) {
        this.root = root;
        this.text = text;
        this.place = place;
    }

    public static Expr parse(String text) {
        return parse(text, 1);
    }

    /// Parses text that begins at that column of what the user sees.
    public static Expr parse(String text, int firstColumn) {
        return whole(text, firstColumn, false);
    }

    /// Parses an expression of real numbers: decimals, `sqrt`, `exp`, `log` and float attributes are allowed,
    /// `/` divides.
    public static Expr parseReal(String text) {
        return whole(text, 1, true);
    }

    private static Expr whole(String text, int firstColumn, boolean real) {
        var tokens = new Tokens(text, Lexer.tokens(text, real, offset -> new Place(0, firstColumn + offset)));
        var expr = ExprParser.parse(tokens, real);
        if (tokens.peek().kind() != Token.Kind.END) throw tokens.wanted("an operator or the end");
        return expr;
    }

    public long eval(Scope scope) {
        return root.eval(scope);
    }

    /// The value over real numbers; a [SpecException] if it is not finite.
    public double evalReal(Scope scope) {
        double value = root.real(scope);
        if (!Double.isFinite(value)) throw place.error("'%s' is not a finite number".formatted(text));
        return value;
    }

    /// Whether the value is not 0.
    public boolean holds(Scope scope) {
        return eval(scope) != 0;
    }

    /// The names of numbers and dtypes it mentions, in order; tensors are in [#tensors()].
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        root.walk(node -> {
            if (node instanceof Node.Name(String name, Place _)
                    && DType.find(name).isEmpty()) names.add(name);
        });
        return names;
    }

    /// The tensors it asks about, in order.
    public Set<String> tensors() {
        Set<String> names = new LinkedHashSet<>();
        root.walk(node -> {
            if (node instanceof Node.TensorCall call) names.add(call.tensor());
        });
        return names;
    }

    /// Refuses names that will never be known, even where evaluation would not reach them.
    void check(Collection<String> names, Collection<String> tensors) {
        root.walk(node -> {
            if (node instanceof Node.Name(String name, Place at)
                    && DType.find(name).isEmpty()
                    && !names.contains(name))
                throw at.error(
                        tensors.contains(name)
                                ? "%s is a tensor: ask sizeof(%s), numel(%s) ...".formatted(name, name, name)
                                : "unknown name '%s'.%s".formatted(name, Nearest.suffix(name, names)));
            if (node instanceof Node.TensorCall call && !tensors.contains(call.tensor()))
                throw call.place()
                        .error("%s(%s): unknown tensor '%s'.%s"
                                .formatted(
                                        call.query().label(),
                                        call.tensor(),
                                        call.tensor(),
                                        Nearest.suffix(call.tensor(), tensors)));
        });
    }

    /// Where its text begins.
    Place place() {
        return place;
    }

    /// The source text, on one line.
    public String text() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Expr expr && text.equals(expr.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
