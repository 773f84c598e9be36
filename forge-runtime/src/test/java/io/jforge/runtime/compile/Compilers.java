package io.jforge.runtime.compile;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The compilers of this machine, each found once, and a task for them to compile for.
public final class Compilers {
    public static final Toolchain USUAL = new Toolchains(System.getenv()).find();

    public static final Task SOFTMAX = Task.of(
            new Catalogue().find("softmax").op(),
            "64x128",
            "f32",
            new Target("cpu", "cpu", "test", 2, 1L << 20, 8L << 30, "avx2"));

    private static final Optional<Toolchain> CLANG = clangHere();

    private Compilers() {}

    private static Optional<Toolchain> clangHere() {
        try {
            return Optional.of(new Toolchains(with("CC", "clang")).find());
        } catch (MissingTool _) {
            return Optional.empty();
        }
    }

    public static Optional<Toolchain> clang() {
        return CLANG;
    }

    /// `PATH` and one more.
    static Map<String, String> with(String name, String value) {
        return Map.of("PATH", System.getenv("PATH"), name, value);
    }

    public static CcCompiler in(Path folder, Toolchain toolchain) {
        return new CcCompiler(toolchain, folder, Duration.ofSeconds(30), 4L << 30);
    }

    /// A softmax with this body, and `head` before the function; `x`, `y`, `rows` and `cols` are at hand.
    public static Source softmax(String head, String body) {
        return Source.parse("""
                /* forge 1 c softmax
                 * launch softmax threads(1) args(x, y, rows, cols)
                 */
                %s
                void softmax(const float *x, float *y, int rows, int cols) {
                %s
                }
                """.formatted(head, body));
    }

    public static LaunchPlan plan(Source source) {
        return LaunchPlan.of(source, SOFTMAX, source.defaults());
    }
}
