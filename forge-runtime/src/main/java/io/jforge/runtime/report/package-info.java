/// Tables and charts of runs, as data: Tablesaw tables, XChart charts; front ends render them.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.llm`, `runtime.propose`, `runtime.measure`,
/// `runtime.search`, `runtime.store`.
package io.jforge.runtime.report;
