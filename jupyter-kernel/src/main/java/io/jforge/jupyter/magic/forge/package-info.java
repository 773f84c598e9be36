/// The verbs of `%forge`, which are also those of the command line: a class each, with its options.
///
/// May import: `jupyter.wire` (JSON), `jupyter.shell`, `jupyter.display`, `jupyter.magic`, picocli, and
/// `io.jforge.runtime` with its packages.
package io.jforge.jupyter.magic.forge;
