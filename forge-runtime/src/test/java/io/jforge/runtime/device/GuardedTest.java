package io.jforge.runtime.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedTest {
    private static final int BYTES = 1003;

    private final Arena arena = Arena.ofConfined();
    private final Guarded buffer = new Guarded(arena, BYTES);

    @AfterEach
    void free() {
        arena.close();
    }

    /// As native code would: by address, past the segment's own bounds.
    private void write(long at, int value) {
        MemorySegment.ofAddress(buffer.body().address() + at).reinterpret(1).set(ValueLayout.JAVA_BYTE, 0, (byte)
                value);
    }

    @Test
    void writingAllOfTheBodyLeavesTheGuardsAlone() {
        buffer.poison((byte) 0xFF);
        buffer.body().fill((byte) 7);
        assertThat(buffer.intact()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -4096, BYTES, BYTES + 4095})
    void oneByteOutsideIsSeen(long at) {
        write(at, 0);
        assertThat(buffer.intact()).isFalse();
    }

    @Test
    void anyByteThatChangesChangesTheHash() {
        for (int i = 0; i < BYTES; i++) write(i, i * 31);
        long before = buffer.hash();
        for (int i = 0; i < BYTES; i++) {
            write(i, i * 31 + 1);
            assertThat(buffer.hash()).as("byte %d", i).isNotEqualTo(before);
            write(i, i * 31);
        }
        assertThat(buffer.hash()).isEqualTo(before);
    }

    @Test
    void valuesThatChangePlacesChangeTheHash() {
        for (int i = 0; i < BYTES; i++) write(i, i);
        long before = buffer.hash();
        for (int k = 0; k < 8; k++) {
            write(k, 32 + k);
            write(32 + k, k);
        }
        assertThat(buffer.hash()).isNotEqualTo(before);
    }

    @Test
    void poisonIsNotANumberInEveryFloatFormat() {
        buffer.poison((byte) 0xFF);
        assertThat(buffer.body().get(ValueLayout.JAVA_FLOAT, 0)).isNaN();
        assertThat(buffer.body().get(ValueLayout.JAVA_DOUBLE, 0)).isNaN();
        assertThat(Float.float16ToFloat(buffer.body().get(ValueLayout.JAVA_SHORT, 0)))
                .isNaN();
    }
}
