package io.jforge.jupyter.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.history.History.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What was run is found again, in the same process and in later ones.
@Timeout(30)
class HistoryTest {
    @TempDir
    private Path folder;

    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private History open() {
        return open("data");
    }

    private History open(String name) {
        return History.open(folder.resolve(name).resolve("history.db"), complaints::add);
    }

    private static Entry entry(int session, int line, String code) {
        return new Entry(session, line, code, Optional.empty());
    }

    private static List<String> codes(List<Entry> entries) {
        return entries.stream().map(Entry::code).toList();
    }

    @Test
    void cellsOfEarlierSessionsAreKept() {
        try (var first = open()) {
            first.add(1, "int x = 1;");
            first.add(2, "x + 1");
            first.addOutput(2, "2");
        }
        try (var second = open()) {
            second.add(1, "x // 😀\n\"é\"");
            assertThat(second.session()).isEqualTo(2);
            assertThat(second.tail(10, false))
                    .containsExactly(
                            entry(1, 1, "int x = 1;"),
                            new Entry(1, 2, "x + 1", Optional.of("2")),
                            entry(2, 1, "x // 😀\n\"é\""));
            assertThat(codes(second.tail(1, false))).containsExactly("x // 😀\n\"é\"");
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void aRangeIsOfOneSession() {
        try (var first = open()) {
            IntStream.rangeClosed(1, 5).forEach(line -> first.add(line, "first " + line));
        }
        try (var second = open()) {
            IntStream.rangeClosed(1, 3).forEach(line -> second.add(line, "second " + line));
            assertThat(codes(second.range(0, 2, 4))).containsExactly("second 2", "second 3");
            assertThat(codes(second.range(-1, 4, Integer.MAX_VALUE))).containsExactly("first 4", "first 5");
            assertThat(codes(second.range(1, 1, 2))).containsExactly("first 1");
            assertThat(second.range(-7, 1, 9)).isEmpty();
        }
    }

    @Test
    void aSearchMatchesWholeCells() {
        try (var history = History.inMemory()) {
            List.of("int a", "long b", "int a", "a * b").forEach(new Numbered(history)::add);
            assertThat(codes(history.search("int*", 10, false))).containsExactly("int a", "int a");
            assertThat(history.search("int*", 10, true)).containsExactly(entry(1, 3, "int a"));
            assertThat(codes(history.search("* ?", 2, true))).containsExactly("int a", "a * b");
            assertThat(codes(history.tail(3, true))).containsExactly("long b", "int a", "a * b");
            assertThat(history.search("nt", 10, false)).isEmpty();
        }
    }

    private static final class Numbered {
        private final History history;
        private int line;

        Numbered(History history) {
            this.history = history;
        }

        void add(String code) {
            history.add(++line, code);
        }
    }

    @Test
    void severalProcessesShareTheFile() {
        try (var one = open();
                var other = open()) {
            IntStream.rangeClosed(1, 100).forEach(line -> {
                one.add(line, "one");
                other.add(line, "other");
            });
            assertThat(one.session()).isNotEqualTo(other.session());
            assertThat(other.range(0, 1, 1000)).hasSize(100);
            assertThat(one.range(0, 1, 1000)).hasSize(100);
            assertThat(one.tail(1000, false)).hasSize(200);
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void severalProcessesMakeTheFileAtOnce() {
        for (int round = 0; round < 60; round++) {
            var name = "round " + round;
            var all = Stream.generate(() -> open(name)).limit(6).toList();
            all.forEach(each -> each.add(1, "1 + 1"));
            assertThat(all).extracting(History::session).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);
            all.forEach(History::close);
        }
        assertThat(complaints).isEmpty();
    }

    @Test
    void aFileThatCannotBeUsedMeansMemoryAlone() throws IOException {
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data").resolve("history.db"), "no database ".repeat(100));
        try (var history = open()) {
            history.add(1, "1 + 1");
            assertThat(codes(history.tail(5, false))).containsExactly("1 + 1");
        }
        assertThat(complaints).singleElement().asString().contains("history.db", "remembered until this process ends");
    }

    @Test
    void aFolderThatCannotBeMadeMeansMemoryAlone() throws IOException {
        Files.writeString(folder.resolve("data"), "a file is in the way");
        try (var history = open()) {
            history.add(1, "1 + 1");
            assertThat(codes(history.tail(5, false))).containsExactly("1 + 1");
        }
        assertThat(complaints).hasSize(1);
    }
}
