package io.jforge.jupyter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Real kernel processes under Jupyter's own client.
@Tag("jupyter")
class KernelClientTest {
    private static final Duration LIMIT = Duration.ofMinutes(6);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"messages_test.py", "interrupt_test.py", "output_test.py", "life_test.py", "fuzz_test.py"})
    void aRealClientIsServed(String script) throws Exception {
        passes(script, List.of("jupyter_client"));
    }

    @Test
    void twoThousandCellsLeaveTheKernelAsFastAndNotMuchLarger() throws Exception {
        passes("soak_test.py", List.of("jupyter_client"));
    }

    @Test
    void theProtocolIsKept() throws Exception {
        passes("conformance_test.py", List.of("jupyter_client", "jupyter_kernel_test"));
    }

    private void passes(String script, List<String> modules) throws Exception {
        var home = folder.resolve("home").toString();
        new ClientScript(script, folder)
                .needs(modules, List.of())
                .passes(Map.of("JFORGE_HOME", home, "PYTHONDONTWRITEBYTECODE", "1"), LIMIT);
    }
}
