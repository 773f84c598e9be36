package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.Completion.Candidate;
import io.jforge.jupyter.shell.Completion.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Documentation;
import jdk.jshell.SourceCodeAnalysis.Suggestion;
import jdk.jshell.VarSnippet;

/// What JShell offers, told apart and put in order.
final class Suggestions {
    /// A signature takes JShell some 10 ms.
    private static final int MOST_SIGNATURES = 3;

    /// What every object has comes after what makes this one special.
    private static final Set<String> OF_ANY_OBJECT = Set.of(
            "clone", "equals", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait", "class");

    private final JShell jshell;
    private final SourceCodeAnalysis analysis;

    /// @param from where in the text before the cursor the candidates begin
    record Found(int from, List<Candidate> candidates) {}

    Suggestions(JShell jshell) {
        this.jshell = jshell;
        this.analysis = jshell.sourceCodeAnalysis();
    }

    Found at(Place place) {
        Found found = in(place.around().code(), place);
        return found.candidates().isEmpty() ? in(place.around().last().text(), place) : found;
    }

    private Found in(String code, Place place) {
        int[] anchor = {code.length()};
        List<Suggestion> all = analysis.completionSuggestions(code, code.length(), anchor);
        String typed = code.substring(anchor[0]);
        Map<String, String> variables = place.isMember() ? Map.of() : variables();
        List<Candidate> candidates = all.stream()
                .filter(each -> each.continuation().startsWith(typed))
                .filter(each -> !each.continuation().startsWith(Surroundings.MADE_UP))
                .filter(each -> !each.continuation().startsWith("$JShell$"))
                .sorted(order(place, variables.keySet()))
                .map(Suggestion::continuation)
                .distinct()
                .map(text -> candidate(text, place, variables))
                .toList();
        return new Found(Math.max(0, place.before().length() - typed.length()), candidates);
    }

    /// First what fits the expected type, of what any object has the rest first.
    private static Comparator<Suggestion> order(Place place, Set<String> variables) {
        return Comparator.<Suggestion, Boolean>comparing(
                        each -> !place.isMember() && !variables.contains(each.continuation()))
                .thenComparing(each -> !each.matchesType())
                .thenComparing(each -> place.isMember() && OF_ANY_OBJECT.contains(nameOf(each.continuation())));
    }

    private static String nameOf(String continuation) {
        int parenthesis = continuation.indexOf('(');
        return parenthesis < 0 ? continuation : continuation.substring(0, parenthesis);
    }

    private Map<String, String> variables() {
        return jshell.variables().collect(Collectors.toMap(VarSnippet::name, VarSnippet::typeName, (a, _) -> a));
    }

    private static Candidate candidate(String text, Place place, Map<String, String> variables) {
        String type = variables.get(text);
        return new Candidate(text, type == null ? kindOf(text, place) : Kind.VARIABLE, type == null ? "" : type);
    }

    /// JShell does not say, but Java people write names so that one sees it.
    private static Kind kindOf(String text, Place place) {
        boolean capital = Character.isUpperCase(text.codePointAt(0));
        if (text.endsWith(".") || (place.isInImport() && !capital)) {
            return Kind.PACKAGE;
        } else if (place.previous().is("new")) {
            return Kind.CLASS;
        } else if (text.indexOf('(') > 0 || place.previous().is("::")) {
            return Kind.METHOD;
        } else if (Words.RESERVED.contains(text)) {
            return Kind.KEYWORD;
        }
        boolean constant = capital && text.length() > 1 && text.equals(text.toUpperCase(Locale.ROOT));
        return capital && !(constant && place.isMember()) ? Kind.CLASS : Kind.FIELD;
    }

    /// Adds signatures to methods, where they are few enough not to hold the reader up.
    List<Candidate> withSignatures(List<Candidate> candidates, Place place) {
        long methods =
                candidates.stream().filter(each -> each.kind() == Kind.METHOD).count();
        return methods > MOST_SIGNATURES
                ? candidates
                : candidates.stream().map(each -> withSignature(each, place)).toList();
    }

    private Candidate withSignature(Candidate candidate, Place place) {
        if (candidate.kind() != Kind.METHOD || !candidate.signature().isEmpty()) {
            return candidate;
        }
        String code = place.around().code();
        String call = code.substring(0, code.length() - place.typed().length()) + nameOf(candidate.text()) + "(";
        String signature = analysis.documentation(call, call.length(), false).stream()
                .map(Documentation::signature)
                .map(Signatures::readable)
                .distinct()
                .collect(Collectors.joining("\n"));
        return new Candidate(candidate.text(), candidate.kind(), signature);
    }

    /// The constants of an enum that code can name, or nothing when it is none.
    List<String> constantsOf(String type) {
        String code = type + ".";
        List<String> members = analysis.completionSuggestions(code, code.length(), new int[1]).stream()
                .map(Suggestion::continuation)
                .toList();
        boolean isEnum = members.contains("values()") && members.contains("valueOf(");
        Stream<String> constants =
                members.stream().filter(each -> each.indexOf('(') < 0 && each.equals(each.toUpperCase(Locale.ROOT)));
        return isEnum ? constants.distinct().toList() : List.of();
    }

    String typeOf(String expression) {
        String type = analysis.analyzeType(expression, expression.length());
        return type == null ? "" : type;
    }
}
