package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.SampleRuns;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.store.RunHeader;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What leaves a run for other tools: `export --cu`, `show --ptx`, `show --sass`.
class ExportVerbTest {
    @TempDir
    private Path home;

    private Forge forge;
    private final List<MimeBundle> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private String failure = "";

    @AfterEach
    void close() {
        if (forge != null) forge.close();
    }

    private void open(Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("JFORGE_HOME", home.toString());
        forge = Forge.open(all);
        var ran = SampleRuns.finished();
        forge.store().begin(ran.header());
        ran.trials().forEach(trial -> forge.store().add(ran.header().id(), trial));
        var header = onAGpu(ran.header());
        forge.store().begin(header);
        forge.store().add(header.id(), naive("softmax"));
    }

    /// Of another machine than this one.
    private static RunHeader onAGpu(RunHeader like) {
        return new RunHeader(
                "softmax-90aa",
                "hopper",
                "softmax",
                Map.of("rows", 64L, "cols", 100L),
                Map.of("T", "f16"),
                "f16",
                "softmax 64x100 f16",
                "cuda:0",
                42,
                like.settings(),
                like.roofline(),
                2,
                true,
                Map.of(
                        "processor", "NVIDIA H200",
                        "cores", "132",
                        "instructions", "sm_90",
                        "architecture", "sm_90a",
                        "last-level cache", "60 MiB"),
                like.started().plusSeconds(60));
    }

    private Trial naive(String op) {
        var source = forge.catalogue().find(op).naive(Language.CUDA);
        var outcome = SampleRuns.timed(12.5);
        var ended = SampleRuns.finished().header().started();
        return new Trial(
                0, 0, -1, 0, "naive", "", new Candidate(source, Map.of()), outcome, Stages.NONE, Resources.NONE, ended);
    }

