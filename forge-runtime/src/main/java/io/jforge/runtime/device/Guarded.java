package io.jforge.runtime.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Native memory between two guard zones that nobody may write.
final class Guarded {
    static final long GUARD = 4096;
    private static final byte GUARD_BYTE = (byte) 0xC3;

    private final MemorySegment whole;
    private final MemorySegment body;

    Guarded(Arena arena, long bytes) {
        whole = arena.allocate(GUARD + bytes + GUARD, 4096);
        body = whole.asSlice(GUARD, bytes);
        before().fill(GUARD_BYTE);
        after().fill(GUARD_BYTE);
    }

    MemorySegment body() {
        return body;
    }

    /// Fills it with a pattern that is NaN in every float format.
    void poison(byte pattern) {
        body.fill(pattern);
    }

    boolean intact() {
        return isGuard(before()) && isGuard(after());
    }

    /// A 64-bit hash of the contents, four lanes wide so that it runs at memory speed.
    long hash() {
        long longs = body.byteSize() / 8;
        long a = 1, b = 2, c = 3, d = 4, i = 0;
        for (; i + 4 <= longs; i += 4) {
            a = (a ^ body.getAtIndex(ValueLayout.JAVA_LONG, i)) * 0x9E3779B97F4A7C15L;
            b = (b ^ body.getAtIndex(ValueLayout.JAVA_LONG, i + 1)) * 0xC2B2AE3D27D4EB4FL;
            c = (c ^ body.getAtIndex(ValueLayout.JAVA_LONG, i + 2)) * 0x165667B19E3779F9L;
            d = (d ^ body.getAtIndex(ValueLayout.JAVA_LONG, i + 3)) * 0xD6E8FEB86659FD93L;
            a ^= a >>> 32;
            b ^= b >>> 29;
            c ^= c >>> 31;
            d ^= d >>> 33;
        }
        for (long at = i * 8; at < body.byteSize(); at++)
            a = (a ^ body.get(ValueLayout.JAVA_BYTE, at)) * 0x100000001B3L;
        return Filler.mix(a) ^ Filler.mix(b + 1) ^ Filler.mix(c + 2) ^ Filler.mix(d + 3);
    }

    private MemorySegment before() {
        return whole.asSlice(0, GUARD);
    }

    private MemorySegment after() {
        return whole.asSlice(GUARD + body.byteSize(), GUARD);
    }

    private static boolean isGuard(MemorySegment zone) {
        for (long i = 0; i < zone.byteSize(); i++) if (zone.get(ValueLayout.JAVA_BYTE, i) != GUARD_BYTE) return false;
        return true;
    }
}
