package io.jforge.jupyter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Installs kernelspecs by the command line and starts them as Jupyter's own client does.
@Tag("jupyter")
class KernelspecClientTest {
    @TempDir
    private Path folder;

    @Test
    void aClientStartsWhatWasInstalled() throws Exception {
        new ClientScript("kernelspec_test.py", folder)
                .needs(List.of("jupyter_client"), List.of())
                .passes(Map.of(), Duration.ofMinutes(3));
    }
}
