package io.jforge.jupyter.client;

import java.time.Duration;

/// What happens while a notebook runs; `cell` counts the executed code cells from 1.
public sealed interface RunEvent {

    record KernelReady(Duration startup) implements RunEvent {}

    record CellStarted(int cell, int total, Cell.Code code) implements RunEvent {}

    /// The next output of a cell; of printed text, the next piece.
    record CellOutput(int cell, Output output) implements RunEvent {}

    /// An earlier output of some cell now shows this instead.
    record OutputUpdated(String displayId, Output.Display output) implements RunEvent {}

    /// The cell is done, well or, when `failed`, with an error that is among its outputs.
    record CellFinished(int cell, int total, Duration took, boolean failed) implements RunEvent {}
}
