package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.FileMagic;
import io.jforge.jupyter.magic.FileWords;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/// `%%writefile FILE`: a cell's text becomes a file.
final class WriteFileMagic implements FileMagic {
    @Override
    public String name() {
        return "writefile";
    }

    @Override
    public String help() {
        return "%%writefile [-a] FILE: writes the lines under it into a file";
    }

    @Override
    public List<Option> options() {
        return List.of(Option.flag("-a", "adds to the file instead of replacing it"));
    }

    @Override
    public void run(MagicCall call) {
        var given = Arguments.of(this, call);
        Path file = FileWords.path(name(), given.words(1, 1, "one file").getFirst());
        String text = call.body()
                .orElseThrow(() -> given.refused("writes the lines under it: begin the cell with %%writefile"));
        boolean there = Files.exists(file);
        OpenOption[] how = given.has("-a")
                ? new OpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND}
                : new OpenOption[0];
        try {
            Files.writeString(file, text.isEmpty() || text.endsWith("\n") ? text : text + "\n", how);
        } catch (IOException e) {
            throw given.refused("%s cannot be written: %s".formatted(file, Reasons.of(e)));
        }
        call.out().println((!there ? "wrote " : given.has("-a") ? "added to " : "replaced ") + file);
    }
}
