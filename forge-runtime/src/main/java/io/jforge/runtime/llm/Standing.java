package io.jforge.runtime.llm;

/// How things stand with a provider or one of its models.
///
/// @param llm what was looked at: a provider's label, or a model's whole name
/// @param key where its key comes from, in words; never the key
/// @param endpoint where it is reached
/// @param words what was found, and what to do
/// @param example what `--llm` takes
public record Standing(String llm, String key, String endpoint, State state, String words, String example) {
    /// Answers; would not, because of its key or of the model's name; is not reached; has no key, so that
    /// nothing was asked.
    public enum State {
        READY("ready"),
        REFUSES("refuses"),
        UNREACHABLE("not reached"),
        NOT_CONFIGURED("no key");

        private final String label;

        State(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
