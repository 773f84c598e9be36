/// What happened to a candidate: its steps, its outcome, its timing; and the seam behind which candidates are
/// tried.
///
/// May import: `runtime.spec`.
package io.jforge.runtime.trial;
