package io.jforge.jupyter.magic.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.maven.Home;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A library as anybody would ask for it, from where everybody has it.
@Tag("network")
@Timeout(180)
class RealLibraryTest {
    @TempDir
    private Path folder;

    @Test
    void aLibraryOfOthersComesWithWhatItNeedsAndRuns() {
        try (var notebook = new Notebook(new Home(Optional.of(folder)))) {
            var ending = notebook.run("%maven org.apache.commons:commons-text:1.12.0");
            if (ending instanceof Failed failed && failed.text().contains("cannot be reached"))
                abort("no network: " + failed.text());
            assertThat(notebook.shown.getLast().plain())
                    .contains("Added 2 libraries", "commons-lang3", "commons-text:1.12.0");
            assertThat(notebook.shown)
                    .anySatisfy(progress -> assertThat(progress.plain()).contains("fetched"));
            assertThat(notebook.value("org.apache.commons.text.WordUtils.capitalize(\"a b\")"))
                    .isEqualTo("A B");
            notebook.value("%maven --sources org.apache.commons:commons-lang3:3.14.0");
            notebook.value("org.apache.commons.lang3.StringUtils.isBlank?");
            assertThat(notebook.shown.getLast().plain())
                    .contains("isBlank(CharSequence cs)", "Checks if a CharSequence is empty");
            assertThat(notebook.failure("%maven org.apache.commons:commons-text:0.0.9"))
                    .contains("there is no", "versions there are");
            // this process has another version of it, which cells do not see
            assertThat(notebook.value("%maven com.google.code.gson:gson:2.10\n"
                            + "com.google.gson.Gson.class.getProtectionDomain().getCodeSource().getLocation().getPath()"
                            + ".endsWith(\"gson-2.10.jar\")"))
                    .isEqualTo("true");
        }
    }
}
