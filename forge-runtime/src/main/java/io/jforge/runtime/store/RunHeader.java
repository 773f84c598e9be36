package io.jforge.runtime.store;

import io.jforge.runtime.measure.Roofline;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
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
/// @param strides in elements, of inputs that are not row-major
/// @param attributes the op's, by name
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
        Map<String, Number> attributes) {
    public RunHeader {
        strides = strides == null ? Map.of() : Map.copyOf(strides); // runs of older versions do not tell them
        attributes = attributes == null ? Map.of() : Map.copyOf(attributes);
        symbols = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(symbols));
        dtypes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(dtypes));
        environment = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(environment));
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
                Map.of());
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
