package io.jforge.jupyter.magic.forge;

import java.util.Optional;
import java.util.function.Supplier;

/// What a person wrote for a verb besides its words.
///
/// @param cell the lines under a `%%forge`; never blank
/// @param standardInput read to its end when it is asked for
public record Written(Optional<String> cell, Supplier<String> standardInput) {}
