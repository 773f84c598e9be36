package io.jforge.runtime.propose;

import java.util.Locale;

/// Figures as a model reads them.
final class Words {
    private static final double KIBI = 1024;

    private Words() {}

    /// Microseconds, four digits or so: `12.31 us`, `301.2 us`, `15,510 us`.
    static String micros(double micros) {
        var form = micros < 100 ? "%.2f us" : micros < 1000 ? "%.1f us" : "%,.0f us";
        return String.format(Locale.ROOT, form, micros);
    }

    /// `24.6 KB`, `33.6 MB`: what moves in so many seconds at so many GB/s.
    static String bytes(double bytes) {
        if (bytes < 1e3) return String.format(Locale.ROOT, "%.0f B", bytes);
        if (bytes < 1e6) return String.format(Locale.ROOT, "%.1f KB", bytes / 1e3);
        if (bytes < 1e9) return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
        return String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
    }

    /// `512 B`, `4.1 KiB`, `227 KiB`, `50 MiB`: what a memory holds.
    static String room(double bytes) {
        if (bytes < KIBI) return String.format(Locale.ROOT, "%.0f B", bytes);
        boolean mebi = bytes >= KIBI * KIBI;
        double units = bytes / (mebi ? KIBI * KIBI : KIBI);
        return String.format(
                Locale.ROOT, units == Math.rint(units) ? "%.0f %s" : "%.1f %s", units, mebi ? "MiB" : "KiB");
    }

    /// `12.6 million`.
    static String count(double count) {
        if (count < 1e6) return String.format(Locale.ROOT, "%,.0f", count);
        if (count < 1e9) return String.format(Locale.ROOT, "%.1f million", count / 1e6);
        return String.format(Locale.ROOT, "%.1f billion", count / 1e9);
    }

    /// `48 %`.
    static String percent(double share) {
        return String.format(Locale.ROOT, share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
    }

    static String times(double ratio) {
        return String.format(Locale.ROOT, ratio < 10 ? "%.2fx" : "%.1fx", ratio);
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.valueOf(value);
    }

    /// The beginning of a text, on as many lines; what was left out is told.
    static String cut(String text, int length) {
        if (text.length() <= length) return text;
        int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
        return text.substring(0, end) + "... (%,d more characters)".formatted(text.length() - end);
    }

    /// A row of backticks that no line of the text could be taken for the end of.
    static String fence(String text) {
        var fence = "```";
        while (text.contains(fence)) fence += "`";
        return fence;
    }
}
