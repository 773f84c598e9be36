package io.jforge.jupyter.magic.forge;

import picocli.CommandLine.Option;

/// The options that say which task a source is for.
final class TaskOptions {
    @Option(names = "--shape", paramLabel = "SHAPE", description = "4096x1024, rows=4096,cols=1024, or a preset")
    String shape;

    @Option(names = "--dtype", paramLabel = "T", description = "f32, ...")
    String dtype;

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "auto (the first that runs the source's language), cpu, cuda:0",
            defaultValue = "auto")
    String device;
}
