/// Times verified code, and knows what the machine can do at most.
///
/// May import: `runtime.spec`, `runtime.trial`, `runtime.compile`, `runtime.device`, `runtime.verify`.
package io.jforge.runtime.measure;
