package io.jforge.runtime.device;

/// The worst of one output: its error over the allowed one (above 1 is wrong), where, and both values there.
///
/// @param index of the element, or -1 minus the norm group whose mean square was worst
public record Verdict(double share, long index, double got, double want) {}
