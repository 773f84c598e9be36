package io.jforge.runtime;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SourceException;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.util.Map;

/// A source that a person gave, and what to call it: a file, the lines of a cell, or a trial of a run.
///
/// @param recipe the trial's; empty where the source was written by hand
/// @param start the trial's tunables; empty where the source was written by hand
record Origin(String words, String text, String recipe, Map<String, Long> start) {
    private static final String OPENING = "(?s)\\s*/\\*\\s*forge\\b.*";

    static Origin written(String words, String text) {
        return new Origin(words, text, "", Map.of());
    }

    static Origin of(Run run, Trial trial) {
        var candidate = trial.candidate();
        return new Origin(
                "%s/%d, %s".formatted(run.id(), trial.number(), trial.change()),
                candidate.source().text(),
                trial.recipe(),
                candidate.assignment());
    }

    /// As a candidate for this op.
    ///
    /// @throws SpecException if its header does not parse, or it computes another op
    Proposal proposal(Catalogue.Entry entry) {
        return new Proposal(source(entry), words, recipe, start);
    }

    private Source source(Catalogue.Entry entry) {
        try {
            var source = Source.parse(text);
            if (!source.op().equals(entry.op().name()))
                throw new SpecException("%s computes %s, not %s"
                        .formatted(words, source.op(), entry.op().name()));
            return source;
        } catch (SourceException wrong) {
            if (text.matches(OPENING)) throw new SpecException(words + ": " + wrong.getMessage());
            throw new SpecException(
                    "%s has no forge header, which says how it is launched: put one at its top, such as\n%s"
                            .formatted(words, example(entry)));
        }
    }

    /// The header of the naive source in the language that the text seems to be written in.
    private String example(Catalogue.Entry entry) {
        var language =
                text.contains("__global__") && entry.naive().containsKey(Language.CUDA) ? Language.CUDA : Language.C;
        var naive = entry.naive(language).text();
        return naive.substring(0, naive.indexOf("*/") + 2);
    }
}
