package io.jforge.runtime.report;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What a model was asked for a trial, and what it answered, as `show RUN TRIAL --prompt --json` prints it.
public final class TranscriptJson {
    private TranscriptJson() {}

    /// The exchanges that led to a trial: a question, and perhaps a second where the first answer could not
    /// be used.
    public static List<Exchange> of(RunRecord run, Trial trial) {
        return run.exchanges().stream()
                .filter(exchange -> exchange.iteration() == trial.iteration())
                .toList();
    }

    public static Map<String, Object> json(RunRecord run, Trial trial) {
        return Map.of(
                "run",
                run.header().id(),
                "trial",
                trial.number(),
                "exchanges",
                of(run, trial).stream().map(TranscriptJson::json).toList());
    }

    private static Map<String, Object> json(Exchange exchange) {
        var json = new LinkedHashMap<String, Object>();
        var usage = exchange.reply().usage();
        json.put("number", exchange.number());
        json.put("kind", exchange.kind().name().toLowerCase(Locale.ROOT));
        json.put("state", exchange.state().name().toLowerCase(Locale.ROOT));
        json.put("llm", exchange.asked().llm());
        json.put("model", exchange.reply().model());
        json.put("prompts", exchange.asked().prompts());
        json.put("direction", exchange.asked().direction());
        json.put("asked", exchange.asked().at().toString());
        json.put("system", exchange.asked().system());
        json.put("prompt", exchange.asked().prompt());
        json.put("answer", exchange.reply().text());
        json.put("end", exchange.reply().end().name().toLowerCase(Locale.ROOT));
        json.put("fault", exchange.fault());
        usage.in().ifPresent(tokens -> json.put("tokens_in", tokens));
        usage.cached().ifPresent(tokens -> json.put("tokens_cached", tokens));
        usage.out().ifPresent(tokens -> json.put("tokens_out", tokens));
        json.put("usd", exchange.dollars().orElse(null));
        json.put("latency_s", exchange.reply().latency().toMillis() / 1e3);
        json.put("tries", exchange.reply().tries());
        return json;
    }
}
