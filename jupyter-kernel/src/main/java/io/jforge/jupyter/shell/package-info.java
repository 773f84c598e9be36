/// Runs Java cells in a JShell of this process: evaluates, completes, and stops them.
///
/// May import the JDK alone; it knows neither Jupyter messages nor forge.
package io.jforge.jupyter.shell;
