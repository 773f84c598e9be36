package io.jforge.runtime.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The examples that came with the formats, and targets to try them on.
final class Examples {
    private static final Path ROOT = Path.of("src/test/resources/examples");

    static final Target TWO_CORES = new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2");
    static final Target GPU = new Target("cuda", "cuda:0", "test", 132, 50L << 20, 140L << 30, "sm_90");

    private Examples() {}

    static List<Path> in(String folder) {
        try (var files = Files.list(ROOT.resolve(folder))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Op op(String name) {
        return Op.parse(opText(name));
    }

    static String opText(String name) {
        return text(ROOT.resolve("ops").resolve(name + ".yaml"));
    }

    static Source source(String path) {
        return Source.parse(text(ROOT.resolve(path)));
    }
}
