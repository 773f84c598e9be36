/// Runs on disk: one SQLite file, every trial committed when it ends.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.llm`, `runtime.propose`, `runtime.measure`,
/// `runtime.search`.
package io.jforge.runtime.store;
