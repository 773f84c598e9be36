package io.jforge.jupyter.repl;

import java.util.Arrays;
import java.util.Collections;

/// Dots in braille characters, two across and four down in each, every character in the colour of what drew
/// there last.
final class DotCanvas {
    static final int ACROSS = 2;
    static final int DOWN = 4;
    private static final int BLANK = 0x2800;
    private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

    private final int[][] cells;
    private final int[][] owners;

    DotCanvas(int columns, int rows) {
        cells = new int[rows][columns];
        owners = new int[rows][columns];
        for (int[] row : owners) Arrays.fill(row, -1);
    }

    int width() {
        return cells[0].length * ACROSS;
    }

    int height() {
        return cells.length * DOWN;
    }

    /// @param y counts from the bottom
    void dot(int x, int y, int owner) {
        int down = height() - 1 - y;
        if (x < 0 || x >= width() || down < 0 || down >= height()) return;
        cells[down / DOWN][x / ACROSS] |= BITS[down % DOWN][x % ACROSS];
        owners[down / DOWN][x / ACROSS] = owner;
    }

    void line(int x1, int y1, int x2, int y2, int owner) {
        int steps = Collections.max(Arrays.asList(Math.abs(x2 - x1), Math.abs(y2 - y1), 1));
        for (int i = 0; i <= steps; i++) {
            double share = (double) i / steps;
            dot((int) Math.round(x1 + share * (x2 - x1)), (int) Math.round(y1 + share * (y2 - y1)), owner);
        }
    }

    /// A blot of four dots, which is seen where a single one is not.
    void blot(int x, int y, int owner) {
        for (int i = 0; i < 4; i++) dot(x + i % 2, y + i / 2, owner);
    }

    /// One row of characters, from the top.
    String row(int row, Palette palette) {
        var text = new StringBuilder();
        for (int column = 0; column < cells[row].length; column++) {
            int bits = cells[row][column];
            text.append(
                    bits == 0
                            ? " "
                            : palette.paint(
                                    Palette.series(owners[row][column]), String.valueOf((char) (BLANK + bits))));
        }
        return text.toString().stripTrailing();
    }
}
