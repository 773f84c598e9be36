package io.jforge.jupyter.shell;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A name that the compiler does not know, as its message tells.
///
/// @param kind what it was taken for: variable, method, class, package
/// @param name the name alone
/// @param shown the name as the compiler writes it, with parameters' types
/// @param owner the type or package that lacks it; empty where nothing stands before the name
record UnknownName(String kind, String name, String shown, Optional<String> owner) {
    private static final Pattern SYMBOL = Pattern.compile("\\s*symbol:\\s+(?<kind>\\w+) (?<shown>(?<name>[\\w$]+).*)");
    private static final Pattern LOCATION =
            Pattern.compile("\\s*location: (?:(?<kind>class|interface|package) (?<owner>\\S+)|.* of type (?<type>.+))");
    private static final Pattern PACKAGE = Pattern.compile("package (?<name>[\\w$.]+) does not exist");

    /// @param source the text that the message is about
    static Optional<UnknownName> in(String message, String source) {
        Matcher missing = PACKAGE.matcher(message);
        if (missing.matches()) {
            String name = missing.group("name");
            // what has no dot before it and a capital letter is a type that is not known
            boolean type = name.matches("[A-Z]\\w*");
            return Optional.of(new UnknownName(type ? "class" : "package", name, name, Optional.empty()));
        }
        if (!message.startsWith("cannot find symbol")) {
            return Optional.empty();
        }
        return message.lines()
                .map(SYMBOL::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .map(symbol -> new UnknownName(
                        symbol.group("kind"),
                        symbol.group("name"),
                        symbol.group("shown"),
                        owner(message, source, symbol.group("name"))));
    }

    /// The enclosing class of a name that stands alone is no news.
    private static Optional<String> owner(String message, String source, String name) {
        return source.matches("(?s).*(\\.|::)\\s*" + Pattern.quote(name))
                ? message.lines()
                        .map(LOCATION::matcher)
                        .filter(Matcher::matches)
                        .findFirst()
                        .map(UnknownName::owner)
                : Optional.empty();
    }

    private static String owner(Matcher location) {
        if (location.group("owner") == null) {
            return SourceText.unqualified(location.group("type"));
        }
        return location.group("kind").equals("package")
                ? "package " + location.group("owner")
                : SourceText.unqualified(location.group("owner"));
    }

    boolean mayBeType() {
        return kind.equals("class") || (kind.equals("variable") && Character.isUpperCase(name.codePointAt(0)));
    }

    /// What is wrong, in a sentence.
    String complaint() {
        if (kind.equals("package")) {
            return "package %s does not exist".formatted(name);
        }
        String what = "%s %s".formatted(kind, SourceText.unqualified(shown));
        return owner.map(lacks -> "%s has no %s".formatted(lacks, what)).orElse(what + " is not defined");
    }
}
