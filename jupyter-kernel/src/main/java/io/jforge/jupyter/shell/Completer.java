package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Completion.Candidate;
import io.jforge.jupyter.shell.Completion.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jshell.JShell;

/// Offers what could stand at a cursor: what JShell knows, and what it does not look for.
final class Completer {
    private static final int MOST_UNIMPORTED = 20;
    private static final int SHORTEST_UNIMPORTED = 3;

    private final JShell jshell;
    private final Suggestions suggestions;
    private final TypeIndex types;

    Completer(JShell jshell, TypeIndex types) {
        this.jshell = jshell;
        this.suggestions = new Suggestions(jshell);
        this.types = types;
    }

    Completion complete(String cell, int cursor) {
        String before = cell.substring(0, cursor);
        List<Token> tokens = Tokens.of(before);
        if (!tokens.isEmpty() && !tokens.getLast().finished()) {
            return inText(tokens.getLast(), cursor);
        }
        Place place = Place.of(before, tokens, types::exists);
        Suggestions.Found known = suggestions.at(place);
        List<Candidate> all = place.isInImport() || place.isMember() ? known.candidates() : words(place, known);
        int end = endOfWord(cell, place, cursor);
        boolean called = end > cursor && cell.startsWith("(", end);
        Stream<Candidate> found = suggestions.withSignatures(all, place).stream();
        return new Completion(known.from(), end, (called ? found.map(Completer::withoutParentheses) : found).toList());
    }

    private static Completion inText(Token literal, int cursor) {
        return literal.kind() == Token.Kind.STRING && !literal.text().startsWith("\"\"\"")
                ? FilePaths.complete(literal.text().substring(1), cursor)
                : Completion.none(cursor);
    }

    /// A word that is being changed in its middle is replaced whole.
    private static int endOfWord(String cell, Place place, int cursor) {
        int end = cursor;
        while (!place.typed().isEmpty() && end < cell.length() && Character.isJavaIdentifierPart(cell.charAt(end))) {
            end++;
        }
        return end;
    }

    private static Candidate withoutParentheses(Candidate candidate) {
        return new Candidate(candidate.name(), candidate.kind(), candidate.signature());
    }

    /// Names of this cell first, then variables and methods, words of Java, types, packages, types to be imported.
    private List<Candidate> words(Place place, Suggestions.Found known) {
        Map<String, Candidate> all = new LinkedHashMap<>();
        Stream.of(
                        values(place, known),
                        javaWords(place),
                        typesInScope(place, known),
                        packages(known),
                        unimported(place))
                .flatMap(each -> each)
                .filter(each -> simple(each.name()).startsWith(place.typed()))
                // JShell knows better than the words of the cell whether a method has parameters
                .forEach(each -> all.merge(each.name(), each, (a, b) -> b.kind() == Kind.METHOD ? b : a));
        return new ArrayList<>(all.values());
    }

    private Stream<Candidate> values(Place place, Suggestions.Found known) {
        if (place.followsName()) {
            return Stream.of();
        }
        Stream<Candidate> locals = LocalNames.at(place.tokens()).stream()
                .filter(name -> !place.isBeingDeclared(name.name()))
                .map(Completer::candidate);
        Stream<Candidate> others = known.candidates().stream()
                .filter(each ->
                        each.kind() == Kind.VARIABLE || each.kind() == Kind.METHOD || each.kind() == Kind.FIELD);
        return Stream.of(constants(place), locals, others).flatMap(each -> each);
    }

    private static Candidate candidate(LocalNames.Name name) {
        String text = name.kind() == Kind.METHOD ? name.name() + "(" : name.name();
        return new Candidate(text, name.kind(), name.type());
    }

    private static Stream<Candidate> javaWords(Place place) {
        boolean wanted = !place.typed().isEmpty()
                && !place.previous().is("new")
                && !place.previous().is("@");
        return wanted ? Words.OFFERED.stream().map(word -> new Candidate(word, Kind.KEYWORD, "")) : Stream.of();
    }

    private static Stream<Candidate> typesInScope(Place place, Suggestions.Found known) {
        return Stream.concat(
                place.around().imports().names().stream().map(name -> new Candidate(name, Kind.CLASS, "")),
                known.candidates().stream().filter(each -> each.kind() == Kind.CLASS || each.kind() == Kind.KEYWORD));
    }

    private static Stream<Candidate> packages(Suggestions.Found known) {
        return known.candidates().stream().filter(each -> each.kind() == Kind.PACKAGE);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /// Constants of the enum that is wanted here.
    private Stream<Candidate> constants(Place place) {
        String over = place.switchedOver();
        String type = over.isEmpty() ? place.declaredType() : suggestions.typeOf(over);
        String prefix = over.isEmpty() ? type + "." : "";
        return type.isEmpty() || !Character.isUpperCase(type.charAt(0))
                ? Stream.of()
                : suggestions.constantsOf(type).stream().map(name -> new Candidate(prefix + name, Kind.FIELD, type));
    }

    private Stream<Candidate> unimported(Place place) {
        String typed = place.typed();
        if (typed.length() < SHORTEST_UNIMPORTED || !Character.isUpperCase(typed.charAt(0))) {
            return Stream.of();
        }
        return types.startingWith(typed, MOST_UNIMPORTED).stream()
                .filter(name -> !isImported(packageOf(name)))
                .map(name -> new Candidate(needsPackage(place, name) ? name : simple(name), Kind.CLASS, name));
    }

    private static boolean needsPackage(Place place, String fullName) {
        String packageName = packageOf(fullName);
        return !packageName.equals("java.lang") && !place.around().imports().covers(packageName);
    }

    private static String packageOf(String fullName) {
        return fullName.substring(0, fullName.lastIndexOf('.'));
    }

    /// Types of such a package are offered already, where they fit.
    private boolean isImported(String packageName) {
        return jshell.imports().anyMatch(each -> each.fullname().equals(packageName + ".*"));
    }
}
