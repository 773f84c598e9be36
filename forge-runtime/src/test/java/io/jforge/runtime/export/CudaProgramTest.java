package io.jforge.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.CudaHere;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.CudaTexts;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CudaProgramTest {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final Provenance ORIGIN =
            new Provenance("trial 3 of run softmax-12ab", "a row a block */", "sm_90a", Map.of("time", "10.3 us"));
    private static final int PATIENCE_SECONDS = 120;

    @TempDir
    private Path folder;

    private static String program(String op, Task task, Candidate candidate) {
        return new CudaProgram(task, candidate).text(CATALOGUE.find(op).reference(), ORIGIN, "program.cu");
    }

    /// The program of the first point that some task of this dtype admits.
    private static String program(CudaTexts.Text text, String dtype) {
        return CudaTexts.tasks(text).stream()
                .filter(task -> task.dtypeLabel().equals(dtype))
                .flatMap(task -> text.source().assignments().stream()
                        .filter(point ->
                                CudaTexts.plan(text.source(), task, point).isPresent())
                        .map(point -> program(text.op(), task, new Candidate(text.source(), point))))
                .findFirst()
                .orElseThrow();
    }

    private static String naive(String op, String shape, String dtype) {
        var source = CATALOGUE.find(op).naive(Language.CUDA);
        return program(op, CudaTexts.task(op, shape, dtype), new Candidate(source, Map.of()));
    }

    @Test
    void itSaysWhatItIsAndHowToCompileProfileAndCheckIt() {
        assertThat(naive("softmax", "64x100", "f32"))
                .startsWith("/* softmax 64x100 f32: a row a block * /\n")
                .contains("trial 3 of run softmax-12ab")
                .contains("nvcc -std=c++17 -O3 -lineinfo -gencode arch=compute_90a,code=sm_90a -o program program.cu\n")
                .contains("ncu --set full -k regex:\"^(softmax)$\"", "compute-sanitizer", "10.3 us");
    }

    @Test
    void theSourceIsInItUnchanged() {
        assertThat(naive("matmul", "33x17x64", "bf16"))
                .contains(CATALOGUE.find("matmul").naive(Language.CUDA).text());
    }

    @Test
    void thePlanIsInItAsNumbers() {
        assertThat(naive("softmax", "1000x33", "f16"))
                .contains("#define KIND 1\n")
                .contains("Launch launch1(\"softmax\", (const void *) ::softmax, dim3(8, 1, 1), dim3(128, 1, 1));")
                .contains("launch1.pass(d_x).pass(d_y).pass(1000).pass(33);")
                .contains("input(\"x\", F16, 66000, 33000, NORMAL, options.seed + 0ull, 0.0, 0.0)");
    }

    @Test
    void whatASourceForTheProcessorNeedsIsNotWritten() {
        var cpu = new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2");
        var entry = CATALOGUE.find("softmax");
        var task = Task.of(entry.op(), "4x8", "f32", cpu);
        assertThatThrownBy(() -> new CudaProgram(task, new Candidate(entry.naive(Language.C), Map.of())))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining("only a CUDA source becomes a .cu file");
    }

    /// Two launches that overlap, scratch that is zeroed, a cooperative one, macros and names that tools use too.
    @Test
    void launchesOfEveryKindCompile() throws Exception {
        var source = Source.parse("""
                /* forge 1 cuda softmax
                 * tune    TPB in 128
                 * option  fastmath
                 * option  maxregs 64
                 * scratch part f32[rows*2]
                 * scratch arrived u32[1] zero
                 * launch  first grid(rows) block(TPB) cooperative args(x, part, arrived, i64(rows), f32(cols), u64(7))
                 * launch  second grid(rows*16) block(TPB) cluster(16) shared(65536) overlap args(x, y, part, rows, cols)
                 */
                #define check 1
                #define memory(a) a
                typedef unsigned long long u64;
                __device__ int tell(int load) { return load; }
                struct Launch { int small; };
                extern "C" __global__ void first(const float *x, float *part, unsigned *arrived, long long rows, float a, u64 b) {
                    forge::grid_sync(arrived);
                    part[blockIdx.x] = x[0] + a + tell(check) + Launch{1}.small;
                }
                extern "C" __global__ void second(const float *x, float *y, const float *part, int rows, int cols) {
                    forge::wait_previous();
                    y[0] = part[0] + memory(x[1]) + forge::cluster_rank();
                }
                """);
        var task = CudaTexts.task("softmax", "4x64", "f32");
        var text = program("softmax", task, new Candidate(source, Map.of()));
        assertThat(text)
                .contains("cudaMemsetAsync(d_arrived, 0, 4)", "launch1.cooperative = true;", "launch2.overlap = true;")
                .contains("launch2.cluster = dim3(16, 1, 1);", "launch2.shared = 65536;")
                .contains(".pass(4ll).pass((float) 64.0).pass(7ull)")
                .contains("--use_fast_math -maxrregcount=64");
        assertThat(compiled(text)).isEmpty();
        assertThat(run(List.of("./program", "--iters"))).startsWith("2: usage: ./program [--iters N]");
    }

    @Test
    void tensorMapsNeedNoLibrary() throws Exception {
        var text = CudaTexts.texts("matmul")
                .filter(each -> each.label().startsWith("tma"))
                .findFirst()
                .orElseThrow();
        var program = program(text, "bf16");
        assertThat(program)
                .contains("map_ta = tensor_map(\"ta\", CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, d_a, {", "SWIZZLE_128B");
        assertThat(compiled(program)).isEmpty();
    }

    /// What nvcc has to say.
    private String compiled(String text) throws Exception {
        var nvcc = CudaHere.nvccCommand();
        assumeThat(nvcc).as("needs nvcc").isPresent();
        Files.writeString(folder.resolve("program.cu"), text);
        var command =
                new ArrayList<>(List.of(nvcc.get().toString(), "-allow-unsupported-compiler", "-Werror=all-warnings"));
        var line =
                text.lines().filter(each -> each.contains("nvcc ")).findFirst().orElseThrow();
        command.addAll(List.of(line.substring(line.indexOf("nvcc ") + 5).split(" ")));
        var said = run(command);
        return said.startsWith("0: ") ? said.substring(3) : said;
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        var said = folder.resolve("said.txt");
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("%s in time", command)
                .isTrue();
        return process.exitValue() + ": " + Files.readString(said);
    }
}
