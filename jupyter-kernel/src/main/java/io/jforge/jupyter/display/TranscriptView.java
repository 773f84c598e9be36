package io.jforge.jupyter.display;

import io.jforge.runtime.llm.Money;
import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.report.Spending;
import io.jforge.runtime.report.TranscriptJson;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.RunRecord;
import io.jforge.runtime.trial.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What a model was asked for a trial, and what it answered: folded on a page, whole in text.
public final class TranscriptView {
    private static final String RULE = "-".repeat(72);

    private final Trial trial;
    private final List<Exchange> exchanges;

    /// @throws SpecException if no model was asked for it
    public TranscriptView(RunRecord run, Trial trial) {
        this.trial = trial;
        this.exchanges = TranscriptJson.of(run, trial);
        if (exchanges.isEmpty())
            throw new SpecException("no model was asked for trial %d of run %s: it is %s"
                    .formatted(trial.number(), run.header().id(), whose(Spending.by(run, trial))));
    }

    private static String whose(String by) {
        return switch (by) {
            case "" -> "the naive source";
            case "given" -> "a source that was given";
            default -> "the built-in proposer's";
        };
    }

    public MimeBundle bundle() {
        var head = "Trial %d: %s".formatted(trial.number(), trial.title());
        var html = new StringBuilder(Styles.SHEET).append("<div class=\"jforge\"><p class=\"jf-title\">");
        html.append(Html.escape(head)).append("</p>");
        var text = new StringBuilder(head);
        for (var exchange : exchanges) {
            html.append("<p class=\"jf-note\">")
                    .append(Html.escape(facts(exchange)))
                    .append("</p>");
            text.append('\n').append(facts(exchange)).append('\n');
            part(html, text, "system prompt", exchange.asked().system(), false);
            part(html, text, "prompt", exchange.asked().prompt(), false);
            part(html, text, "answer", exchange.reply().text(), true);
        }
        return MimeBundle.html(html.append("</div>").toString(), text.toString().stripTrailing());
    }

    private static void part(StringBuilder html, StringBuilder text, String name, String what, boolean open) {
        if (what.isEmpty()) return;
        html.append("<details")
                .append(open ? " open=\"open\"" : "")
                .append("><summary>")
                .append(name)
                .append(String.format(Locale.ROOT, ", %,d characters", what.length()))
                .append("</summary><pre class=\"jf-source\">")
                .append(Html.escape(what.stripTrailing()))
                .append("</pre></details>");
        text.append("%s\n%s\n%s\n%s\n".formatted(RULE, name, RULE, what.stripTrailing()));
    }

    private static String facts(Exchange exchange) {
        var facts = new ArrayList<String>();
        facts.add("%s %s".formatted(kind(exchange.kind()), exchange.asked().llm()));
        if (!exchange.reply().model().isEmpty())
            facts.add("model " + exchange.reply().model());
        if (!exchange.asked().direction().isEmpty())
            facts.add("direction: " + exchange.asked().direction());
        facts.add("prompts " + exchange.asked().prompts());
        facts.add(came(exchange));
        var usage = exchange.reply().usage();
        if (usage.in().isPresent() && usage.out().isPresent())
            facts.add("%,d tokens in, %,d out"
                    .formatted(usage.in().getAsLong(), usage.out().getAsLong()));
        exchange.dollars().ifPresent(dollars -> facts.add(new Money(dollars).toString()));
        if (!exchange.fault().isEmpty()) facts.add(exchange.fault());
        return "Question %d, %s.".formatted(exchange.number(), String.join("; ", facts));
    }

    private static String kind(Exchange.Kind kind) {
        return switch (kind) {
            case PROPOSE -> "to propose, to";
            case REPAIR -> "to repair, to";
            case AGAIN -> "to answer again, to";
        };
    }

    private static String came(Exchange exchange) {
        return switch (exchange.state()) {
            case ASKED -> "not answered yet";
            case FAILED -> "no answer";
            case ANSWERED ->
                String.format(
                        Locale.ROOT,
                        "answered after %.1f s%s",
                        exchange.reply().latency().toMillis() / 1e3,
                        exchange.reply().tries() > 1
                                ? ", in %d tries".formatted(exchange.reply().tries())
                                : "");
        };
    }
}
