package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The parser of one `launch` statement.
final class LaunchParser {
    static final List<String> CLAUSES = List.of(
            "grid", "block", "cluster", "shared", "threads", "when", "cooperative", "resident", "overlap", "args");

    private static final Set<String> CUDA_ONLY =
            Set.of("grid", "block", "cluster", "shared", "cooperative", "resident", "overlap");

    private final Language language;
    private final Tokens tokens;
    private final boolean first;
    private final Supplier<Expr> exprs;
    private final Set<String> seen = new HashSet<>();

    private List<Expr> grid = List.of();
    private List<Expr> block = List.of();
    private List<Expr> cluster = List.of();
    private Optional<Expr> shared = Optional.empty();
    private Optional<Expr> threads = Optional.empty();
    private Optional<Expr> when = Optional.empty();
    private List<Arg> args = List.of();

    LaunchParser(Language language, Tokens tokens, boolean first, Supplier<Expr> exprs) {
        this.language = language;
        this.tokens = tokens;
        this.first = first;
        this.exprs = exprs;
    }

    Launch launch() {
        var entry = tokens.name("an entry's name");
        if (Reserved.isReserved(entry.text()))
            throw entry.place()
                    .error("'%s' is a name of C, CUDA or JForge: call the entry something else"
                            .formatted(entry.text()));
        while (CLAUSES.contains(tokens.peek().text())) clause(tokens.next());
        if (language == Language.CUDA && (grid.isEmpty() || block.isEmpty()))
            throw entry.place().error("launch %s needs grid(...) and block(...)".formatted(entry.text()));
        return new Launch(
                entry.text(),
                grid,
                block,
                cluster,
                shared,
                threads,
                when,
                seen.contains("cooperative"),
                seen.contains("resident"),
                seen.contains("overlap"),
                args);
    }

    private void clause(Token word) {
        var name = word.text();
        if (language == Language.C && CUDA_ONLY.contains(name))
            throw word.place().error("'%s' is only for cuda sources".formatted(name));
        if (language == Language.CUDA && name.equals("threads"))
            throw word.place().error("'threads' is only for c sources: write block(...)");
        if (!seen.add(name)) throw word.place().error("'%s' is given twice".formatted(name));
        switch (name) {
            case "grid" -> grid = list(word);
            case "block" -> block = list(word);
            case "cluster" -> cluster = list(word);
            case "shared" -> shared = Optional.of(single());
            case "threads" -> threads = Optional.of(single());
            case "when" -> when = Optional.of(single());
            case "args" -> args = args();
            case "overlap" -> {
                if (first)
                    throw word.place()
                            .error("'overlap' is refused on the first launch: there is nothing before it to overlap");
            }
            default -> {
                // cooperative and resident are only remembered
            }
        }
    }

    private Expr single() {
        tokens.expect("(");
        var expr = exprs.get();
        tokens.expect(")");
        return expr;
    }

    private List<Expr> list(Token word) {
        tokens.expect("(");
        List<Expr> list = new ArrayList<>();
        do list.add(exprs.get());
        while (tokens.accept(","));
        tokens.expect(")");
        if (list.size() > 3) throw word.place().error("'%s' has at most 3 dimensions".formatted(word.text()));
        return list;
    }

    private List<Arg> args() {
        tokens.expect("(");
        List<Arg> list = new ArrayList<>();
        if (!tokens.peek().is(")")) {
            do list.add(arg());
            while (tokens.accept(","));
        }
        tokens.expect(")");
        return list;
    }

    private Arg arg() {
        var token = tokens.peek();
        var type = ScalarType.find(token.text());
        if (type.isPresent() && tokens.peekAfter().is("(")) {
            tokens.next();
            return new Arg.Scalar(type.get(), single());
        }
        boolean bare = token.isName()
                && (tokens.peekAfter().is(",") || tokens.peekAfter().is(")"));
        return bare ? new Arg.Named(exprs.get()) : new Arg.Scalar(ScalarType.I32, exprs.get());
    }
}
