package io.jforge.jupyter.magic.common;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.magic.CellRunner;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.maven.Home;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whatever a magic is given, it answers in words of its own.
@Timeout(300)
class WrongArgumentsTest {
    private static final List<String> WRONG = List.of(
            "--nonsense",
            "-x",
            "--",
            "-",
            "--=",
            "--repo",
            "--repo not:a url",
            "--repo ftp://x/",
            "-n",
            "-n x -r 1 1",
            "-n 0 1",
            "-n 99999999999 1",
            "a b c d",
            "\"unclosed",
            "'",
            "::::",
            "bad:coords",
            "/no/such/file",
            "~9/9",
            "0",
            "9-1",
            "*?[",
            "[a:b",
            "\u0000",
            "--out 1 x",
            "--out",
            "=",
            "==",
            "{",
            "-f -f -f --g");
    private static final List<String> BODIES = List.of("", "\n", "<", "<a><b></a>", "{\"a\":", ")", "\u0000");

    @TempDir
    private Path folder;

    @Test
    void everyMagicAnswersEveryWrongListInALineAndNeverWithATrace() {
        var soft = new SoftAssertions();
        try (var notebook = new Notebook(new Home(Optional.of(folder)))) {
            for (Magic magic : notebook.all()) {
                for (String words : WRONG) check(soft, notebook, "%" + magic.name() + " " + words, magic);
                for (String body : BODIES) check(soft, notebook, "%%" + magic.name() + " --offline\n" + body, magic);
            }
            assertThat(notebook.value("1 + 1")).isEqualTo("2");
        }
        soft.assertAll();
    }

    private static void check(SoftAssertions soft, Notebook notebook, String cell, Magic magic) {
        if (!(notebook.run(cell) instanceof CellRunner.Failed failed)) return; // some magics can make sense of it
        boolean javaCode = List.of("time", "timeit", "timeout", "load").contains(magic.name());
        soft.assertThat(failed.text()).as(cell).doesNotContain("io.jforge", "failed: java", "\tat ");
        if (!javaCode) soft.assertThat(failed.text()).as(cell).hasLineCount(1).contains("%");
    }
}
