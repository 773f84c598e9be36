package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class DescriptorTest {
    @TempDir
    Path folder;

    private int opened(String text) throws IOException {
        var file = Files.writeString(folder.resolve(text), text);
        try (var arena = Arena.ofConfined()) {
            var path = arena.allocateFrom(file.toString());
            return (int) Syscalls.call(Syscalls.Number.OPENAT, 0, path.address(), 0, 0);
        }
    }

    /// One worker in 600 once drew the same number for its requests and its replies, and ended at once.
    @Test
    void aSecondStreamDoesNotTakeTheNumberOfTheFirst() throws IOException {
        var first = Descriptor.moved(opened("first"), Descriptor.nothing(), 700).input();
        var second =
                Descriptor.moved(opened("second"), Descriptor.nothing(), 700).input();
        assertThat(first.readAllBytes()).asString().isEqualTo("first");
        assertThat(second.readAllBytes()).asString().isEqualTo("second");
    }

    @Test
    void whatWasMovedReadsAsEmptyWhereItWas() throws IOException {
        int number = opened("gone");
        assertThat(Descriptor.moved(number, Descriptor.nothing()).input().readAllBytes())
                .asString()
                .isEqualTo("gone");
        assertThat(Descriptor.moved(number, Descriptor.nothing()).input().readAllBytes())
                .isEmpty();
    }
}
