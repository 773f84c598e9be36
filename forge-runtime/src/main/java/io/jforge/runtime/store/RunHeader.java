package io.jforge.runtime.store;

import io.jforge.runtime.measure.Roofline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What is known of a run when it starts.
///
/// @param id short and unique, e.g. `softmax-3f9a`
/// @param name what the person called it; the id where they did not
/// @param symbols the shape, e.g. rows and cols
/// @param dtypes the task's dtype variables, e.g. T and its label
/// @param dtype their short form, e.g. `f32`
/// @param task the task in a word, e.g. `softmax 4096x1024 f32`
/// @param leastMicros the roofline's time for the task
/// @param environment compiler, processor and the like, for who wants to repeat it
/// @param strides in elements, of inputs that are not row-major
/// @param attributes the op's, by name
/// @param resumed when it was gone on with, after an interrupt or a crash
/// @param replayed the run whose trials this one has tried again; empty for most
public record RunHeader(
        String id,
        String name,
        String op,
        Map<String, Long> symbols,
        Map<String, String> dtypes,
        String dtype,
        String task,
        String device,
        long seed,
        Settings settings,
        Roofline roofline,
        double leastMicros,
        boolean memoryBound,
        Map<String, String> environment,
        Instant started,
        Map<String, List<Long>> strides,
        Map<String, Number> attributes,
        List<Resumed> resumed,
        Optional<Replayed> replayed) {
    /// What the environment of a run that was made elsewhere tells besides: which file it came from and
    /// when, and the id that it had there.
    public static final String IMPORTED = "imported";

    public static final String IMPORTED_ID = "imported id";

    public RunHeader {
        if (replayed == null) replayed = Optional.empty(); // runs of older versions repeat none
        resumed = resumed == null ? List.of() : List.copyOf(resumed);
        strides = strides == null ? Map.of() : ordered(strides); // runs of older versions do not tell them
        attributes = attributes == null ? Map.of() : ordered(attributes);
        symbols = ordered(symbols);
        dtypes = ordered(dtypes);
        environment = ordered(environment);
    }

    /// In the order in which they were written, so that the same run makes the same archive.
    private static <V> Map<String, V> ordered(Map<String, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /// A run of row-major inputs and an op without attributes.
    public RunHeader(
            String id,
            String name,
            String op,
            Map<String, Long> symbols,
            Map<String, String> dtypes,
            String dtype,
            String task,
            String device,
            long seed,
            Settings settings,
            Roofline roofline,
            double leastMicros,
            boolean memoryBound,
            Map<String, String> environment,
            Instant started) {
        this(
                id,
                name,
                op,
                symbols,
                dtypes,
                dtype,
                task,
                device,
                seed,
                settings,
                roofline,
                leastMicros,
                memoryBound,
                environment,
                started,
                Map.of(),
                Map.of(),
                List.of(),
                Optional.empty());
    }

    /// The options that shape a search, as they were given; empty text where one was not.
    ///
    /// @param isolation `worker` or `in-process`; `cache`: `cold` or `warm`; runs of older versions name neither
    /// @param baseline what the winner is measured against, and the Python for it; older runs do not tell
    /// @param from the source that the search started below
    /// @param llm the model that is asked for candidates
    public record Settings(
            int iterations,
            String search,
            String time,
            String goal,
            int patience,
            String isolation,
            String cache,
            String baseline,
            String python,
            Optional<From> from,
            Optional<Llm> llm) {
        public Settings {
            if (llm == null) llm = Optional.empty(); // runs of older versions asked none
            if (isolation == null) isolation = "worker";
            if (cache == null) cache = "cold";
            if (baseline == null) baseline = "";
            if (python == null) python = "";
            if (from == null) from = Optional.empty();
        }

        /// In a worker, with a cold cache.
        public Settings(int iterations, String search, String time, String goal, int patience) {
            this(iterations, search, time, goal, patience, null, null, null, null, null, null);
        }

        /// With another budget.
        public Settings within(int proposals, String limit) {
            return new Settings(
                    proposals, search, limit, goal, patience, isolation, cache, baseline, python, from, llm);
        }

        /// The cache of the other of the two modes that a winner is confirmed in.
        public String otherCache() {
            return cache.equals("cold") ? "warm" : "cold";
        }
    }

    /// Which model is asked for candidates, and how; empty text where an option was not given.
    ///
    /// @param proposer `llm`, or `hybrid` where the built-in proposer begins
    /// @param atOnce questions on their way together
    /// @param budget in dollars, and `price` for a million tokens, as they were given
    /// @param on the device that the model thinks on
    /// @param timeout of one question, e.g. `600.0s`
    public record Llm(
            String name,
            String proposer,
            int atOnce,
            int maxTokens,
            String budget,
            String price,
            String on,
            String timeout) {
        /// Whether the built-in proposer begins, and the model builds on what that found.
        public boolean builtInBegins() {
            return proposer.equals("hybrid");
        }
    }

    /// A source that a person gave to start from: what it was called, its text, how it was made, its tunables.
    public record From(String change, String text, String recipe, Map<String, Long> start) {
        public From {
            start = ordered(start);
        }
    }

    /// The run was gone on with.
    ///
    /// @param trials that it had by then, and `seconds` that they had taken
    public record Resumed(Instant at, int trials, double seconds) {}

    /// The run that this one repeats.
    ///
    /// @param run its id where it was read
    /// @param from the file that it was read from; empty text where it was in this store
    public record Replayed(String run, String from) {}

    /// Whether the two were made on devices of the same model, so that their times can be held against each other.
    public boolean isMadeOnLike(RunHeader other) {
        return Stream.of("processor", "instructions", "cores")
                .allMatch(fact ->
                        environment.containsKey(fact) && environment.get(fact).equals(other.environment.get(fact)));
    }

    /// The same run, gone on with, with settings that may have changed.
    public RunHeader goneOnWith(Resumed now, Settings changed) {
        var all = new ArrayList<>(resumed);
        all.add(now);
        return with(id, name, changed, environment, all);
    }

    /// The same run with other facts.
    public RunHeader in(Map<String, String> facts) {
        return with(id, name, settings, facts, resumed);
    }

    /// The same run under another id; where that was its name too, it is so again.
    public RunHeader under(String other) {
        return with(other, name.equals(id) ? other : name, settings, environment, resumed);
    }

    private RunHeader with(
            String newId, String newName, Settings newSettings, Map<String, String> facts, List<Resumed> newResumed) {
        return new RunHeader(
                newId,
                newName,
                op,
                symbols,
                dtypes,
                dtype,
                task,
                device,
                seed,
                newSettings,
                roofline,
                leastMicros,
                memoryBound,
                facts,
                started,
                strides,
                attributes,
                newResumed,
                replayed);
    }
}
