package io.jforge.jupyter.display;

/// How a library shows values of a type of its own in cells.
///
/// A jar that `%maven` or `%jars` adds names its renderers in
/// `META-INF/services/io.jforge.jupyter.display.ValueRenderer`, and they are used from then on.
public interface ValueRenderer<T> {
    /// The class or interface whose values it shows.
    Class<T> type();

    MimeBundle render(T value);
}
