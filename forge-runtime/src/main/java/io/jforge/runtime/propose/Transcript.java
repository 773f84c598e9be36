package io.jforge.runtime.propose;

/// Told of a run's exchanges with models as they come along, on whatever thread asks.
public interface Transcript {
    /// An exchange began, or what it says so far has changed; to be kept before this returns.
    void put(Exchange exchange);

    /// A piece of an answer has come.
    void heard(Exchange exchange, String piece);
}
