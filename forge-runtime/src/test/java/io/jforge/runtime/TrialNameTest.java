package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrialNameTest {
    @ParameterizedTest
    @CsvSource({
        "12, last, 12",
        "best, last, best",
        "softmax-3f9a/12, softmax-3f9a, 12",
        "my.run_2/best, my.run_2, best",
        "last/0, last, 0"
    })
    void aNumberOrBestNamesATrialOfTheLastRunOrOfTheOneBeforeTheSlash(String text, String run, String trial) {
        assertThat(TrialName.parse(text)).contains(new TrialName(run, trial));
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax.c", "./12", "./best", "a/b/12", "/12", "12.c", "run/softmax.cu", "-1", ""})
    void whatReadsOtherwiseIsAFile(String text) {
        assertThat(TrialName.parse(text)).isEmpty();
    }
}
