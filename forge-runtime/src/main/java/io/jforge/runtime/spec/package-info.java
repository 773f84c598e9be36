/// What is wanted and how a candidate says it is launched: ops, tasks, targets, sources and their headers.
///
/// It imports the JDK and Jackson's YAML parser, and nothing of JForge: every other package stands on it. All
/// mistakes in what a person or a proposer wrote are {@link io.jforge.runtime.spec.SpecException}s.
package io.jforge.runtime.spec;
