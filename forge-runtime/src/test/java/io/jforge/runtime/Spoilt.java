package io.jforge.runtime;

import java.util.List;

/// Softmaxes of f32 for a GPU with one thing wrong each; the shape is 2048x4096 where it matters.
final class Spoilt {
    /// A counter that outlives a launch: how a candidate can know how often it was run.
    private static final String COUNTS = "__device__ int calls;\n";

    private Spoilt() {}

    private static String with(String more, String after) {
        return Softmaxes.rows(256, "", more, after);
    }

    static final String PAST_THE_END =
            with("", "if (row == rows - 1 && threadIdx.x == 0) y[(size_t) rows * cols] = 0;");
    static final String BEFORE_THE_BEGINNING = with("", "if (row == 0 && threadIdx.x == 0) y[-1] = 0;");
    static final String CHANGES_ITS_INPUT = with("", "if (row == 0 && threadIdx.x == 0) ((float *) x)[0] = 7;");
    static final String LEAVES_ONE_OUT = with("cols -= row == rows - 1;", "");
    static final String LEAVES_ONE_OUT_AT_FULL_SHAPE = with("cols -= rows == 2048 && row == rows - 1;", "");
    static final String ONE_WRONG_AT_FULL_SHAPE =
            with("", "if (rows == 2048 && row == 1777 && threadIdx.x == 0) out[3000] *= 1.01f;");

    /// Verified on nine small shapes and once at full shape, timed nine times or more.
    static final String RIGHT_FOR_THE_FIRST_CALLS = Softmaxes.rows(
            256, COUNTS, "", "if (row == 0 && threadIdx.x == 0 && atomicAdd(&calls, 1) >= 15) out[0] = 0.5f;");

    static final String ILLEGAL_ADDRESS = with("*(volatile float *) (16 + 16 * (size_t) cols) = 1;", "");
    static final String MISALIGNED = with("*(volatile int *) ((char *) out + 1) = 1;", "");
    static final String TRAPS = with("__trap();", "");
    static final String HANGS = with("while (*(volatile float *) in != 123.25f) {}", "");
    static final String HANGS_WHEN_TIMED = Softmaxes.rows(256, COUNTS, """
            if (row == 0 && threadIdx.x == 0) atomicAdd(&calls, 1);
            while (*(volatile int *) &calls > 14) {}
            """, "");

    static final String TOO_MUCH_SHARED_MEMORY = Softmaxes.rows("block(256) shared(240000)", "", "", "");

    /// 96 numbers of a thread are live across a barrier: a block of 1024 such threads has not the registers.
    static final String TOO_MANY_REGISTERS = Softmaxes.rows("block(1024)", "", """
            const volatile float *again = in;
            float live[96], sum = 0;
            #pragma unroll
            for (int k = 0; k < 96; k++) live[k] = again[(threadIdx.x + k) % cols];
            __syncthreads();
            #pragma unroll
            for (int k = 0; k < 96; k++) sum = sum * 0.5f + live[95 - k];
            if (sum == 123.25f) return;
            """, "");

    static List<String> all() {
        return List.of(
                PAST_THE_END,
                BEFORE_THE_BEGINNING,
                CHANGES_ITS_INPUT,
                LEAVES_ONE_OUT,
                LEAVES_ONE_OUT_AT_FULL_SHAPE,
                ONE_WRONG_AT_FULL_SHAPE,
                RIGHT_FOR_THE_FIRST_CALLS,
                ILLEGAL_ADDRESS,
                MISALIGNED,
                TRAPS,
                HANGS,
                HANGS_WHEN_TIMED,
                TOO_MUCH_SHARED_MEMORY,
                TOO_MANY_REGISTERS);
    }
}
