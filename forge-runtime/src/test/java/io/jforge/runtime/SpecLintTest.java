package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.compile.CcCompiler;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.compile.Resources;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.OpFiles;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.Op;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.verify.SpecLint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every op in `specs/` is taken or refused as the first line of its op.yaml says, and JForge's own ops and the
/// examples
/// that can run are taken.
@Timeout(60)
class SpecLintTest {
    private static final Path SPECS = Path.of("src/test/resources/specs");
    private static final Path EXAMPLES = Path.of("src/test/resources/examples");
    private static final String REFUSED = "# Refused: ";
    private static final Target CPU = Compilers.SOFTMAX.target();

    @TempDir
    static Path folder;

    private static SpecLint.Means means;

    @BeforeAll
    static void ready() throws IOException {
        var compiler = Compilers.in(Files.createDirectory(folder.resolve("binaries")), Compilers.USUAL);
        var host = library(compiler, "host", Resources.text("/prelude/forge.h") + Resources.text("/host/host.c"));
        means = new SpecLint.Means(
                compiler,
                (name, text) -> library(compiler, name, text),
                new Fence("cpu", Files.createDirectory(folder.resolve("worker")), host),
                new Fence("cpu", Files.createDirectory(folder.resolve("judge")), host));
    }

    private static Path library(CcCompiler compiler, String name, String text) {
        return compiler.library(name, text, List.of());
    }

    @AfterAll
    static void end() {
        means.worker().close();
        means.judge().close();
    }

    static List<Path> specs() {
        try (var files = Files.list(SPECS)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> catalogue() {
        return new Catalogue().names();
    }

    private static SpecLint.Found lint(Catalogue.Entry entry) {
        var naive = Optional.ofNullable(entry.naive().get(Language.C));
        return lint(entry.op(), entry.reference(), naive);
    }

    private static SpecLint.Found lint(Op op, String reference, Optional<Source> naive) {
        return new SpecLint(op, naive, CPU, new SecureRandom()).check(reference, means);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void anOpIsTakenOrRefusedForTheReasonItIsAnExampleOf(Path spec) throws IOException {
        var said = Files.readAllLines(spec.resolve("op.yaml")).getFirst();
        if (said.startsWith(REFUSED))
            assertThatThrownBy(() -> lint(OpFiles.in(spec).entry()))
                    .isInstanceOf(SpecException.class)
                    .message()
                    .matches("(?s)" + said.substring(REFUSED.length()) + ".*");
        else assertThat(lint(OpFiles.in(spec).entry()).naive()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("catalogue")
    void anOpOfTheCatalogueIsTaken(String name) {
        var found = lint(new Catalogue().find(name));
        assertThat(found.naive()).isTrue();
        assertThat(found.preset()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attention", "cumsum", "embedding", "group_norm"})
    void anExampleIsTaken(String name) throws IOException {
        var op = Op.parse(Files.readString(EXAMPLES.resolve("ops").resolve(name + ".yaml")));
        var reference = Files.readString(EXAMPLES.resolve("ref").resolve(name + ".c"));
        assertThat(lint(op, reference, Optional.empty()).dtypes()).hasSameSizeAs(op.dtypes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"argmax", "topk", "dropout"})
    void whatIsNotJudgedYetIsNotTaken(String name) throws IOException {
        var op = Op.parse(Files.readString(EXAMPLES.resolve("ops").resolve(name + ".yaml")));
        assertThatThrownBy(() -> lint(op, "", Optional.empty()))
                .hasMessageMatching("outputs\\.\\w+: '\\w+' is not judged yet: .*");
    }
}
