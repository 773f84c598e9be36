package io.jforge.runtime.compile;

import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import java.nio.file.Path;

/// A compiled Source.
///
/// @param preprocessed the text after the preprocessor, with line markers: what the lint reads
/// @param object the object file, before anything of ours was linked to it
/// @param library what a worker loads
public record Binary(Source source, LaunchPlan plan, Path preprocessed, Path object, Path library) {}
