package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.FileMagic;
import io.jforge.jupyter.magic.FileWords;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.TextTable;
import io.jforge.jupyter.magic.maven.CellJars;
import io.jforge.jupyter.magic.maven.CellJars.Library;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `%classpath`: the jars and class folders of the cells.
final class ClasspathMagic implements FileMagic {
    private final CellJars jars;

    ClasspathMagic(CellJars jars) {
        this.jars = jars;
    }

    @Override
    public String name() {
        return "classpath";
    }

    @Override
    public String help() {
        return """
                %classpath [JAR|FOLDER|PATTERN]...: adds jars and class folders for the cells, or lists them
                A pattern such as lib/*.jar or lib/**/*.jar adds all that match.""";
    }

    @Override
    public void run(MagicCall call) {
        List<String> words = Arguments.of(this, call).words();
        call.display().show(words.isEmpty() ? list() : add(words));
    }

    private MimeBundle list() {
        var table = new TextTable("library", "where");
        for (Path file : jars.files())
            table.add(jars.library(file).map(Library::toString).orElse(""), file.toString());
        return table.bundle("", List.of());
    }

    private MimeBundle add(List<String> words) {
        // all of them are looked for before the first is added
        List<Path> files = words.stream()
                .flatMap(word -> FileWords.matching(name(), word).stream())
                .toList();
        files.stream().filter(file -> !isUsable(file)).findFirst().ifPresent(file -> {
            throw Arguments.refused(this, file + " is neither a jar nor a folder");
        });
        return added(jars, files);
    }

    static boolean isUsable(Path file) {
        return Files.isDirectory(file) || file.toString().matches("(?i).*\\.(jar|zip)");
    }

    /// Adds files and says which were new.
    static MimeBundle added(CellJars jars, List<Path> files) {
        List<String> lines = new ArrayList<>();
        for (Path file : files) lines.add((jars.add(file) ? "added " : "there already: ") + file);
        return MimeBundle.text(String.join("\n", lines));
    }
}
