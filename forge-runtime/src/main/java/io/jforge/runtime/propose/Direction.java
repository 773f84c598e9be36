package io.jforge.runtime.propose;

/// A thing to try.
///
/// @param name short, as transcripts and reports show it
/// @param words what the model is told
public record Direction(String name, String words) {}
