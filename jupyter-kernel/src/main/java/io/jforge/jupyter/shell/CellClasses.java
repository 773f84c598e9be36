package io.jforge.jupyter.shell;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;

/// The class loader of all cells: what JShell compiled, woven, and the jars added on the way.
final class CellClasses extends URLClassLoader implements LoaderDelegate {
    private final Set<String> shared;
    private final Map<String, byte[]> compiled = new ConcurrentHashMap<>();
    private final Weaver weaver = new Weaver(this);

    /// @param shared jars and folders of the parent whose classes cells share with this process
    CellClasses(ClassLoader parent, List<Path> shared) {
        super("cells", new URL[0], parent);
        this.shared = shared.stream().map(entry -> url(entry).toString()).collect(Collectors.toSet());
        setDefaultAssertionStatus(true); // who writes an assert in a cell wants to see it fail
    }

    /// A jar that a cell added comes before this process's own libraries, which cells do not see; so each has the
    /// version that it was compiled with.
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (findLoadedClass(name) == null && (isOfCell(name) || isFromAddedJar(name))) return findClass(name);
            return super.loadClass(name, resolve);
        }
    }

    /// The parents need not be asked for it; they would keep a lock for its name.
    private boolean isOfCell(String name) {
        return compiled.containsKey(fileOf(name));
    }

    private boolean isFromAddedJar(String name) {
        if (getURLs().length == 0 || name.startsWith("java.") || super.findResource(fileOf(name)) == null) return false;
        URL ofParent = getParent().getResource(fileOf(name));
        return ofParent == null || !isShared(ofParent);
    }

    private boolean isShared(URL resource) {
        String text = resource.toString();
        return text.startsWith("jrt:")
                || shared.stream().anyMatch(entry -> text.startsWith("jar:" + entry + "!") || text.startsWith(entry));
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path + " cannot be on a class path", e);
        }
    }

    @Override
    public void load(ClassBytecodes[] classes) throws ClassInstallException {
        boolean[] loaded = new boolean[classes.length];
        try {
            for (ClassBytecodes each : classes) {
                compiled.put(fileOf(each.name()), each.bytecodes());
            }
            for (int i = 0; i < classes.length; i++) {
                // linking now shows a class that cannot be loaded while JShell can still reject the snippet
                loaded[i] = loadClass(classes[i].name()).getDeclaredMethods() != null;
            }
        } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
            throw new ClassInstallException("load: " + e.getMessage(), loaded);
        }
    }

    @Override
    public void classesRedefined(ClassBytecodes[] classes) {
        for (ClassBytecodes each : classes) {
            compiled.put(fileOf(each.name()), each.bytecodes());
        }
    }

    /// Lets go of the bytes of a loaded class.
    void forget(String className) {
        compiled.remove(fileOf(className));
    }

    @Override
    public void addToClasspath(String classPath) {
        for (String entry : classPath.split(File.pathSeparator)) {
            addURL(url(Path.of(entry)));
        }
    }

    @Override
    public Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = compiled.get(fileOf(name));
        if (bytes == null) {
            return super.findClass(name);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> already = findLoadedClass(name);
            if (already != null) {
                return already;
            }
            byte[] woven = weaver.weave(bytes);
            return defineClass(name, woven, 0, woven.length, (CodeSource) null);
        }
    }

    @Override
    public URL findResource(String name) {
        byte[] bytes = compiled.get(name);
        return bytes == null ? super.findResource(name) : inMemory(name, bytes);
    }

    private static String fileOf(String className) {
        return className.replace('.', '/') + ".class";
    }

    private static URL inMemory(String name, byte[] bytes) {
        try {
            return URL.of(URI.create("cell:/" + name.replace(' ', '_')), new URLStreamHandler() {
                @Override
                protected URLConnection openConnection(URL url) {
                    return new BytesConnection(url, bytes);
                }
            });
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class BytesConnection extends URLConnection {
        private final byte[] bytes;

        BytesConnection(URL url, byte[] bytes) {
            super(url);
            this.bytes = bytes;
        }

        @Override
        public void connect() throws IOException {
            connected = true;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(bytes);
        }
    }
}
