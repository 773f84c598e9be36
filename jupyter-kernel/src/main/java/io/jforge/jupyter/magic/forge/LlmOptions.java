package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.Optimization;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Which model is asked for candidates, and how.
final class LlmOptions {
    @Option(
            names = "--llm",
            paramLabel = "M",
            description = "let a model propose: anthropic:NAME, openai:NAME, gemini:NAME, ollama:NAME, each perhaps"
                    + " @http://host:port/v1, or relay:FOLDER; `llms` lists what there is")
    private String llm;

    @Option(
            names = "--proposer",
            paramLabel = "P",
            description = "built-in, llm, or hybrid: the built-in one begins, and the model builds on what it found"
                    + " (llm where --llm is given)")
    private String proposer;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            converter = Whole.Few.class,
            description = "questions to the model on their way at once (4; a relay's: 1)")
    private Integer parallel;

    @Option(
            names = "--budget",
            paramLabel = "USD",
            description =
                    "what its answers may cost together: 2.00usd; checked before each question with its worst case")
    private String budget;

    @Option(
            names = "--price",
            paramLabel = "IN,OUT[,CACHED]",
            description = "its price where that is not known, in dollars for a million tokens: 3,15")
    private String price;

    @Option(
            names = "--max-tokens",
            paramLabel = "N",
            converter = Whole.Tokens.class,
            description = "tokens that an answer may take (16000)")
    private Integer maxTokens;

    @Option(
            names = "--llm-timeout",
            paramLabel = "T",
            description = "how long a question may take, with all its tries (5m; a relay's: as long as it takes)")
    private String timeout;

    @Option(
            names = "--llm-on",
            paramLabel = "D",
            description = "the device that the model thinks on: nothing is timed there meanwhile")
    private String on;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec verb;

    void to(Optimization wanted) {
        if (llm != null) wanted.llm(llm);
        if (proposer != null) wanted.proposer(proposer);
        if (holds("--parallel", parallel)) wanted.parallel(parallel);
        if (holds("--budget", budget)) wanted.budget(budget);
        if (holds("--price", price)) wanted.price(price);
        if (holds("--max-tokens", maxTokens)) wanted.maxTokens(maxTokens);
        if (holds("--llm-timeout", timeout)) wanted.llmTimeout(Durations.parse(timeout));
        if (holds("--llm-on", on)) wanted.llmOn(on);
    }

    /// A person's own default is for the lines that ask a model; what a line itself says always counts.
    private boolean holds(String option, Object value) {
        boolean asks = llm != null && !"built-in".equals(proposer);
        return value != null && (asks || verb.commandLine().getParseResult().hasMatchedOption(option));
    }
}
