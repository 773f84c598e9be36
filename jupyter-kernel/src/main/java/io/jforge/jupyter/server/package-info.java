/// The Jupyter server: routes messages to shell and magics, and orders what comes back.
///
/// May import `jupyter.wire`, `jupyter.shell`, `jupyter.display`, `jupyter.history`, `jupyter.magic`,
/// `jupyter.magic.common` and JeroMQ.
package io.jforge.jupyter.server;
