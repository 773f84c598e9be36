package io.jforge.runtime.propose;

import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Timing;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// What a source failed of, and what helps: for repair.mustache.
record FailureWords(Outcome outcome) {
    Map<String, Object> words() {
        return switch (outcome) {
            case Outcome.Rejected(String diagnostics) ->
                words(
                        "The compiler refused it; lines are the source's own:",
                        diagnostics,
                        "Mend what it names first; what follows is often only a consequence.");
            case Outcome.Forbidden(String rule, String why) ->
                words(
                        "It breaks a rule of the format (%s): %s".formatted(rule, why),
                        "",
                        "Reach the same without it; the rules under \"What you write\" name what is there.");
            case Outcome.Wrong(String check, String what) -> words(wrong(check), what, advice(check));
            case Outcome.Crashed(String how) ->
                words(
                        "It crashed: " + how,
                        "",
                        "Look for reads and writes out of bounds (small odd shapes, tails), misaligned wide accesses,"
                                + " and more shared memory or stack than there is.");
            case Outcome.TimedOut(String stage, Duration limit) ->
                words(
                        "It did not end: %s".formatted(outcome.message()),
                        "",
                        stage.equals("compile")
                                ? "Unroll less and use fewer large constants and templates."
                                : "Look for a barrier that not all threads reach, a wait for what never comes, and loops"
                                        + " that do not advance.");
            case Outcome.Suspect(Timing _, double _, String _) ->
                words(
                        "It was too fast to be true: " + outcome.message(),
                        "",
                        "Something is not computed on every call, or not for every element: do all of the work each"
                                + " time.");
            case Outcome.Timed(Timing timing, Evidence _) -> words("It is right: " + timing, "", "");
        };
    }

    private static Map<String, Object> words(String heading, String quoted, String advice) {
        var words = new HashMap<String, Object>();
        words.put("heading", heading);
        if (!quoted.isEmpty()) {
            words.put("quoted", quoted);
            words.put("quotedFence", Words.fence(quoted));
        }
        words.put("advice", advice);
        return words;
    }

    private static String wrong(String check) {
        return switch (check) {
            case "reference", "timed sample" ->
                "Its answer is wrong (check \"%s\"); the worst elements, and the shape and inputs they were found with:"
                        .formatted(check);
            default -> "It did what it must not (check \"%s\"):".formatted(check);
        };
    }

    private static String advice(String check) {
        return switch (check) {
            case "reference", "timed sample" ->
                "Follow the first of these elements through the code with that very shape: which thread writes it, from"
                        + " what, and is a tail, a barrier, an initial value or an overflow of exp missing? Errors of a"
                        + " few times what is allowed mean that digits are lost: sum in parts or in double.";
            case "guard zone" ->
                "It writes beyond a buffer: bounds in tails, wide stores, offsets that overflow an int.";
            case "input hash" -> "Inputs are read-only: work on a copy in registers, shared memory or scratch.";
            case "late write" -> "Everything must be written when the last launch ends.";
            default -> "Do all of the work on every call, from that call's inputs alone.";
        };
    }
}
