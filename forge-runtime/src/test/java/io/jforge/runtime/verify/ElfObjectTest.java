package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.Compilers;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ElfObjectTest {
    @TempDir
    Path folder;

    private Path object;

    @BeforeEach
    void compile() throws IOException {
        var source = Compilers.softmax(
                "#include <math.h>\nfloat table[8] = {1};\nvoid other(void) {}\nstatic void inner(float *p) { *p = 1; }\n"
                        + "void (*kept)(float *) = inner;",
                "y[0] = expf(x[0]) + table[cols];");
        var step = Compilers.in(folder, Compilers.USUAL).compile(source, Compilers.plan(source));
        object = switch (step) {
            case Step.Passed<Binary>(Binary binary) -> binary.object();
            case Step.Stopped<Binary>(Outcome outcome) -> throw new AssertionError(outcome.message());
        };
        assumeThat(ElfObject.isElf(object)).as("an ELF platform").isTrue();
    }

    @Test
    void itTellsWhatComesFromOutsideAndWhatIsExported() throws IOException {
        var elf = ElfObject.read(object);
        assertThat(elf.undefined()).contains("expf").doesNotContain("softmax", "table", "inner");
        assertThat(elf.functions()).containsExactlyInAnyOrder("softmax", "other");
        assertThat(elf.indirect()).isEmpty();
        assertThat(elf.executableStack()).isFalse();
        assertThat(elf.sections()).contains(".data").doesNotContain(".init_array");
    }

    @Test
    void textIsNoElf() throws IOException {
        assertThat(ElfObject.isElf(Files.writeString(folder.resolve("t"), "hello")))
                .isFalse();
        assertThat(ElfObject.isElf(Files.writeString(folder.resolve("e"), ""))).isFalse();
    }

    @Test
    void aTruncatedOneIsSaidToBeDamaged() throws IOException {
        var bytes = Files.readAllBytes(object);
        var cut = folder.resolve("cut.o");
        for (int length : new int[] {6, 40, 64, bytes.length / 2}) {
            Files.write(cut, java.util.Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> ElfObject.read(cut))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cut.o is not a well-formed object file");
        }
    }

    @Test
    void noDamageEndsInAnythingElse() throws IOException {
        var random = new Random(1);
        var whole = Files.readAllBytes(object);
        var damaged = folder.resolve("damaged.o");
        for (int round = 0; round < 300; round++) {
            var bytes = whole.clone();
            for (int i = 0; i < 20; i++) {
                // most of the structure is at both ends
                int near = random.nextInt(Math.min(600, bytes.length));
                bytes[random.nextBoolean() ? near : bytes.length - 1 - near] = (byte) random.nextInt();
            }
            Files.write(damaged, bytes);
            readOrSayThatItIsDamaged(damaged);
        }
    }

    private static void readOrSayThatItIsDamaged(Path file) {
        try {
            assertThat(ElfObject.read(file)).isNotNull();
        } catch (IOException expected) {
            assertThat(expected).hasMessageContaining("not a well-formed object file");
        }
    }
}
