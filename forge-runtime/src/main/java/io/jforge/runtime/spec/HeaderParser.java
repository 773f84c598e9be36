package io.jforge.runtime.spec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// The parser of a header's statements, one method a statement.
final class HeaderParser {
    static final List<String> STATEMENTS =
            List.of("tune", "const", "require", "arch", "option", "scratch", "tensormap", "launch");

    private static final Pattern UPPER = Pattern.compile("[A-Z][A-Z0-9_]+");
    private static final Pattern ARCH = Pattern.compile("sm_([1-9][0-9]{1,2})(a?)");
    private static final int MOST_REGISTERS = 255;

    private final Language language;
    private final Tokens tokens;
    private final Map<String, Place> declared = new HashMap<>();
    private final Map<String, Place> usedEarly = new HashMap<>();

    private final List<Tunable> tunables = new ArrayList<>();
    private final List<Const> consts = new ArrayList<>();
    private final List<Expr> requires = new ArrayList<>();
    private final List<Scratch> scratch = new ArrayList<>();
    private final List<TensorMapDecl> tensorMaps = new ArrayList<>();
    private final List<Launch> launches = new ArrayList<>();
    private Optional<Arch> arch = Optional.empty();
    private boolean fastmath;
    private OptionalInt maxregs = OptionalInt.empty();

    private HeaderParser(Language language, Tokens tokens) {
        this.language = language;
        this.tokens = tokens;
    }

    static Header parse(HeaderText text) {
        var tokens = new Tokens(text.cleaned(), Lexer.tokens(text.cleaned(), false, text::place));
        return new HeaderParser(text.language(), tokens).header();
    }

    private Header header() {
        while (tokens.peek().kind() != Token.Kind.END)
            statement(tokens.name("a statement: " + String.join(", ", STATEMENTS)));
        if (launches.isEmpty()) throw tokens.peek().place().error("the header launches nothing: a 'launch' is needed");
        return new Header(tunables, consts, requires, arch, fastmath, maxregs, scratch, tensorMaps, launches);
    }

    private void statement(Token word) {
        switch (word.text()) {
            case "tune" -> tune();
            case "const" -> constant();
            case "require" -> requires.add(expr());
            case "arch" -> arch(word);
            case "option" -> option();
            case "scratch" -> scratch();
            case "tensormap" -> tensorMap(word);
            case "launch" -> launch();
            default -> throw unknown(word);
        }
    }

    private SpecException unknown(Token word) {
        List<String> known = new ArrayList<>(STATEMENTS);
        if (!launches.isEmpty()) known.addAll(LaunchParser.CLAUSES);
        return word.place()
                .error("'%s' is not a statement%s.%s"
                        .formatted(
                                word.text(),
                                launches.isEmpty() ? "" : " or a clause of 'launch'",
                                Nearest.suffix(word.text(), known)));
    }

    private void tune() {
        var name = upper();
        tokens.expect("in");
        Set<Long> values = new LinkedHashSet<>();
        do {
            var place = tokens.peek().place();
            long value = tokens.integer("a whole number");
            if (!values.add(value)) throw place.error("%d is listed twice".formatted(value));
        } while (tokens.peek().kind() == Token.Kind.INT);
        declare(name);
        tunables.add(new Tunable(name.text(), List.copyOf(values)));
    }

    private void constant() {
        var name = upper();
        tokens.expect("=");
        var value = expr();
        declare(name);
        consts.add(new Const(name.text(), value));
    }

    private Token upper() {
        var name = tokens.name("a name in capitals");
        if (!UPPER.matcher(name.text()).matches())
            throw name.place()
                    .error("'%s' must be two or more capitals, digits or '_', the first a capital"
                            .formatted(name.text()));
        if (Reserved.isMacro(name.text()))
            throw name.place()
                    .error("'%s' is a macro of C, CUDA or JForge: call it something else".formatted(name.text()));
        return name;
    }

    private void declare(Token name) {
        var early = usedEarly.get(name.text());
        if (early != null)
            throw early.error("%s is used before it is declared: move its line up".formatted(name.text()));
        if (declared.putIfAbsent(name.text(), name.place()) != null)
            throw name.place().error("%s is declared twice".formatted(name.text()));
    }

