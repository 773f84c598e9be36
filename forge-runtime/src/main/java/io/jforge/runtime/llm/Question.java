package io.jforge.runtime.llm;

/// What a model is asked.
///
/// @param system what holds for all questions of a run
/// @param maxTokens that the answer may take
public record Question(String system, String prompt, int maxTokens) {
    public Question {
        if (maxTokens < 1) throw new IllegalArgumentException("an answer needs at least one token, not " + maxTokens);
    }
}
