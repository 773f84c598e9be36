package io.jforge.runtime.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What each entry of a compiled Source takes of the device, in the compiler's words; empty where it says
/// nothing.
public record ResourceReport(List<Entry> entries) {
    private static final Pattern COMPILING = Pattern.compile("Compiling entry function '([^']+)'");
    private static final Pattern PROPERTIES = Pattern.compile("Function properties for (\\S+)");
    private static final Pattern STACK =
            Pattern.compile("(\\d+) bytes stack frame, (\\d+) bytes spill stores, (\\d+) bytes spill loads");
    private static final Pattern REGISTERS = Pattern.compile("Used (\\d+) registers");
    private static final Pattern SHARED = Pattern.compile("(\\d+)(?:\\+\\d+)? bytes smem");
    private static final Pattern CONSTANT = Pattern.compile("(\\d+)(?:\\+\\d+)? bytes cmem\\[\\d+\\]");

    /// One entry.
    ///
    /// @param registers of a thread
    /// @param stackBytes of a thread, spilled registers among them
    /// @param spillBytes stored and loaded, by count of instructions in the text, not of executions
    /// @param sharedBytes static shared memory of a block
    /// @param constantBytes arguments and literals; some compilers do not say
    public record Entry(
            String name, int registers, long stackBytes, long spillBytes, long sharedBytes, long constantBytes) {}

    public ResourceReport {
        entries = List.copyOf(entries);
    }

    public static ResourceReport none() {
        return new ResourceReport(List.of());
    }

    public Optional<Entry> entry(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /// Reads what `ptxas -v` prints, in the form that every CUDA from 11 on has.
    static ResourceReport ofPtxas(String log) {
        var reading = new Reading();
        log.lines().forEach(reading::line);
        return new ResourceReport(reading.entries);
    }

    private static final class Reading {
        private final List<Entry> entries = new ArrayList<>();
        private String entry = "";
        private String function = "";
        private long stack;
        private long spills;

        private void line(String line) {
            var compiling = COMPILING.matcher(line);
            var properties = PROPERTIES.matcher(line);
            var frame = STACK.matcher(line);
            if (compiling.find()) begin(compiling.group(1));
            else if (properties.find()) function = properties.group(1);
            else if (frame.find() && function.equals(entry)) {
                stack = Long.parseLong(frame.group(1));
                spills = Long.parseLong(frame.group(2)) + Long.parseLong(frame.group(3));
            } else if (REGISTERS.matcher(line).find() && !entry.isEmpty()) end(line);
        }

        private void begin(String name) {
            entry = name;
            stack = 0;
            spills = 0;
        }

        private void end(String line) {
            entries.add(new Entry(
                    entry, (int) sum(REGISTERS, line), stack, spills, sum(SHARED, line), sum(CONSTANT, line)));
            entry = "";
        }

        private static long sum(Pattern number, String line) {
            return number.matcher(line)
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
        }
    }
}
