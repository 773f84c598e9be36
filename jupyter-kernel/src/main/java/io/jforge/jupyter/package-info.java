/// The command line: one verb, one class.
///
/// May import: every package of this module and of the runtime.
package io.jforge.jupyter;
