/// A trial as files that need no JForge: one self-contained CUDA program.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.compile` (resources), `runtime.device` (fills),
/// `runtime.verify`.
package io.jforge.runtime.export;
