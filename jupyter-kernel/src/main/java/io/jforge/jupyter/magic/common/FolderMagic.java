package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import java.nio.file.Path;
import java.util.List;

/// `%pwd` and `%cd`: the folder that relative paths begin in, which Java fixes when it starts.
final class FolderMagic implements Magic {
    static final List<Magic> ALL = List.of(
            new FolderMagic("pwd", "%pwd: the folder that relative paths begin in"), new FolderMagic("cd", """
                    %cd: says why Java cannot change its folder
                    It is the one that the kernel was started in. Name files from there, or in full; `%sh cd FOLDER && ...`
                    runs commands in another one."""));

    private final String name;
    private final String help;

    private FolderMagic(String name, String help) {
        this.name = name;
        this.help = help;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String help() {
        return help;
    }

    @Override
    public void run(MagicCall call) {
        Path here = Path.of("").toAbsolutePath();
        List<String> words = Arguments.of(this, call).words(0, name.equals("cd") ? 1 : 0, "no more words");
        if (name.equals("cd") && !words.isEmpty())
            throw new MagicException(
                    "%%cd: Java cannot leave the folder it was started in, %s; name files in full, or run commands elsewhere with %%sh cd %s && ..."
                            .formatted(here, words.getFirst()));
        call.out().println(here);
    }
}
