package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Amounts;
import io.jforge.jupyter.magic.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Libraries as a table, with notes under it.
final class LibraryTable {
    private LibraryTable() {}

    static MimeBundle of(List<Found.Library> libraries, List<String> notes) {
        long bytes =
                libraries.stream().mapToLong(library -> size(library.file())).sum();
        String headline = libraries.isEmpty()
                ? "Nothing new: all of it is there already"
                : "Added %d librar%s, %s"
                        .formatted(libraries.size(), libraries.size() == 1 ? "y" : "ies", Amounts.bytes(bytes));
        var table = new TextTable("library", "version", "size", "needed by");
        for (Found.Library library : libraries) {
            var coordinate = library.coordinate();
            table.add(
                    coordinate.classifier().isEmpty()
                            ? coordinate.name()
                            : coordinate.name() + " (" + coordinate.classifier() + ")",
                    coordinate.version().orElse(""),
                    Amounts.bytes(size(library.file())),
                    library.neededBy().orElse("this cell"));
        }
        List<String> all = new ArrayList<>(notes);
        long sources = libraries.stream()
                .filter(library -> library.sources().isPresent())
                .count();
        if (sources > 0) all.add("%d of them with sources".formatted(sources));
        return table.bundle(headline, all);
    }

    private static long size(Path file) {
        return file.toFile().length();
    }
}
