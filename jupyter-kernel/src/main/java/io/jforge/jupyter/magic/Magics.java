package io.jforge.jupyter.magic;

import io.jforge.jupyter.shell.Inspection;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The table of magics: finds, runs and explains them.
public final class Magics {
    private final Map<String, Magic> byName = new TreeMap<>();

    public Magics(List<Magic> magics) {
        magics.forEach(this::add);
        add(new ListMagic(this));
        add(new HelpMagic(this));
    }

    private void add(Magic magic) {
        if (byName.putIfAbsent(magic.name(), magic) != null) {
            throw new IllegalArgumentException("two magics are called %" + magic.name());
        }
    }

    public boolean knows(String name) {
        return byName.containsKey(name);
    }

    /// Runs the magic that the call names.
    ///
    /// @throws MagicException when there is none, with the nearest name
    public void run(MagicCall call) throws InterruptedException {
        named(call.name()).run(call);
    }

    /// Words for the place of a cursor in a line that starts with a percent sign.
    ///
    /// @param line the whole line
    /// @param cursor a place in that line, in UTF-16 units
    public List<String> complete(String line, int cursor) {
        MagicLine parts = MagicLine.of(line);
        int afterName = parts.argumentStart();
        if (cursor <= parts.nameEnd()) {
            String typed = line.substring(Math.min(parts.nameStart(), cursor), cursor);
            return byName.keySet().stream()
                    .filter(name -> name.startsWith(typed))
                    .toList();
        }
        return find(parts.name())
                .map(magic -> arguments(magic, line.substring(afterName), Math.max(0, cursor - afterName)))
                .orElse(List.of());
    }

    /// What the magic of such a line does, as its help says.
    public Optional<Inspection> inspect(String line) {
        return find(MagicLine.of(line).name()).map(magic -> Inspection.ofHelp(magic.help()));
    }

    private static List<String> arguments(Magic magic, String line, int cursor) {
        String before = line.substring(0, cursor);
        String typed = before.substring(before.lastIndexOf(' ') + 1);
        return typed.startsWith("-") && !magic.options().isEmpty()
                ? magic.options().stream()
                        .map(Option::name)
                        .filter(name -> name.startsWith(typed))
                        .toList()
                : magic.complete(line, cursor);
    }

    private Optional<Magic> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /// The magic of that name.
    ///
    /// @throws MagicException when there is none, with the nearest name
    Magic named(String name) {
        return find(name)
                .orElseThrow(() -> new MagicException(
                        "there is no magic %%%s%s; %%lsmagic lists them".formatted(name, nearest(name))));
    }

    private String nearest(String name) {
        return byName.keySet().stream()
                .min(Comparator.comparingInt(known -> Distance.between(name, known)))
                .filter(known -> Distance.between(name, known) <= Math.max(2, name.length() / 2))
                .map(known -> "; did you mean %" + known + "?")
                .orElse("");
    }

    /// All of them, by name.
    Collection<Magic> all() {
        return byName.values();
    }
}
