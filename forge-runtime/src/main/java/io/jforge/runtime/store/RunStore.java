package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/// All runs of a person, in one file; what was committed outlives any crash.
public final class RunStore implements AutoCloseable {
    /// As instants, since their texts have as many digits as they need; in the order of their making where alike.
    private static final String NEWEST_FIRST = "julianday(started) desc, rowid desc";

    private static final String NAMED =
            "select %s from runs where id = ? or name = ? order by id = ? desc, " + NEWEST_FIRST + " limit 1";

    private final Database database;
    private final Exchanges exchanges;
    private final Path running;
    private final Set<String> unreadable = Collections.synchronizedSet(new LinkedHashSet<>());

    /// @param folder made when the first run is written
    public RunStore(Path folder) {
        this(folder, List.of());
    }

    /// @param settings SQL for each connection, such as a limit
    RunStore(Path folder, List<String> settings) {
        database = new Database(new StoreFile(folder.resolve("runs.db"), settings));
        exchanges = new Exchanges(database);
        running = folder.resolve("running");
    }

    /// Holds a run for this process until the claim is closed.
    ///
    /// @throws SpecException if the run goes on already
    public RunClaim claim(String run) {
        return RunClaim.take(running, run)
                .orElseThrow(() -> new SpecException(
                        "run %s is still going on: `watch %s` follows it, `stop %s` ends it".formatted(run, run, run)));
    }

    /// Whether a process is making this run.
    public boolean isRunning(String run) {
        return RunClaim.isTaken(running, run);
    }

    /// The runs that go on now, also those that are only being made ready and are not kept yet.
    public List<String> running() {
        return RunClaim.taken(running);
    }

    /// The process that makes a run; empty if none does.
    public OptionalLong process(String run) {
        return RunClaim.holder(running, run);
    }

    /// What a run is doing now; empty text if it does not say.
    public String doing(String run) {
        return RunClaim.doing(running, run);
    }

    /// Asks the process that makes this run to end it.
    public void stop(String run) {
        RunClaim.stop(running, run);
    }

    /// Opens the file now, so that a store that cannot be written is known before any work is done.
    ///
    /// @throws StoreException if it cannot be written
    public void check() {
        database.write("update runs set state = state where id = ''");
    }

    public void begin(RunHeader header) {
        insert(header);
    }

    private void insert(RunHeader header) {
        database.write(
                "insert into runs (id, name, op, started, state, header) values (?, ?, ?, ?, 'running', ?)",
                header.id(),
                header.name(),
                header.op(),
                header.started().toString(),
                OutcomeJson.JSON.writeValueAsString(header));
    }

    /// An ended run goes on.
    public void goOn(RunHeader header) {
        database.write(
                "update runs set state = 'running', ending = null, header = ? where id = ?",
                OutcomeJson.JSON.writeValueAsString(header),
                header.id());
    }

    /// Commits one trial; once this returns it is not lost.
    public void add(String run, Trial trial) {
        database.together(() -> insert(run, trial));
    }

    /// Takes in a whole run that was made elsewhere or earlier; all of it or, if something fails, nothing.
    public void restore(RunRecord run) {
        var id = run.header().id();
        database.together(() -> {
            insert(run.header());
            run.trials().forEach(trial -> insert(id, trial));
            run.exchanges().forEach(exchange -> exchanges.insert(id, exchange));
            run.ending()
                    .filter(ending -> !ending.stop().equals(RunEnding.BROKEN_OFF))
                    .ifPresent(ending -> end(id, ending));
        });
    }

    /// The runs that were taken in from an archive of the run with this id, under whatever id.
    public List<String> importsOf(String id) {
        return database.read(
                "select id from runs where json_extract(header, '$.environment.\"" + RunHeader.IMPORTED_ID + "\"') = ?"
                        + " order by rowid",
                row -> row.getString(1),
                id);
    }

    /// Commits those of a run's trials that are not in the store yet.
    public void addMissing(String run, List<Trial> trials) {
        var there = Set.copyOf(database.read("select number from trials where run = ?", row -> row.getInt(1), run));
        trials.stream().filter(trial -> !there.contains(trial.number())).forEach(trial -> add(run, trial));
    }

    private void insert(String run, Trial trial) {
        var source = trial.candidate().source();
        database.write("insert or ignore into sources (hash, text) values (?, ?)", source.hash(), source.text());
        database.write(
                "insert into trials (run, number, node, parent_node, iteration, change, recipe, source, assignment,"
                        + " outcome, detail, compile_us, ahead_us, verify_us, time_us, resources, ended)"
                        + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                run,
                trial.number(),
                trial.node(),
                trial.parentNode(),
                trial.iteration(),
                trial.change(),
                trial.recipe(),
                source.hash(),
                OutcomeJson.JSON.writeValueAsString(
                        new TreeMap<>(trial.candidate().assignment())),
                trial.outcome().label(),
                OutcomeJson.detail(trial.outcome()),
                Rows.micros(trial.stages().compile()),
                Rows.micros(trial.stages().ahead()),
                Rows.micros(trial.stages().verify()),
                Rows.micros(trial.stages().time()),
                OutcomeJson.JSON.writeValueAsString(trial.resources()),
                trial.ended().toString());
    }

