package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// `%loadFromPOM FILE` and `%%loadFromPOM`: how notebooks written for IJava and JJava take a project's
/// dependencies.
final class LoadFromPomMagic implements Magic {
    private final Libraries libraries;

    LoadFromPomMagic(Libraries libraries) {
        this.libraries = libraries;
    }

    @Override
    public String name() {
        return "loadFromPOM";
    }

    @Override
    public String help() {
        return """
                %loadFromPOM FILE: adds the dependencies of a pom.xml; %%loadFromPOM reads it from the lines below
                %%maven does the same.""";
    }

    @Override
    public void run(MagicCall call) throws InterruptedException {
        var given = Arguments.of(this, call);
        String pom = call.body().isPresent()
                ? call.body().get()
                : read(given.words(1, 1, "a pom.xml").getFirst());
        if (pom.isBlank()) throw given.refused("needs XML under it");
        libraries.add(call, List.of(), Optional.of(pom), false, false);
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException | InvalidPathException e) {
            throw new MagicException("%%loadFromPOM: %s cannot be read".formatted(file));
        }
    }
}
