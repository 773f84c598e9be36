package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Run;
import io.jforge.runtime.llm.Money;
import io.jforge.runtime.report.Spending;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `cost [RUN]`: what models were asked, and what that took of tokens and money.
@Command(name = "cost", description = "tell what asking models has cost")
class CostVerb extends Verb {
    @Parameters(
            arity = "0..1",
            paramLabel = "[RUN]",
            hideParamSyntax = true,
            description = "a run's id or name; every run that asked a model where left out")
    private String run;

    private record Line(Run run, Spending spending) {}

    @Override
    Answer answer(Forge forge, Screen screen) {
        var lines = new ArrayList<Line>();
        for (var each : run == null ? forge.runs() : List.of(forge.run(run)))
            for (var spending : Spending.of(each.record())) lines.add(new Line(each, spending));
        var shown = lines.isEmpty() ? MimeBundle.text(none()) : table(lines);
        return Answer.of(shown, () -> json(lines));
    }

    private String none() {
        return run == null
                ? "no run asked a model yet: `%forge optimize softmax --llm ...` does, and `%forge llms` lists whom"
                : "run %s asked no model, so it cost nothing".formatted(run);
    }

    private static MimeBundle table(List<Line> lines) {
        var table = new Grid(
                "run", "name", "model", "questions", "answers", "tokens in", "cached", "out", "answering s", "cost");
        for (var line : lines) {
            var spent = line.spending();
            table.row(
                    line.run().id(),
                    line.run().name().equals(line.run().id()) ? "" : line.run().name(),
                    spent.llm(),
                    String.valueOf(spent.questions()),
                    String.valueOf(spent.answers()),
                    count(spent.usage().in()),
                    count(spent.usage().cached()),
                    count(spent.usage().out()),
                    String.format(Locale.ROOT, "%.1f", spent.seconds()),
                    spent.cost());
        }
        if (lines.size() > 1) table.row("all", "", "", "", "", "", "", "", "", total(lines));
        return table.bundle();
    }

    private static String count(OptionalLong tokens) {
        return tokens.isPresent() ? String.format(Locale.ROOT, "%,d", tokens.getAsLong()) : "unknown";
    }

    private static Optional<BigDecimal> known(List<Line> lines) {
        return lines.stream()
                .flatMap(line -> line.spending().dollars().stream())
                .reduce(BigDecimal::add);
    }

    private static long unknown(List<Line> lines) {
        return lines.stream()
                .filter(line -> line.spending().dollars().isEmpty())
                .count();
    }

    private static String total(List<Line> lines) {
        var known = known(lines).map(Money::new).map(Money::toString);
        if (unknown(lines) == 0) return known.orElseThrow();
        return known.map(sum -> "%s and %d unknown".formatted(sum, unknown(lines)))
                .orElse("unknown");
    }

    private static Object json(List<Line> lines) {
        var runs = lines.stream()
                .map(line -> {
                    var json = new LinkedHashMap<String, Object>();
                    json.put("run", line.run().id());
                    json.put("name", line.run().name());
                    json.putAll(line.spending().json());
                    return json;
                })
                .toList();
        var json = new LinkedHashMap<String, Object>();
        json.put("runs", runs);
        json.put("usd_known", known(lines).orElse(null));
        json.put("runs_of_unknown_cost", unknown(lines));
        return Map.copyOf(nonNull(json));
    }

    private static Map<String, Object> nonNull(Map<String, Object> json) {
        json.values().removeIf(java.util.Objects::isNull);
        return json;
    }
}
