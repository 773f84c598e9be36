package io.jforge.runtime.store;

import io.jforge.runtime.trial.Outcome;
import tools.jackson.databind.json.JsonMapper;

/// Outcomes as the store writes them: a label and the record's fields as JSON.
final class OutcomeJson {
    static final JsonMapper JSON = JsonMapper.builder().build();

    private OutcomeJson() {}

    static String detail(Outcome outcome) {
        return JSON.writeValueAsString(outcome);
    }

    static Outcome read(String label, String detail) {
        return JSON.readValue(detail, type(label));
    }

    private static Class<? extends Outcome> type(String label) {
        return switch (label) {
            case "rejected" -> Outcome.Rejected.class;
            case "forbidden" -> Outcome.Forbidden.class;
            case "crashed" -> Outcome.Crashed.class;
            case "timed out" -> Outcome.TimedOut.class;
            case "wrong" -> Outcome.Wrong.class;
            case "suspect" -> Outcome.Suspect.class;
            case "timed" -> Outcome.Timed.class;
            default ->
                throw new StoreException(
                        "the store holds an outcome '" + label + "' that this JForge does not know; use a newer one");
        };
    }
}
