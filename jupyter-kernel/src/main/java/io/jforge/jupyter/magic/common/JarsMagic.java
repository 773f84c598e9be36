package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.FileMagic;
import io.jforge.jupyter.magic.FileWords;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.maven.CellJars;
import java.nio.file.Path;
import java.util.List;

/// `%jars PATTERN`: how notebooks written for IJava and JJava add jars.
final class JarsMagic implements FileMagic {
    private final CellJars jars;

    JarsMagic(CellJars jars) {
        this.jars = jars;
    }

    @Override
    public String name() {
        return "jars";
    }

    @Override
    public String help() {
        return """
                %jars PATTERN...: adds the jars that match, such as lib/*.jar
                %classpath does the same, and takes class folders too.""";
    }

    @Override
    public void run(MagicCall call) {
        List<String> words =
                Arguments.of(this, call).words(1, Integer.MAX_VALUE, "a jar or a pattern such as lib/*.jar");
        List<Path> files = words.stream()
                .flatMap(word -> FileWords.matching(name(), word).stream())
                .filter(ClasspathMagic::isUsable)
                .toList();
        if (files.isEmpty()) throw Arguments.refused(this, "no jar matches " + String.join(" ", words));
        call.display().show(ClasspathMagic.added(jars, files));
    }
}
