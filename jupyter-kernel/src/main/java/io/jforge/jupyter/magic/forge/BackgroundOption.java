package io.jforge.jupyter.magic.forge;

import picocli.CommandLine.Option;

/// The option of verbs that make runs which need not be waited for.
final class BackgroundOption {
    @Option(names = "--background", description = "go on beside other work: `watch` follows the run, `stop` ends it")
    private boolean wanted;

    boolean isWanted() {
        return wanted;
    }
}
