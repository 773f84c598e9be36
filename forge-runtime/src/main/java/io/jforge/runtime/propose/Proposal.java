package io.jforge.runtime.propose;

import io.jforge.runtime.spec.Source;

/// A Source to try.
///
/// @param change what was changed against its parent, in words
/// @param recipe how the proposer can make it again; empty where it cannot
public record Proposal(Source source, String change, String recipe) {}
