package io.jforge.runtime.report;

import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// Which presets a suite measures: those that one of its globs over `op/preset` names; all where there is none.
///
/// @param globs `softmax/wide`, `*/square*`, or an op alone for all that it has
public record SuiteSelection(List<String> globs) {
    public SuiteSelection {
        globs = globs == null ? List.of() : List.copyOf(globs);
    }

    boolean holds(String op, String preset) {
        return globs.isEmpty() || globs.stream().anyMatch(glob -> matches(glob, op, preset));
    }

    /// Those of these tasks that are selected, in their order.
    ///
    /// @throws SpecException listing what there is if a glob names none of them
    public List<SuiteTask> of(List<SuiteTask> tasks) {
        var names = tasks.stream().map(SuiteTask::name).toList();
        for (var glob : globs)
            if (tasks.stream().noneMatch(task -> matches(glob, task.op(), task.preset())))
                throw new SpecException("no preset is named '%s': there are %s.%s"
                        .formatted(glob, String.join(", ", names), Nearest.suffix(glob, names)));
        return tasks.stream().filter(task -> holds(task.op(), task.preset())).toList();
    }

    private static boolean matches(String glob, String op, String preset) {
        var pattern = glob.contains("/") ? glob : glob + "/*";
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(op, preset));
        } catch (PatternSyntaxException | InvalidPathException wrong) {
            throw new SpecException(
                    "'%s' is no pattern of presets: write softmax, softmax/wide or */square*".formatted(glob));
        }
    }
}
