/// Speaks with language models: whom to ask, with which key, for how long, at what price. The only user of
/// LangChain4j.
///
/// May import: `runtime.spec`.
package io.jforge.runtime.llm;