    /// Commits one exchange with a model, or what became of it since.
    public void put(String run, Exchange exchange) {
        exchanges.put(run, exchange);
    }

    public void end(String run, RunEnding ending) {
        var state = new RunRecord(null, List.of(), Optional.of(ending)).state();
        database.write(
                "update runs set state = ?, ending = ? where id = ?",
                state,
                OutcomeJson.JSON.writeValueAsString(ending),
                run);
    }

    /// Every run that reads, the newest first, with its trials and without the texts of its exchanges; the notice
    /// tells of the others.
    public List<RunRecord> all() {
        return database.read("select * from runs order by " + NEWEST_FIRST, this::readable).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<RunRecord> readable(ResultSet row) throws SQLException {
        try {
            return Optional.of(run(row, exchanges::brief));
        } catch (Unreadable one) {
            unreadable.add(one.getMessage());
            return Optional.empty();
        }
    }

    /// What is kept of a run is no run any more.
    @SuppressWarnings("serial")
    private static final class Unreadable extends StoreException {
        private Unreadable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    public Optional<RunRecord> last() {
        return database.read("select * from runs order by " + NEWEST_FIRST + " limit 1", this::run).stream()
                .findFirst();
    }

    /// Of the ended runs of the same task whose headers pass, the one with the fastest source; naive ones
    /// do not count.
    ///
    /// @param like whether a run's times hold here: a device of that name may be another machine's
    public Optional<RunRecord> fastest(String op, String task, String device, Predicate<RunHeader> like) {
        return database
                .read(
                        "select * from runs where op = ? and ending is not null"
                                + " and json_extract(header, '$.task') = ? and json_extract(header, '$.device') = ?"
                                + " order by " + NEWEST_FIRST,
                        this::run,
                        op,
                        task,
                        device)
                .stream()
                .filter(run -> like.test(run.header()))
                .filter(run -> run.best().filter(best -> best.parentNode() >= 0).isPresent())
                .min(Comparator.comparingDouble(run -> run.bestMicros().orElseThrow()));
    }

    /// The run with this id, or the newest with this name.
    ///
    /// @throws SpecException naming the nearest if there is none
    public RunRecord find(String idOrName) {
        return database.read(NAMED.formatted("*"), this::run, idOrName, idOrName, idOrName).stream()
                .findFirst()
                .orElseThrow(() -> unknown(idOrName));
    }

    public boolean has(String id) {
        return !database.read("select id from runs where id = ?", row -> row.getString(1), id)
                .isEmpty();
    }

    /// The id of the run with this id, or of the newest with this name.
    ///
    /// @throws SpecException naming the nearest if there is none
    public String id(String idOrName) {
        return database.read(NAMED.formatted("id"), row -> row.getString(1), idOrName, idOrName, idOrName).stream()
                .findFirst()
                .orElseThrow(() -> unknown(idOrName));
    }

    /// What deletes runs.
    public Cleaning cleaning() {
        return new Cleaning(database, this::isRunning);
    }

    /// Where the store turned out to be damaged: what was done about it; told once.
    public Optional<String> notice() {
        var told =
                Stream.concat(database.notice().stream(), unreadable.stream()).toList();
        unreadable.clear();
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join("\n", told));
    }

    /// Damaged stores that were moved aside here, the oldest first.
    public List<Aside> aside() {
        return Aside.of(database.path());
    }

    private SpecException unknown(String idOrName) {
        var known = database.read("select id from runs union select name from runs", row -> row.getString(1));
        return new SpecException(
                "no run '%s'.%s `%%forge runs` lists them.".formatted(idOrName, Nearest.suffix(idOrName, known)));
    }

    private RunRecord run(ResultSet row) throws SQLException {
        return run(row, exchanges::whole);
    }

    private RunRecord run(ResultSet row, Function<String, List<Exchange>> transcript) throws SQLException {
        var id = row.getString("id");
        try {
            var header = Rows.header(row);
            var trials = trials(id, 0);
            var ending = Rows.ending(row)
                    .or(() -> Optional.of(RunEnding.brokenOff(header, trials)).filter(_ -> !isRunning(id)));
            return new RunRecord(header, trials, ending, transcript.apply(id));
        } catch (JacksonException | SpecException | DateTimeException unreadable) {
            throw new Unreadable(
                    "run %s of the store %s cannot be read: `%%forge runs --delete %s` removes it"
                            .formatted(id, database.path(), id),
                    unreadable);
        }
    }

    /// The trials of a run from this number on.
    public List<Trial> trials(String run, int from) {
        return database.read(Rows.TRIALS, Rows::trial, run, from);
    }

    @Override
    public void close() {
        database.close();
    }
}
