/// Runs a notebook file through a real kernel process, writes it back, and makes a page of it.
///
/// A client of the Jupyter protocol like any other: it knows nothing of the Java shell, the magics or forge, and
/// would run another language's kernel just as well. May import `jupyter.wire`, `jupyter.display` (escaping and
/// highlighting), JeroMQ, Jackson and commonmark.
package io.jforge.jupyter.client;
