package io.jforge.jupyter.magic.forge;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Reads whole numbers as options take them; where there is none, it says which are allowed. Whether one is
/// within its bounds is for who uses it.
final class Whole {
    private Whole() {}

    /// How many there are at most.
    static final class Count implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return read(text, "from 1 to 2147483647", Integer::valueOf);
        }
    }

    /// Questions on their way at once.
    static final class Few implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return read(text, "from 1 to 64", Integer::valueOf);
        }
    }

    /// Tokens of one answer.
    static final class Tokens implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            return read(text, "from 256 to 1000000", Integer::valueOf);
        }
    }

    /// What a search is driven by.
    static final class Seed implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            return read(text, "of up to 18 digits", Long::valueOf);
        }
    }

    private static <T> T read(String text, String allowed, Function<String, T> reading) {
        try {
            return reading.apply(text.strip());
        } catch (NumberFormatException _) {
            throw new TypeConversionException("'%s' is not a whole number %s".formatted(text, allowed));
        }
    }
}
