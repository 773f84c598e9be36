package io.jforge.jupyter.shell;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;

/// What JShell keeps of snippets that are over: each one; what the compiler said about it, which holds the
/// trees and symbols of the whole compilation; its class files; and the text that they were compiled from.
///
/// So cells get slower and the kernel larger with each that ran. What no later cell can name is taken out here,
/// the text when it is no longer likely that an exception comes from it. That reaches into JShell, which takes
/// `--add-opens jdk.jshell/jdk.jshell=ALL-UNNAMED`; a process without it keeps all.
final class Leftovers {
    /// Of how many snippets that are over exceptions can still tell lines.
    private static final int RECENT = 256;

    /// After how many snippets the compiler begins anew. It keeps each name and import that it ever met,
    /// some 3 KB a snippet; the next cell takes some 50 ms longer.
    private static final int MOST_COMPILED = 1_000;

    private static final Pattern OUTERMOST = Pattern.compile("\\$JShell\\$(?<index>\\d+)\\w*");

    private final JShell jshell;
    private final Set<Snippet> snippets;
    private final List<Snippet> byIndex;
    private final Map<String, Set<Integer>> users;
    private final List<Map<String, ?>> keys;
    private final Map<String, ?> texts;
    private final Map<String, ?> files;
    private final Map<String, ?> loaded;
    private final Field text;
    private final Field diagnostics;
    private final Field index;
    private final Object compilers;
    private final Method renewal;
    private final Deque<Snippet> recent = new ArrayDeque<>();
    private int compiled;

    private Leftovers(JShell jshell) throws ReflectiveOperationException {
        this.jshell = jshell;
        snippets = Inside.of(jshell, "maps", "snippets");
        byIndex = Inside.of(jshell, "maps", "keyIndexToSnippet");
        users = Inside.of(jshell, "maps", "dependencies");
        keys = List.of(
                Inside.of(jshell, "keyMap", "varMap"),
                Inside.of(jshell, "keyMap", "methodMap"),
                Inside.of(jshell, "keyMap", "classMap"),
                Inside.of(jshell, "keyMap", "importMap"));
        texts = Inside.of(jshell, "outerMap", "classOuters");
        files = Inside.of(jshell, "taskFactory", "fileManager", "classObjects");
        loaded = Inside.of(jshell, "classTracker", "map");
        text = Inside.field(Snippet.class, "outer");
        diagnostics = Inside.field(Snippet.class, "diagnostics");
        index = Inside.field(Class.forName("jdk.jshell.Key"), "index");
        compilers = Inside.of(jshell, "taskFactory");
        renewal = Inside.method(compilers.getClass(), "initTaskPool");
    }

    /// Nothing with another JDK's JShell, or one that is not opened.
    static Optional<Leftovers> of(JShell jshell) {
        try {
            return Optional.of(new Leftovers(jshell));
        } catch (ReflectiveOperationException | RuntimeException closed) {
            return Optional.empty();
        }
    }

    /// Takes out whatever is over.
    ///
    /// @return the classes that no later snippet can name
    List<String> takeOut() {
        List<Snippet> over =
                snippets.stream().filter(snippet -> !isActive(snippet)).toList();
        snippets.forEach(this::forgetDiagnostics);
        over.forEach(snippets::remove);
        forgetNames();
        keepTexts(over);
        if (++compiled % MOST_COMPILED == 0) renewCompilers();
        return takeClasses();
    }

    private boolean isActive(Snippet snippet) {
        return jshell.status(snippet).isActive();
    }

    /// A name that nobody declares any more starts anew: JShell would number its classes from the first one again,
    /// and compile once for each number that it finds taken.
    private void forgetNames() {
        byIndex.replaceAll(snippet -> snippet != null && isActive(snippet) ? snippet : null);
        keys.forEach(all -> all.values().removeIf(key -> isFree(indexOf(key))));
        users.values().removeIf(indexes -> {
            indexes.removeIf(this::isFree);
            return indexes.isEmpty();
        });
    }

    private boolean isFree(int each) {
        return each >= byIndex.size() || byIndex.get(each) == null;
    }

    private int indexOf(Object key) {
        return (int) read(index, key);
    }

    /// The cell has told its reader of them.
    private void forgetDiagnostics(Snippet snippet) {
        if (read(diagnostics, snippet) instanceof Collection<?> told) told.clear();
    }

    private void keepTexts(List<Snippet> over) {
        recent.addAll(over);
        while (recent.size() > RECENT) recent.remove();
        texts.values().retainAll(textsOf(Stream.concat(snippets.stream(), recent.stream())));
    }

    private Set<Object> textsOf(Stream<Snippet> those) {
        return those.map(snippet -> read(text, snippet)).collect(Collectors.toSet());
    }

    private List<String> takeClasses() {
        Set<String> needed = needed();
        List<String> gone = new ArrayList<>(files.keySet());
        gone.removeIf(name ->
                outermost(name).map(MatchResult::group).filter(needed::contains).isPresent());
        gone.forEach(files::remove);
        loaded.keySet()
                .removeIf(name -> outermost(name)
                        .map(found -> Integer.valueOf(found.group("index")))
                        .filter(this::isFree)
                        .isPresent());
        return gone;
    }

    /// The names of the classes around what can still be named.
    private Set<String> needed() {
        Set<Object> current = textsOf(snippets.stream());
        Set<String> needed = new HashSet<>(texts.keySet());
        needed.removeIf(name -> !current.contains(texts.get(name)));
        return needed;
    }

    private static Optional<MatchResult> outermost(String className) {
        return OUTERMOST.matcher(className).results().findFirst();
    }

    private void renewCompilers() {
        try {
            renewal.invoke(compilers);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e); // it takes nothing, and was made accessible
        }
    }

    private static Object read(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // it was made accessible
        }
    }
}
