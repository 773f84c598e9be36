/// Asks for candidates: what to try next, made from what was tried.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.ops`, `runtime.llm`.
package io.jforge.runtime.propose;
