package io.jforge.runtime.llm;

/// How things stand with a provider or one of its models.
///
/// @param llm what was looked at: a provider's label, or a model's whole name
/// @param key where its key comes from, in words; never the key
/// @param endpoint where it is reached
/// @param words what was found, and what to do
/// @param example what `--llm` takes
public record Standing(String llm, String key, String endpoint, State state, String words, String example) {
    /// Answers; would not (what is wrong is the key, or the model's name); is not reached; has no key, so
    /// that nothing was asked.
    public enum State {
        READY,
        REFUSES,
        UNREACHABLE,
        NOT_CONFIGURED
    }
}
