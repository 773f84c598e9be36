package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.FileMagic;
import io.jforge.jupyter.magic.FileWords;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import io.jforge.jupyter.magic.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// `%save FILE`: writes the cells that were run into a file.
final class SaveMagic implements FileMagic {
    private final History history;

    SaveMagic(History history) {
        this.history = history;
    }

    @Override
    public String name() {
        return "save";
    }

    @Override
    public String help() {
        return """
                %save [-f] FILE [CELLS]...: writes the cells of this session, or those such as 1-5, into a file
                %load FILE runs them again.""";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.flag("-f", "replaces a file that is there"));
    }

    @Override
    public void run(MagicCall call) {
        var given = Arguments.of(this, call);
        List<String> words = given.words(1, Integer.MAX_VALUE, "a file");
        Path file = FileWords.path(name(), words.getFirst());
        if (Files.exists(file) && !given.has("-f")) throw given.refused(file + " exists; -f replaces it");
        List<History.Entry> cells = words.size() == 1
                ? history.range(0, 1, Integer.MAX_VALUE)
                : words.stream().skip(1).flatMap(this::cells).toList();
        String text = cells.stream()
                .map(History.Entry::code)
                .filter(code -> !code.strip().startsWith("%save"))
                .map(code -> code.stripTrailing() + "\n")
                .collect(Collectors.joining("\n"));
        if (text.isBlank()) throw given.refused("no cell was run yet");
        write(file, text);
        call.out().println("wrote " + file);
    }

    private Stream<History.Entry> cells(String range) {
        return Ranges.cells(name(), history, range).stream();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new MagicException("%%save: %s cannot be written: %s".formatted(file, Reasons.of(e)));
        }
    }
}
