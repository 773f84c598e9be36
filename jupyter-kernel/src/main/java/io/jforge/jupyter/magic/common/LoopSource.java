package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.CellRunner.Ending;
import io.jforge.jupyter.magic.CellRunner.Failed;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Code of a cell with a loop around it that is timed; the code keeps its lines.
///
/// @param opening what stands on the code's first line in front of it
record LoopSource(String opening, String code, String closing) {
    private static final String LOOPS = Loops.class.getName();

    /// The ways to loop over code, best first: as an expression, as statements whose results are used, as it is.
    /// The first one that compiles is right.
    static List<LoopSource> of(String code, String setup, long loops, int runs) {
        String opening = "%s.measure(%sL, %s, loops$ -> () -> { %s\0long begun$ = System.nanoTime();"
                        .formatted(
                                LOOPS,
                                loops,
                                runs,
                                setup.isBlank() || setup.strip().endsWith("}") ? setup : setup + ";")
                        .replace('\0', ' ')
                + " for (long loop$ = 0; loop$ < loops$; loop$++) { ";
        String closing = "\n} return System.nanoTime() - begun$; });";
        List<LoopSource> ways = new ArrayList<>();
        String bare = code.strip().replaceFirst(";+$", "");
        ways.add(new LoopSource(opening + LOOPS + ".take(", blankBefore(code) + bare, "\n);" + closing));
        var statements = Statements.of(code);
        String used = statements.variables().stream()
                .map(name -> " %s.take(%s);".formatted(LOOPS, name))
                .collect(Collectors.joining());
        String last = statements.lastIsValue() ? LOOPS + ".take(" + statements.last() + "\n);" : statements.last();
        ways.add(new LoopSource(opening, statements.before() + last, "\n;" + used + closing));
        // code that never ends would make what follows it unreachable, but not what follows an `if`
        String end = bare.endsWith("}") ? "\n}" : "\n;}";
        ways.add(new LoopSource(opening + "if (loops$ > 0) { ", code, end + closing));
        return ways;
    }

    private static String blankBefore(String code) {
        return code.substring(0, code.length() - code.stripLeading().length());
    }

    String text() {
        return opening + code + closing;
    }

    /// Takes what the reader never wrote out of a failure's excerpts.
    Ending clear(Ending ending) {
        return ending instanceof Failed failed
                ? new Failed(failed.name(), failed.message(), clear(failed.text()))
                : ending;
    }

    private String clear(String text) {
        List<String> lines = new ArrayList<>();
        boolean carets = false;
        for (String line : text.lines().toList()) {
            boolean mine = line.contains(opening);
            if (carets && line.length() > opening.length()) lines.add("  " + line.substring(opening.length() + 2));
            else lines.add(line.replace(opening, ""));
            carets = mine;
        }
        return String.join("\n", lines);
    }
}
