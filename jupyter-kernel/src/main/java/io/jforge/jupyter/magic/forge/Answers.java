package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.ReproductionView;
import io.jforge.jupyter.display.RunView;
import io.jforge.runtime.Run;
import io.jforge.runtime.report.ReproductionTable;
import io.jforge.runtime.report.RunJson;
import io.jforge.runtime.store.RunEnding;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.store.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Answers that several verbs give.
final class Answers {
    private Answers() {}

    /// A run as it ended.
    static Answer run(Run run) {
        var record = run.record();
        boolean failed = run.reproduction().filter(it -> !it.reproduced()).isPresent();
        int status = switch (record.ending().map(RunEnding::stop).orElse("")) {
            case "interrupted" -> Verbs.INTERRUPTED;
            case "model" -> Verbs.FAILED;
            case "money" -> record.exchanges().isEmpty() && !isHybrid(record) ? Verbs.FAILED : 0;
            default -> failed ? Verbs.FAILED : 0;
        };
        return new Answer(shown(run), () -> json(run), status);
    }

    /// Whether the built-in proposer has done its part, with or without a model.
    private static boolean isHybrid(RunRecord run) {
        return run.header()
                .settings()
                .llm()
                .filter(RunHeader.Llm::builtInBegins)
                .isPresent();
    }

    /// All of a run; a replay's verdict before all else.
    static List<MimeBundle> shown(Run run) {
        var parts = new ArrayList<MimeBundle>();
        run.reproduction().ifPresent(it -> parts.add(new ReproductionView(it).bundle()));
        parts.addAll(new RunView(run.record()).all());
        return parts;
    }

    static Map<String, Object> json(Run run) {
        var json = new LinkedHashMap<>(RunJson.full(run.record()));
        run.reproduction().ifPresent(it -> json.put("reproduction", new ReproductionTable(it).json()));
        return json;
    }
}
