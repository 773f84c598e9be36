package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.store.RunEnding;

/// Answers that several verbs give.
final class Answers {
    private Answers() {}

    /// A run as it ended.
    static Answer run(Run run) {
        var record = run.record();
        int status = switch (record.ending().map(RunEnding::stop).orElse("")) {
            case "interrupted" -> Verbs.INTERRUPTED;
            case "model" -> Verbs.FAILED;
            default -> 0;
        };
        return new Answer(new RunView(record).all(), () -> RunJson.full(record), status);
    }
}
