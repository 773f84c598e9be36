package io.jforge.runtime.store;

import io.jforge.runtime.measure.Roofline;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

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
        Instant started) {
    public RunHeader {
        symbols = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(symbols));
        dtypes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(dtypes));
        environment = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /// The options that shape a search, as they were given; empty text where one was not.
    ///
    /// @param isolation `worker` or `in-process`; `cache`: `cold` or `warm`; runs of older versions name neither
    public record Settings(
            int iterations, String search, String time, String goal, int patience, String isolation, String cache) {
        public Settings {
            if (isolation == null) isolation = "worker";
            if (cache == null) cache = "cold";
        }

        /// In a worker, with a cold cache.
        public Settings(int iterations, String search, String time, String goal, int patience) {
            this(iterations, search, time, goal, patience, null, null);
        }

        /// The cache of the other of the two modes that a winner is confirmed in.
        public String otherCache() {
            return cache.equals("cold") ? "warm" : "cold";
        }
    }
}