    private int run(String... words) {
        var root = new ForgeCommand(
                () -> forge,
                new Screen(
                        bundle -> {
                            shown.add(bundle);
                            return _ -> {};
                        },
                        _ -> _ -> {},
                        json::add),
                new Written(Optional.empty(), () -> ""));
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    @Test
    void aTrialIsWrittenAsOneFile() throws Exception {
        open(Map.of());
        var file = home.resolve("best one.cu");
        assertThat(run("export", "hopper", "best", "--cu", file.toString())).isZero();
        assertThat(Files.readString(file))
                .startsWith("/* softmax 64x100 f16: naive\n")
                .contains("Trial 0 of run softmax-90aa", "x f16[64, 100], y f16[64, 100]", "12.5 us")
                .contains("NVIDIA H200, 132 multiprocessors")
                .contains("-gencode arch=compute_90a,code=sm_90a -o 'best one' 'best one.cu'")
                .contains(forge.catalogue().find("softmax").naive(Language.CUDA).text());
        assertThat(shown.getFirst().plain()).contains(file.toString(), "nvcc -std=c++17");
    }

    @Test
    void theLastRunIsMeantWhereNoneIsNamedAndJsonTellsTheFile() throws Exception {
        open(Map.of());
        var file = home.resolve("a.cu");
        assertThat(run("export", "0", "--cu", file.toString(), "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getFirst());
        assertThat(told.path("file").asString()).isEqualTo(file.toString());
        assertThat(told.path("run").asString()).isEqualTo("softmax-90aa");
        assertThat(told.path("compile").asString()).startsWith("nvcc ");
    }

    @Test
    void aFileThatIsThereIsOverwrittenByForceOnly() throws Exception {
        open(Map.of());
        var file = Files.writeString(home.resolve("mine.cu"), "mine");
        assertThat(run("export", "0", "--cu", file.toString())).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("'" + file + "' is there already: --force overwrites it");
        assertThat(file).hasContent("mine");
        assertThat(run("export", "0", "--cu", file.toString(), "--force")).isZero();
        assertThat(Files.readString(file)).contains("int main(");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            export 0                             | say what to write: --archive FILE for a whole run, --cu FILE for a CUDA trial
            export --cu a.cu                     | say which trial: a number or `best`, as in `export best --cu a.cu`
            export --cu a.cu --archive a.jforge  | --archive and --cu write two files: give one of them at a time
            export best --archive a.jforge       | an archive holds a whole run: `export RUN --archive a.jforge`
            export first/2 --archive a.jforge    | an archive holds a whole run: `export RUN --archive a.jforge`
            export first --archive src           | 'src' is a folder: name a file in it, such as src/softmax-12ab.jforge
            export hopped --archive a.jforge     | no run 'hopped'. Did you mean hopper? `%forge runs` lists them.
            import                               | missing required parameter: 'FILE'. `%forge help import` tells what there is.
            import none.jforge                   | none.jforge: there is no such file
            import src                           | src: this is a folder, and an archive is a file
            export 0 --cu a.c                    | 'a.c' does not end in .cu, by which nvcc knows CUDA: call it a.c.cu
            export 0 --cu .cu                    | '.cu' does not end in .cu, by which nvcc knows CUDA: call it .cu.cu
            export 0 --cu src                    | 'src' is a folder: name a file in it, such as src/best.cu
            export 0 --cu /no/such/folder/a.cu   | '/no/such/folder/a.cu' cannot be written: there is no folder /no/such/folder
            export 7 --cu a.cu                   | run softmax-90aa has no trial 7: they go from 0 to 0
            export hopper --cu a.cu              | a trial is a number or `best`, not 'hopper'
            export first 2 --cu a.cu             | trial 2 of run softmax-12ab is a C source, which ran on the processor: this is for CUDA sources
            show first 2 --ptx                   | trial 2 of run softmax-12ab is a C source, which ran on the processor: this is for CUDA sources
            show hopper --profile                | say which trial: a number or `best`, as in `show best --profile`
            show first 2 --profile               | --profile reads an NVIDIA GPU's counters, and this is for cpu: leave it out, or take it to a machine with a GPU (--device cuda:0)
            optimize softmax --device cpu --profile | --profile reads an NVIDIA GPU's counters, and this is for cpu: leave it out, or take it to a machine with a GPU (--device cuda:0)
            optimize softmax --device cpu --sanitize | --sanitize watches what an NVIDIA GPU reads and writes, and this is for cpu: leave it out, or take it to a machine with a GPU (--device cuda:0)
            show hopper --sass                   | say which trial: a number or `best`, as in `show best --sass`
            """)
    void aMistakeIsToldInALine(String line, String message) {
        open(Map.of());
        assertThat(run(line.split(" "))).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo(message);
        assertThat(Path.of("a.cu")).doesNotExist();
    }

    @Test
    void aRunGoesToAnotherStoreAndIsTakenInOnce() throws Exception {
        open(Map.of());
        var file = home.resolve("it.jforge");
        assertThat(run("export", "first", "--archive", file.toString())).isZero();
        assertThat(shown.getLast().plain())
                .startsWith(file + ": run softmax-12ab with its 4 trials, ")
                .doesNotContain("Note");
        assertThat(run("export", "first", "--archive", file.toString())).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("'" + file + "' is there already: --force overwrites it");
        assertThat(run("import", file.toString())).isZero();
        assertThat(shown.getLast().plain())
                .isEqualTo("run softmax-12ab is in the store already, with the same trials: nothing to do");
        assertThat(run("runs", "--delete", "first")).isZero();
        assertThat(run("import", file.toString(), "--json")).isZero();
        var told = Json.MAPPER.readTree(json.getLast());
        assertThat(told.path("run").asString()).isEqualTo("softmax-12ab");
        assertThat(told.path("imported").asBoolean()).isTrue();
        assertThat(run("show", "first")).isZero();
        assertThat(shown.getLast().plain()).contains("both cores");
        assertThat(forge.run("first").record().header().environment())
                .containsEntry("imported id", "softmax-12ab")
                .hasEntrySatisfying("imported", from -> assertThat(from).startsWith("from it.jforge on 2"));
    }

    @ParameterizedTest
    @CsvSource({"--ptx", "--sass"})
    void withoutToolsOneLineSaysWhatToInstall(String option) {
        open(Map.of("PATH", "", "CUDA_HOME", home.toString()));
        assumeThat(new CudaTools(Map.of(), home).nvcc())
                .as("needs a machine without a toolkit")
                .isEmpty();
        assertThat(run("show", "0", option)).isEqualTo(Verbs.MISSING);
        assertThat(failure).startsWith("no CUDA compiler found: install").doesNotContain("\n");
    }

    @Test
    void ptxIsBareTextAndFoldedOnAPage() {
        open(System.getenv());
        assumeThat(new CudaTools(System.getenv(), home).nvcc()).as("needs nvcc").isPresent();
        assertThat(run("show", "0", "--ptx")).isZero();
        assertThat(shown.getFirst().plain()).contains(".target sm_90a", ".visible .entry softmax(");
        assertThat((String) shown.getFirst().data().get(MimeBundle.HTML)).contains("<details><summary>PTX of trial 0");
    }

    /// A tool that shows its arguments: which real ones there are differs from machine to machine.
    @Test
    void machineCodeComesFromTheToolkitsDisassembler() throws Exception {
        var nvcc = new CudaTools(System.getenv(), home).nvcc();
        assumeThat(nvcc).as("needs nvcc").isPresent();
        var tool = Files.writeString(
                Files.createDirectory(home.resolve("bin")).resolve("nvdisasm"),
                "#!/bin/sh\necho \"$@\"\nhead -c 4 \"$2\"\n");
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
        open(Map.of("PATH", System.getenv("PATH"), "CUDA_HOME", home.toString()));
        assertThat(run("show", "0", "--sass", "--json")).isZero();
        assertThat(Json.MAPPER.readTree(json.getFirst()).path("sass").asString())
                .startsWith("-c /")
                .contains("softmax.cubin", "ELF");
    }
}
