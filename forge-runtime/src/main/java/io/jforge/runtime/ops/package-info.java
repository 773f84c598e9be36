/// The catalogue of Ops: each a small folder of declarative resources (spec, reference, naive source,
/// templates).
///
/// May import: `runtime.spec`, `runtime.trial`.
package io.jforge.runtime.ops;
