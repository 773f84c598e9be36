package io.jforge.runtime;

/// Sources of softmax as a person might write them.
final class OwnSources {
    /// Right, with a tunable, and faster than naive since it adds in single precision.
    static final String RIGHT = """
            /* forge 1 c softmax
             * tune    UN in 1 2
             * launch  softmax threads(1) args(x, y, rows, cols)
             */
            #include <math.h>
            void softmax(const float *x, float *y, int rows, int cols) {
                for (int r = 0; r < rows; r++) {
                    const float *in = x + (long long) r * cols;
                    float *out = y + (long long) r * cols, largest = in[0], sum = 0;
                    for (int i = 1; i < cols; i++) largest = in[i] > largest ? in[i] : largest;
                    for (int i = 0; i < cols; i++) sum += out[i] = expf(in[i] - largest);
                    for (int i = 0; i < cols; i++) out[i] /= sum;
                }
            }
            """;
    static final String WRONG = RIGHT.replace("/= sum", "= sum");

    /// Line 9 lacks its semicolon, which shows on line 10.
    static final String BROKEN = RIGHT.replace("sum = 0;", "sum = 0");
    static final String HEADLESS = RIGHT.substring(RIGHT.indexOf("*/") + 2).stripLeading();

    private OwnSources() {}
}
