package io.jforge.jupyter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.wire.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Main.run(
                args,
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            optimise softmax               | 2 | unknown verb 'optimise'. Did you mean optimize? `jforge help` tells what there is.
            doctr                          | 2 | unknown verb 'doctr'. Did you mean doctor? `jforge help` tells what there is.
            kernelspec instal              | 2 | unknown verb 'instal'. Did you mean install? `jforge help kernelspec` tells what there is.
            kernelspec install --env 1x=2  | 2 | no environment variable can be called '1x': --env wants NAME=VALUE
            kernelspec install --env A     | 2 | --env wants NAME=VALUE, and has 'A'
            kernelspec install --name a/b  | 2 | a kernel cannot be named 'a/b': letters, digits, '.', '_' and '-' can be used
            kernelspec install --perfix x  | 2 | unknown option '--perfix'. Did you mean --prefix? `jforge help kernelspec` tells what there is.
            run                            | 2 | missing required parameter: 'NOTEBOOK'. `jforge help run` tells what there is.
            optimize softmax --device cuda | 3 | no device 'cuda' here; there is: cpu
            ops nope                       | 2 | no op named 'nope'. `%forge ops` lists them.
            """)
    void aMistakeIsALineOnStandardErrorAndAStatus(String line, int status, String message) {
        assertThat(run(line.split(" +"))).isEqualTo(status);
        assertThat(err()).isEqualTo("jforge: " + message + "\n");
        assertThat(out()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"ar-EG | 12 3.5", "fa-IR | 12 3.5", "de-DE | 12 3,5", "en-US | 12 3.5"})
    void numbersHaveTheDigitsThatMachinesRead(String language, String written) {
        Locale before = Locale.getDefault(Locale.Category.FORMAT);
        try {
            Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag(language));
            Main.writeDigitsForMachinesToo();
            assertThat("%d %.1f".formatted(12, 3.5)).isEqualTo(written);
        } finally {
            Locale.setDefault(Locale.Category.FORMAT, before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"repl --help", "run -h", "doctor --help", "kernelspec install --help", "optimize -h", "help -h"})
    void everyVerbTellsItsOptionsWhenAskedItself(String line) {
        assertThat(run(line.split(" "))).isZero();
        assertThat(err()).isEmpty();
    }

    @Test
    void aNotebookThatIsNotThereIsToldInALine() {
        var status = run("run", folder.resolve("none.ipynb").toString());
        assertThat(status).isBetween(1, 2);
        assertThat(err().lines()).hasSize(1).first().asString().contains("none.ipynb");
    }

    @Test
    void debugShowsTheTraceToo() {
        assertThat(run("ops", "nope", "--debug")).isEqualTo(2);
        assertThat(err()).contains("\tat io.jforge").endsWith("`%forge ops` lists them.\n");
    }

    @Test
    void withoutAVerbAllVerbsAreTold() {
        assertThat(run()).isZero();
        assertThat(out())
                .contains("optimize", "candidate", "bench", "ops", "devices", "runs", "show", "help")
                .contains("demo", "run", "doctor", "kernelspec", "version")
                .doesNotContain("warm-up");
    }

    @ParameterizedTest
    @ValueSource(strings = {"optimize", "candidate", "bench", "ops", "demo", "run", "doctor", "kernelspec", "version"})
    void everyVerbHasItsHelp(String verb) {
        assertThat(run("help", verb)).isZero();
        assertThat(out()).contains("Usage: jforge " + verb);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ops", "devices", "version"})
    void jsonIsOneObjectOnStandardOutput(String verb) {
        assertThat(run(verb, "--json")).isZero();
        assertThat(Json.MAPPER.readTree(out()).isObject()).isTrue();
        assertThat(err()).isEmpty();
    }

    @Test
    void aKernelspecIsForOnePlace() {
        assertThat(run("kernelspec", "install", "--user", "--system")).isEqualTo(2);
        assertThat(err()).contains("mutually exclusive");
        assertThat(err().lines()).hasSize(1);
    }

    @Test
    void theListOfKernelspecsIsJsonToo() {
        assertThat(run("kernelspec", "list", "--json")).isZero();
        assertThat(Json.MAPPER.readTree(out()).path("kernelspecs").isArray()).isTrue();
    }

    @Test
    void theKernelspecIsInstalledUnderAPrefixAndTakenBack() {
        assertThat(run("kernelspec", "install", "--prefix", folder.toString())).isZero();
        assertThat(folder.resolve("share/jupyter/kernels/jforge/kernel.json")).exists();
        assertThat(run("kernelspec", "uninstall", "--prefix", folder.toString()))
                .isZero();
        assertThat(folder.resolve("share/jupyter/kernels/jforge")).doesNotExist();
        assertThat(out().lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("share/jupyter/kernels/jforge"));
    }
}
