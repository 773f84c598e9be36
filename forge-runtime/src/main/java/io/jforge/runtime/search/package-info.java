/// Decides what to extend next, within a budget; reaches everything that runs code only through
/// `trial.Evaluator`.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.ops`, `runtime.propose`, `runtime.measure`.
package io.jforge.runtime.search;
