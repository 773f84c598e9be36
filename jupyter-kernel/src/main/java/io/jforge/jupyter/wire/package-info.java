/// Jupyter messages on ZeroMQ sockets: frames, JSON and signatures, nothing of Java shells or forge.
///
/// May import JeroMQ and Jackson, and nothing else of JForge.
package io.jforge.jupyter.wire;
