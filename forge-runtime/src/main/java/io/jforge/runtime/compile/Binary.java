package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import java.nio.file.Path;
import java.util.Optional;

/// A compiled Source.
///
/// @param preprocessed of a C Source: the text after the preprocessor, with line markers, which the lint
///     reads
/// @param object what the compiler made, before anything of ours was linked to it
/// @param library what a worker loads; of a CUDA Source the cubin, which is the object too
/// @param report what it takes of the device; empty for a C Source
public record Binary(
        Source source, LaunchPlan plan, Optional<Path> preprocessed, Path object, Path library, ResourceReport report) {
    /// A CUDA Source's Binary.
    static Binary cubin(Source source, LaunchPlan plan, Path cubin, ResourceReport report) {
        return new Binary(source, plan, Optional.empty(), cubin, cubin, report);
    }
}
