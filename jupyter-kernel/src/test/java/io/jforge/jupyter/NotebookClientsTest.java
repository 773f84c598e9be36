package io.jforge.jupyter;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The classic Notebook in a real browser, and the console in a terminal.
@Tag("jupyter")
class NotebookClientsTest {
    @TempDir
    private Path folder;

    @Test
    void aBrowserShowsTheQuickstartLiveAndEveryKindOfContent() throws Exception {
        var pictures = Path.of("target", "browser").toAbsolutePath();
        new ClientScript("browser_test.py", folder)
                .needs(List.of("notebook", "selenium"), List.of("/usr/bin/chromium", "/usr/bin/chromedriver"))
                .passes(Map.of("JFORGE_TEST_PICTURES", pictures.toString()), Duration.ofMinutes(12));
    }

    @Test
    void theConsoleAnswersInATerminal() throws Exception {
        new ClientScript("console_test.py", folder)
                .needs(List.of("jupyter_console", "pexpect"), List.of())
                .passes(Map.of(), Duration.ofMinutes(3));
    }
}
