/// The machine that runs candidates, and the fence between them and everything else.
///
/// Candidates run in a [Worker], a child JVM spoken to through [WorkerClient]; the [Fence] replaces a worker
/// that crashed or hung. Apart from `compile`, only this package calls native code (`java.lang.foreign`).
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.compile`.
package io.jforge.runtime.device;
