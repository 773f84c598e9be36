package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiteralsTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '^', delimiter = '|', textBlock = """
            f("asm")          | f(0)
            f("a\\"asm", 'x') | f(0, 0)
            '"' + asm + '"'   | 0 + asm + 0
            "no end           | "no end
            "a" "b            | 0 "b
            '\\''asm          | 0asm
            """)
    void literalsAreReplacedAndTheRestStays(String line, String code) {
        assertThat(Literals.replaced(line, "\"'", "0")).isEqualTo(code);
    }

    @Test
    void onlyTheQuotesThatAreNamedOpenOne() {
        assertThat(Literals.replaced("'a' \"b\"", "\"", "\"\"")).isEqualTo("'a' \"\"");
    }

    /// Some thousand characters were enough to end the thread.
    @Test
    void aLongLiteralIsNoDeepRecursion() {
        assertThat(Literals.replaced("\"" + "\\n".repeat(1 << 20) + "\";", "\"'", "0"))
                .isEqualTo("0;");
    }
}
