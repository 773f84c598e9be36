package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.Table;

/// Tablesaw as a process finds it that has made no table yet.
class TablesawTablesTest {
    private URLClassLoader fresh;

    @BeforeEach
    void open() throws MalformedURLException {
        var urls = new ArrayList<URL>();
        for (var entry : System.getProperty("java.class.path").split(File.pathSeparator))
            urls.add(Path.of(entry).toUri().toURL());
        fresh = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    @AfterEach
    void close() throws Exception {
        Thread.interrupted();
        fresh.close();
    }

    @Test
    void onceLoadedItIsThereForAnInterruptedThread() throws Exception {
        var load = fresh.loadClass(TablesawTables.class.getName()).getDeclaredMethod("load");
        load.setAccessible(true);
        Thread.currentThread().interrupt();
        var loading = (Thread) load.invoke(null);
        Thread.interrupted();
        loading.join();
        Thread.currentThread().interrupt();
        var table = fresh.loadClass(Table.class.getName()).getMethod("create", String.class);
        assertThat(table.invoke(null, "speedups").toString()).startsWith("speedups");
    }
}
