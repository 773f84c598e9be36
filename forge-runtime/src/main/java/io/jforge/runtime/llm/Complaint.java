package io.jforge.runtime.llm;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/// Tells a person why there is no answer, and what to do.
///
/// @param now as the person's clock has it
record Complaint(LlmName llm, Key key, Limits limits, ZonedDateTime now) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");

    String about(Trouble trouble, Question question, int tries) {
        return switch (trouble.fault()) {
            case BAD_KEY -> badKey(trouble);
            case NO_CREDIT ->
                "%s has no credit left for this key: add some to the account, or choose another --llm".formatted(who());
            case UNKNOWN_MODEL -> unknownModel(trouble);
            case TOO_LONG ->
                "the question is too long for %s's %s (%d characters): choose a model that reads more"
                        .formatted(
                                who(),
                                llm.model(),
                                question.system().length() + question.prompt().length());
            case RATE_LIMIT -> rateLimit(trouble, tries);
            case OVERLOADED ->
                "%s is overloaded or out of order (%s, %s): %s, or choose another --llm"
                        .formatted(who(), said(trouble), times(tries), again(trouble, "try again later"));
            case UNREACHABLE -> unreachable(trouble, tries);
            case TIMED_OUT -> timedOut(trouble, tries);
            case GARBAGE ->
                "what %s sends at %s is no answer of its API (%s): check the URL and the model"
                        .formatted(who(), llm.endpoint(), times(tries));
            case REFUSED_BY_SERVER ->
                "%s refuses the question (%s): check --llm %s, or choose another".formatted(who(), said(trouble), llm);
        };
    }

    private String badKey(Trouble trouble) {
        if (Keys.isInTheClear(llm))
            return "%s at %s wants a key, and none is sent over plain http to another machine: give an https URL"
                    .formatted(who(), llm.endpoint());
        if (!key.isThere())
            return "%s at %s wants a key: set %s"
                    .formatted(who(), llm.endpoint(), llm.provider().variables().getFirst());
        return "%s does not take the key from %s (%s): give a good one, `%%forge llms %s` tests it"
                .formatted(who(), key.from(), said(trouble), llm);
    }

    private String unknownModel(Trouble trouble) {
        if (llm.provider() == Provider.OLLAMA)
            return "Ollama has no model '%s': fetch it with `ollama pull %s`".formatted(llm.model(), llm.model());
        return "%s has no model '%s' for this key (%s): check the name in --llm"
                .formatted(who(), llm.model(), said(trouble));
    }

    private String rateLimit(Trouble trouble, int tries) {
        return "%s takes no more questions for now, its rate limit is reached (%s): %s"
                .formatted(who(), times(tries), again(trouble, "try again later, or with fewer questions at once"));
    }

    /// When to come back, where the server says.
    private String again(Trouble trouble, String otherwise) {
        return trouble.pause()
                .filter(Duration::isPositive)
                .map(wait -> "try again at %s (in %s)".formatted(clock(wait), Spans.words(wait)))
                .orElse(otherwise);
    }

    private String clock(Duration wait) {
        var until = now.plus(wait);
        return until.toLocalDate().equals(now.toLocalDate()) ? TIME.format(until) : DAY.format(until);
    }

    private String unreachable(Trouble trouble, int tries) {
        var advice = llm.provider() == Provider.OLLAMA || llm.url().isPresent()
                ? "is it running there?"
                : "is this machine online?";
        return "%s is not reached at %s (%s, %s): %s"
                .formatted(who(), llm.endpoint(), trouble.words(), times(tries), advice);
    }

    private String timedOut(Trouble trouble, int tries) {
        return trouble.words().isEmpty()
                ? "%s gave no whole answer within %s (%s): allow it more time, or choose a faster model"
                        .formatted(who(), Spans.words(limits.call()), times(tries))
                : "%s %s (%s): try again later, or choose another --llm"
                        .formatted(who(), trouble.words(), times(tries));
    }

    private String who() {
        return llm.provider().title();
    }

    private static String said(Trouble trouble) {
        if (trouble.status() == 0) return "it says: " + trouble.words();
        return trouble.words().isEmpty()
                ? "status " + trouble.status()
                : "status %d: %s".formatted(trouble.status(), trouble.words());
    }

    private static String times(int tries) {
        return switch (tries) {
            case 1 -> "asked once";
            case 2 -> "asked twice";
            default -> "asked %d times".formatted(tries);
        };
    }
}
