package io.jforge.jupyter.client;

/// The notebook with the outputs of all that ran, and why the run ended.
public record RunResult(Notebook notebook, Ending ending) {

    /// Why a run ended.
    public sealed interface Ending {}

    /// Every cell ran, and the only errors were allowed ones.
    public record Completed() implements Ending {}

    /// A cell ended in an error; those after it did not run.
    public record Failed(int cell, Output.Failure failure) implements Ending {}

    /// The kernel did not start or died; the message says which, when, and what it last said.
    public record KernelLost(String message) implements Ending {}

    /// The thread that ran the notebook was interrupted.
    public record Interrupted() implements Ending {}
}
