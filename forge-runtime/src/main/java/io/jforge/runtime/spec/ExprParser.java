package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The recursive-descent parser of expressions, one method a rule of the grammar.
final class ExprParser {
    /// Bounds that keep parsing and evaluating within any thread's stack; real expressions stay far below.
    private static final int DEEPEST = 64;

    private static final int MOST_NODES = 1000;

    private static final Map<String, Operator> COMPARISONS = Map.of(
            "==",
            Operator.EQ,
            "!=",
            Operator.NE,
            "<",
            Operator.LT,
            "<=",
            Operator.LE,
            ">",
            Operator.GT,
            ">=",
            Operator.GE);

    private final Tokens tokens;
    private final boolean real;
    private int depth;
    private int nodes;

    private ExprParser(Tokens tokens, boolean real) {
        this.tokens = tokens;
        this.real = real;
    }

    /// Parses as much as is an expression and leaves the cursor after it.
    static Expr parse(Tokens tokens, boolean real) {
        var first = tokens.peek();
        var root = new ExprParser(tokens, real).expression();
        return new Expr(root, tokens.textSince(first), first.place());
    }

    private Node expression() {
        var left = conjunction();
        while (tokens.peek().is("||")) left = binary(Operator.OR, left, tokens.next(), conjunction());
        return left;
    }

    private Node conjunction() {
        var left = comparison();
        while (tokens.peek().is("&&")) left = binary(Operator.AND, left, tokens.next(), comparison());
        return left;
    }

    private Node comparison() {
        var left = sum();
        var operator = COMPARISONS.get(tokens.peek().text());
        if (operator != null) left = binary(operator, left, tokens.next(), sum());
        if (COMPARISONS.containsKey(tokens.peek().text()))
            throw tokens.peek().place().error("comparisons do not chain: join them with &&");
        if (tokens.peek().is("=")) throw tokens.peek().place().error("'=' is not an operator: write '=='");
        return left;
    }

    private Node sum() {
        var left = product();
        while (tokens.peek().is("+") || tokens.peek().is("-")) {
            var token = tokens.next();
            left = binary(token.is("+") ? Operator.ADD : Operator.SUB, left, token, product());
        }
        return left;
    }

    private Node product() {
        var left = unary();
        while (tokens.peek().is("*") || tokens.peek().is("/") || tokens.peek().is("%")) {
            var token = tokens.next();
            var operator = token.is("*") ? Operator.MUL : token.is("/") ? Operator.DIV : Operator.MOD;
            left = binary(operator, left, token, unary());
        }
        return left;
    }

    private Node unary() {
        if (!tokens.peek().is("-") && !tokens.peek().is("!")) return atom();
        var token = tokens.next();
        enter(token);
        var node = new Node.Unary(token.text().charAt(0), unary(), token.place());
        depth--;
        return node;
    }

    private Node atom() {
        var token = tokens.peek();
        return switch (token.kind()) {
            case INT -> count(new Node.Int(tokens.integer("a number"), token.place()));
            case DECIMAL -> count(new Node.Decimal(Double.parseDouble(decimal(tokens.next())), token.place()));
            case NAME -> tokens.peekAfter().is("(") ? call(tokens.next()) : count(name(tokens.next()));
            case SYMBOL, END -> parenthesised();
        };
    }

    private static String decimal(Token token) {
        if (Character.isDigit(token.text().charAt(token.text().length() - 1))
                || token.text().endsWith(".")) return token.text();
        throw token.place().error(token.text() + " is not a number");
    }

    private static Node name(Token token) {
        return new Node.Name(token.text(), token.place());
    }

    private Node parenthesised() {
        if (!tokens.peek().is("(")) throw tokens.wanted("a number, a name or '('");
        enter(tokens.next());
        var inner = expression();
        tokens.expect(")");
        depth--;
        return inner;
    }

    private Node call(Token name) {
        enter(tokens.next());
        var node = TensorQuery.find(name.text())
                .map(query -> tensorCall(query, name))
                .orElseGet(() -> numberCall(name));
        tokens.expect(")");
        depth--;
        return count(node);
    }

    private Node tensorCall(TensorQuery query, Token name) {
        if (!tokens.peek().isName()) throw tokens.wanted("a tensor's name, as in " + query.usage());
        var tensor = tokens.next().text();
        Optional<Node> dimension = Optional.empty();
        if (query == TensorQuery.STRIDE) {
            if (!tokens.accept(",")) throw tokens.wanted("a dimension, as in " + query.usage());
            dimension = Optional.of(expression());
        }
        if (!tokens.peek().is(")")) throw tokens.wanted("')', as in " + query.usage());
        return new Node.TensorCall(query, tensor, dimension, name.place());
    }

    private Node numberCall(Token name) {
        var function =
                Function.find(name.text()).filter(f -> real || !f.isReal()).orElseThrow(() -> unknown(name));
        List<Node> arguments = new ArrayList<>();
        if (!tokens.peek().is(")")) {
            do arguments.add(expression());
            while (tokens.accept(","));
        }
        if (!function.takes(arguments.size()))
            throw name.place().error("%s takes %s, got %d".formatted(name.text(), function.arity(), arguments.size()));
        return new Node.Call(function, arguments, name.place());
    }

    private static SpecException unknown(Token name) {
        var known = Stream.concat(Function.labels().stream(), TensorQuery.labels().stream())
                .toList();
        return name.place()
                .error("unknown function '%s'.%s".formatted(name.text(), Nearest.suffix(name.text(), known)));
    }

    private Node binary(Operator operator, Node left, Token token, Node right) {
        return count(new Node.Binary(operator, left, right, token.place()));
    }

    private void enter(Token token) {
        if (++depth > DEEPEST) throw token.place().error("the expression is nested too deeply");
    }

    private Node count(Node node) {
        if (++nodes > MOST_NODES) throw node.place().error("the expression is too long");
        return node;
    }
}
