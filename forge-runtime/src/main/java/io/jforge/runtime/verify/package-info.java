/// Right answers and no cheats: lints a Binary, runs it against the double-precision reference, and alone can
/// mint a [Verified].
///
/// The process that compares (this one, or the judge) never runs a candidate.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.compile`, `runtime.device`.
package io.jforge.runtime.verify;
