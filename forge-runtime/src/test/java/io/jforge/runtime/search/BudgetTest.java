package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {
    @Test
    void aGoalIsASpeedupOrAShareOfTheRoofline() {
        assertThat(Goal.parse("3x")).isEqualTo(new Goal.Times(3));
        assertThat(Goal.parse(" 2.5x ")).isEqualTo(new Goal.Times(2.5));
        assertThat(Goal.parse("0.9roofline")).isEqualTo(new Goal.RooflineShare(0.9));
    }

    @Test
    void aGoalIsReachedByItsOwnMeasure() {
        assertThat(Goal.parse("3x").isReached(3, 0)).isTrue();
        assertThat(Goal.parse("3x").isReached(2.9, 1)).isFalse();
        assertThat(Goal.parse("0.9roofline").isReached(100, 0.8)).isFalse();
        assertThat(Goal.parse("0.9roofline").isReached(1, 0.9)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "x", "-1x", "0x", "0.0roofline", "3 x", "90%", "1e3x", "roofline", "3x3x"})
    void anythingElseIsToldHowAGoalReads(String text) {
        assertThatThrownBy(() -> Goal.parse(text))
                .isInstanceOf(SpecException.class)
                .hasMessage("a goal is a speedup such as 3x or a share such as 0.9roofline, not '" + text + "'");
    }

    @Test
    void noIterationsNoTimeAndNoPatienceAreRefused() {
        assertThatThrownBy(() -> Budget.iterations(0)).hasMessage("--iters needs at least 1, not 0");
        assertThatThrownBy(() -> new Budget(1, Optional.of(Duration.ZERO), Optional.empty(), OptionalInt.empty()))
                .hasMessage("--time needs more than nothing, e.g. 60s");
        assertThatThrownBy(() -> new Budget(1, Optional.empty(), Optional.empty(), OptionalInt.of(-2)))
                .hasMessage("--patience needs at least 1, not -2");
    }

    @ParameterizedTest
    @EnumSource
    void everyStopHasAWordForTheStoreAndWordsForAPerson(Stop stop) {
        assertThat(stop.label()).matches("[a-z]+");
        assertThat(stop.words()).isNotBlank();
    }
}