    private void arch(Token word) {
        cudaOnly(word);
        var name = tokens.name("an architecture such as sm_90");
        var matcher = ARCH.matcher(name.text());
        if (!matcher.matches())
            throw name.place().error("'%s' is not an architecture such as sm_90 or sm_90a".formatted(name.text()));
        if (arch.isPresent()) throw word.place().error("'arch' is given twice");
        arch = Optional.of(new Arch(
                name.text(),
                Integer.parseInt(matcher.group(1)),
                !matcher.group(2).isEmpty()));
    }

    private void option() {
        var name = tokens.name("fastmath or maxregs");
        switch (name.text()) {
            case "fastmath" -> {
                if (fastmath) throw name.place().error("'fastmath' is given twice");
                fastmath = true;
            }
            case "maxregs" -> maxregs(name);
            default ->
                throw name.place()
                        .error("'%s' is not an option: there are fastmath and maxregs.%s"
                                .formatted(name.text(), Nearest.suffix(name.text(), List.of("fastmath", "maxregs"))));
        }
    }

    private void maxregs(Token name) {
        cudaOnly(name);
        if (maxregs.isPresent()) throw name.place().error("'maxregs' is given twice");
        var place = tokens.peek().place();
        long count = tokens.integer("a number of registers");
        if (count < 1 || count > MOST_REGISTERS)
            throw place.error("maxregs is from 1 to %d, not %d".formatted(MOST_REGISTERS, count));
        maxregs = OptionalInt.of((int) count);
    }

    private void scratch() {
        var name = tokens.name("a buffer's name");
        var type = tokens.name("a dtype");
        var dtype = DType.find(type.text())
                .orElseThrow(() -> type.place()
                        .error("'%s' is not a dtype.%s"
                                .formatted(type.text(), Nearest.suffix(type.text(), DType.labels()))));
        tokens.expect("[");
        var elements = expr();
        tokens.expect("]");
        declare(name);
        scratch.add(new Scratch(name.text(), dtype, elements, tokens.accept("zero")));
    }

    private void tensorMap(Token word) {
        cudaOnly(word);
        var name = tokens.name("a tensor map's name");
        tokens.expect("of");
        var of = tokens.name("a tensor's name").text();
        tokens.expect("dims");
        var dims = list();
        tokens.expect("strides");
        var strides = list();
        tokens.expect("box");
        var box = list();
        if (dims.size() > 5) throw name.place().error("a tensor map has at most 5 dimensions");
        if (strides.size() != dims.size() - 1 || box.size() != dims.size())
            throw name.place()
                    .error("%d dims need %d strides and %d box sizes"
                            .formatted(dims.size(), dims.size() - 1, dims.size()));
        var swizzle = single("swizzle");
        var l2 = single("l2");
        declare(name);
        tensorMaps.add(new TensorMapDecl(name.text(), of, dims, strides, box, swizzle, l2));
    }

    private Optional<Expr> single(String word) {
        var token = tokens.peek();
        if (!tokens.accept(word)) return Optional.empty();
        var list = list();
        if (list.size() != 1) throw token.place().error("'%s' takes one number".formatted(word));
        return Optional.of(list.getFirst());
    }

    private void launch() {
        launches.add(new LaunchParser(language, tokens, launches.isEmpty(), this::expr).launch());
    }

    private void cudaOnly(Token word) {
        if (language == Language.C) throw word.place().error("'%s' is only for cuda sources".formatted(word.text()));
    }

    private List<Expr> list() {
        tokens.expect("(");
        List<Expr> list = new ArrayList<>();
        do list.add(expr());
        while (tokens.accept(","));
        tokens.expect(")");
        return list;
    }

    /// An expression; what it names in capitals must not be declared further down.
    private Expr expr() {
        var place = tokens.peek().place();
        var expr = ExprParser.parse(tokens, false);
        for (var name : expr.names()) if (!declared.containsKey(name)) usedEarly.putIfAbsent(name, place);
        return expr;
    }
}
