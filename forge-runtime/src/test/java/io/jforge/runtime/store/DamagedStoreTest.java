package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A store that a person, a disk or a crash spoilt: nothing of it is lost that can be read, and nothing is deleted.
class DamagedStoreTest {
    private static final int RUNS = 12;
    private static final int TRIALS = 5;
    private static final int PAGE = 4096;

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void aStoreWithRuns() {
        file = folder.resolve("runs.db");
        try (var store = new RunStore(folder)) {
            for (int i = 0; i < RUNS; i++) fill(store, "run-" + i);
        }
    }

    private static void fill(RunStore store, String run) {
        store.begin(Runs.header(run));
        Runs.trials().forEach(trial -> store.add(run, trial));
        store.end(run, new RunEnding("iterations", 1, Optional.of(Runs.confirmation())));
    }

    private void overwrite(long from, byte[] bytes) throws IOException {
        try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.seek(from);
            raw.write(bytes);
        }
    }

    /// Where a table's or an index's tree begins.
    private long root(String name) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            return PAGE
                    * (statement
                                    .executeQuery("select rootpage from sqlite_schema where name = '" + name + "'")
                                    .getLong(1)
                            - 1);
        }
    }

    private byte[] garbage(int bytes) {
        var garbage = new byte[bytes];
        Arrays.fill(garbage, (byte) 0xA5);
        return garbage;
    }

    private Path aside() {
        try (var store = new RunStore(folder)) {
            assertThat(store.aside()).hasSize(1);
            return store.aside().getFirst().path();
        }
    }

    private String notice(RunStore store) {
        var told = store.notice().orElseThrow();
        assertThat(store.notice()).as("it is told once").isEmpty();
        return told;
    }

    @Test
    void aFileThatIsNoDatabaseIsMovedAsideAndTheWorkGoesOn() throws Exception {
        var text = "this is not a database, and long enough to look like one".repeat(90);
        Files.writeString(file, text);
        try (var store = new RunStore(folder)) {
            fill(store, "new");
            assertThat(notice(store))
                    .startsWith("the store " + file + " was damaged (it is no database): it was moved to "
                            + "runs.db.damaged-20")
                    .endsWith(", and none of its runs could be read");
            assertThat(store.find("new").trials()).hasSize(TRIALS);
        }
        assertThat(aside()).hasContent(text);
        assertThat(aside().getFileName().toString()).matches("runs\\.db\\.damaged-\\d{8}-\\d{6}");
    }

    @Test
    void ofAFileThatWasCutOffTheReadableRunsAreSaved() throws Exception {
        long size = Files.size(file);
        try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(size - 2 * PAGE);
        }
        var before = Files.readAllBytes(file);
        try (var store = new RunStore(folder)) {
            var runs = store.all();
            assertThat(runs).hasSizeBetween(RUNS / 2, RUNS);
            assertThat(notice(store))
                    .contains("its pages are malformed")
                    .contains(" and %d of its runs with ".formatted(runs.size()));
            assertThat(runs)
                    .anySatisfy(run -> assertThat(run.trials()).isEqualTo(Runs.trials()))
                    .allSatisfy(run -> assertThat(Runs.trials()).containsAll(run.trials()));
        }
        assertThat(aside()).hasBinaryContent(before);
    }

    @Test
    void aLostPageCostsTheTrialsOnItAndNoOthers() throws Exception {
        overwrite(someTrials(), garbage(PAGE));
        try (var store = new RunStore(folder)) {
            var runs = store.all();
            assertThat(runs).hasSize(RUNS);
            long kept = runs.stream().mapToLong(run -> run.trials().size()).sum();
            assertThat(kept).isBetween(RUNS * TRIALS - 12L, RUNS * TRIALS - 1L);
            long whole = runs.stream()
                    .filter(run -> run.trials().equals(Runs.trials()))
                    .count();
            assertThat(notice(store))
                    .endsWith("%d of its runs with %d trials were saved, %d of them in part"
                            .formatted(RUNS, kept, RUNS - whole));
            for (var run : runs)
                for (var trial : run.trials()) assertThat(run.lineage(trial)).isNotEmpty();
        }
    }

    /// A page of trials, known by its first byte (a table's leaf) and what it holds.
    private long someTrials() throws IOException {
        var bytes = Files.readAllBytes(file);
        var mark = "rows.c.mustache exp=poly";
        var leaves = new ArrayList<Long>();
        for (int at = PAGE; at < bytes.length; at += PAGE)
            if (bytes[at] == 13 && new String(bytes, at, PAGE, StandardCharsets.ISO_8859_1).contains(mark))
                leaves.add((long) at);
        return leaves.get(leaves.size() / 2);
    }

    @Test
    void aRunWhoseWinnerIsLostIsNoLongerConfirmed() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("update trials set detail = 'torn' where run = 'run-3' and number = 2");
        }
        overwrite(root("runs_by_name"), garbage(PAGE));
        try (var store = new RunStore(folder)) {
            assertThat(store.find("run-4").ending().orElseThrow().confirmation())
                    .isPresent();
            var run = store.find("run-3");
            assertThat(run.ending().orElseThrow().confirmation()).isEmpty();
            assertThat(run.best().map(Trial::number)).contains(4);
            assertThat(notice(store)).contains("12 of its runs with 59 trials were saved, 1 of them in part");
        }
    }

    @Test
    void aSchemaThatMakesNoSenseIsMended() throws Exception {
        var bytes = Files.readAllBytes(file);
        int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("CREATE INDEX runs_by_name");
        overwrite(at, "CREATE INDEX runs by name".getBytes(StandardCharsets.US_ASCII));
        try (var store = new RunStore(folder)) {
            assertThat(store.all()).hasSize(RUNS);
            assertThat(notice(store)).contains("12 of its runs with 60 trials were saved");
        }
    }

    @Test
    void aStoreThatLacksATableIsMended() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("drop table trials");
        }
        try (var store = new RunStore(folder)) {
            store.check();
            assertThat(notice(store)).contains("it lacks some of its tables").contains("12 of its runs with 0 trials");
            assertThat(store.all()).hasSize(RUNS);
        }
    }

    @Test
    void damageThatShowsInTheMiddleOfASessionIsMendedAtOnce() throws Exception {
        try (var store = new RunStore(folder)) {
            store.check();
            store.begin(Runs.header("going-on"));
            store.add("going-on", Runs.trials().getFirst());
            checkpoint();
            overwrite(someTrials(), garbage(PAGE));
            overwrite(root("sqlite_autoindex_trials_1"), garbage(PAGE));
            store.add("going-on", Runs.trials().get(1));
            assertThat(notice(store)).contains("13 of its runs");
            assertThat(store.find("going-on").trials()).contains(Runs.trials().get(1));
        }
    }

    /// So that all of it is in the file.
    private void checkpoint() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("pragma wal_checkpoint(truncate)");
        }
    }

    @Test
    void anotherProcessGoesOnInTheNewStore() throws Exception {
        try (var going = new RunStore(folder)) {
            going.begin(Runs.header("going-on"));
            checkpoint();
            overwrite(root("runs_by_name"), garbage(PAGE));
            try (var other = new RunStore(folder)) {
                assertThatThrownBy(() -> other.find("nobody")).hasMessageStartingWith("no run 'nobody'");
                assertThat(notice(other)).contains("13 of its runs");
            }
            going.add("going-on", Runs.trials().getFirst());
            assertThat(going.notice()).isEmpty();
        }
        try (var store = new RunStore(folder)) {
            assertThat(store.find("going-on").trials()).hasSize(1);
        }
        aside();
    }

    @Test
    void ofManyThatOpenItAtOnceOneMovesIt() throws Exception {
        Files.writeString(file, "no database ".repeat(1000));
        var ready = new CountDownLatch(8);
        var told = new ArrayList<Optional<String>>();
        try (var pool = Executors.newFixedThreadPool(8)) {
            var opening = new ArrayList<Future<Optional<String>>>();
            for (int i = 0; i < 8; i++) {
                var run = "new-" + i;
                opening.add(pool.submit(() -> {
                    try (var own = new RunStore(folder)) {
                        ready.countDown();
                        ready.await();
                        fill(own, run);
                        return own.notice();
                    }
                }));
            }
            for (var each : opening) told.add(each.get());
        }
        assertThat(told.stream().flatMap(Optional::stream)).hasSize(1);
        aside();
        try (var store = new RunStore(folder)) {
            assertThat(store.all()).hasSize(8);
        }
    }

    /// Opens the store and says what it was told.
    static final class Opening {
        public static void main(String[] args) {
            try (var store = new RunStore(Path.of(args[0]))) {
                System.out.println(store.all().size() + " " + store.notice().orElse("nothing"));
            }
        }
    }

    @Test
    void ofTwoProcessesOneMovesIt() throws Exception {
        overwrite(0, garbage(100));
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Opening.class.getName(),
                folder.toString());
        var processes = List.of(command.start(), command.start());
        var said = new ArrayList<String>();
        for (var process : processes)
            said.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
        assertThat(said).filteredOn(text -> text.equals("0 nothing")).hasSize(1);
        assertThat(said).filteredOn(text -> text.startsWith("0 the store")).hasSize(1);
        aside();
    }

    @Test
    void aSecondDamageInTheSameSecondGetsANameOfItsOwn() throws Exception {
        for (int i = 0; i < 3; i++) {
            Files.writeString(file, "no database ".repeat(1000));
            try (var store = new RunStore(folder)) {
                store.check();
                assertThat(store.aside()).hasSize(i + 1);
                assertThat(store.aside().getLast().bytes()).isEqualTo(12_000);
            }
        }
    }

    @Test
    void afterAnUncleanEndDamageIsFoundBeforeItIsMet() throws Exception {
        var going = new RunStore(folder);
        going.begin(Runs.header("going-on"));
        checkpoint();
        going.add("going-on", Runs.trials().getFirst());
        // as after a crash: the files as they stand, under another folder
        var crashed = Files.createDirectory(folder.resolve("crashed"));
        for (var part : List.of("runs.db", "runs.db-wal")) Files.copy(folder.resolve(part), crashed.resolve(part));
        going.close();
        file = crashed.resolve("runs.db");
        overwrite(someTrials(), garbage(PAGE));
        try (var store = new RunStore(crashed)) {
            store.check();
            assertThat(notice(store)).contains("its pages are malformed").contains("13 of its runs");
            assertThat(store.find("going-on").trials())
                    .as("it stood in the log")
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"delete", "wal"})
    void aStoreOfANewerSchemaIsLeftAsItIs(String journal) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("pragma user_version = 70");
            statement.execute("pragma journal_mode = " + journal);
        }
        var before = Files.readAllBytes(file);
        try (var older = new RunStore(folder)) {
            assertThatThrownBy(older::check)
                    .isInstanceOf(StoreException.class)
                    .hasMessageStartingWith(
                            "the store " + file + " was written by a newer JForge (schema 70, this one" + " knows ");
            assertThat(older.aside()).isEmpty();
        }
        assertThat(file).hasBinaryContent(before);
        assertThat(folder.resolve("runs.db-wal")).doesNotExist();
    }

    @Test
    void aFolderInItsPlaceIsToldWithWhatToDo() throws Exception {
        Files.delete(file);
        Files.createDirectory(file);
        try (var store = new RunStore(folder)) {
            assertThatThrownBy(store::check)
                    .isInstanceOf(StoreException.class)
                    .hasMessage(
                            "cannot open the store %s (%s is a folder): set JFORGE_HOME to a folder that you can write"
                                    .formatted(file, file));
        }
        assertThat(file).isEmptyDirectory();
    }

    @Test
    void aRunThatDoesNotReadIsToldWithWhatRemovesIt() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("update runs set header = '{' where id = 'run-3'");
        }
        try (var store = new RunStore(folder)) {
            var said = "run run-3 of the store " + file + " cannot be read: `%forge runs --delete run-3` removes it";
            assertThatThrownBy(() -> store.find("run-3"))
                    .isInstanceOf(StoreException.class)
                    .hasMessage(said);
            assertThat(store.all()).as("the others").hasSize(RUNS - 1);
            assertThat(store.notice()).contains(said);
            assertThat(store.notice()).isEmpty();
            store.cleaning().delete(List.of(store.id("run-3")));
            assertThat(store.all()).hasSize(RUNS - 1);
        }
    }

    @Test
    void aRunWhoseEndingDoesNotReadHasItsTrials() throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("update runs set ending = substr(ending, 1, 9) where id = 'run-3'");
        }
        try (var store = new RunStore(folder)) {
            assertThat(store.all()).hasSize(RUNS);
            assertThat(store.find("run-3").state()).isEqualTo("broken off");
            assertThat(store.find("run-3").trials()).hasSize(TRIALS);
        }
    }

    @Test
    void anotherProgramsDatabaseIsRefusedAndLeftAsItIs() throws Exception {
        var other = Files.createDirectory(folder.resolve("other"));
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + other.resolve("runs.db"));
                var statement = connection.createStatement()) {
            statement.execute("create table theirs (a)");
        }
        var before = Files.readAllBytes(other.resolve("runs.db"));
        try (var store = new RunStore(other)) {
            assertThatThrownBy(store::all)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("is another program's database");
        }
        assertThat(Files.readAllBytes(other.resolve("runs.db"))).isEqualTo(before);
    }

    @Test
    void trialsOfOneThatWasSavedGoOnWithTheNextNumber() throws Exception {
        overwrite(root("runs_by_name"), garbage(PAGE));
        try (var store = new RunStore(folder)) {
            assertThatThrownBy(() -> store.find("nobody")).hasMessageStartingWith("no run");
            store.add("run-1", Runs.trial(TRIALS, 0, "one more", Runs.timed(1), Map.of()));
            assertThat(store.find("run-1").trials()).hasSize(TRIALS + 1);
        }
    }
}
