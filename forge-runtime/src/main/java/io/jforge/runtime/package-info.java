/// The facade: wires specification, proposers, compilers, the fence, verification, timing, search and store.
///
/// May import: every other package of this module. Only this package and front ends read the environment.
package io.jforge.runtime;
