/// `%maven`: libraries from Maven repositories for cells, with all that they need.
///
/// May import `jupyter.magic`, `jupyter.display`, `jupyter.shell`, `io.jforge.runtime`, and Maven's
/// resolver, which is loaded when first needed.
package io.jforge.jupyter.magic.maven;
