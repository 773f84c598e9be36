package io.jforge.jupyter.display;

import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/// The renderers that jars brought which cells added; looked for anew when there are more jars.
final class LibraryRenderers {
    private ClassLoader loader;
    private int jars;
    private List<ValueRenderer<?>> found = List.of();

    /// The one for a value, among those that the calling thread's cell can see.
    Optional<ValueRenderer<?>> of(Object value) {
        return there().stream().filter(each -> each.type().isInstance(value)).findFirst();
    }

    private synchronized List<ValueRenderer<?>> there() {
        if (!(Thread.currentThread().getContextClassLoader() instanceof URLClassLoader cells)) return List.of();
        int now = cells.getURLs().length;
        if (cells == loader && now == jars) return found;
        loader = cells;
        jars = now;
        found = now == 0 ? List.of() : load(cells);
        return found;
    }

    private static List<ValueRenderer<?>> load(ClassLoader cells) {
        var usable = new ArrayList<ValueRenderer<?>>();
        var all = ServiceLoader.load(ValueRenderer.class, cells).iterator();
        while (true) {
            try {
                if (!all.hasNext()) return usable;
                usable.add(all.next());
            } catch (ServiceConfigurationError | LinkageError broken) {
                System.err.println("a library's renderer cannot be used: " + broken.getMessage());
            }
        }
    }
}
