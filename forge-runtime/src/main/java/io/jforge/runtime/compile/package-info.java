/// Source to Binary: compilers as child processes with a deadline and a memory limit.
///
/// May import: `runtime.spec`, `runtime.trial`.
package io.jforge.runtime.compile;
