/// The cells that were run, in this session and in earlier ones: one file for notebooks and terminals alike.
///
/// May import the JDK and SQLite's JDBC driver, and nothing else of JForge.
package io.jforge.jupyter.history;
