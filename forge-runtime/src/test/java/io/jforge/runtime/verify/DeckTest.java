package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class DeckTest {
    private final Deck deck = new Deck(RandomGenerator.getDefault());

    private List<Integer> draw(int count) {
        var drawn = new ArrayList<Integer>();
        for (int i = 0; i < count; i++) drawn.add(deck.next());
        return drawn;
    }

    @RepeatedTest(50)
    void aTrialMeetsNoCaseTwice() {
        draw(3);
        for (int trial = 0; trial < 5; trial++) {
            deck.shuffle();
            assertThat(draw(Deck.SIZE)).doesNotHaveDuplicates();
        }
    }

    @Test
    void noCaseComesTwiceRunning() {
        var drawn = draw(500);
        for (int i = 1; i < drawn.size(); i++) assertThat(drawn.get(i)).isNotEqualTo(drawn.get(i - 1));
        assertThat(drawn).contains(0, 1, 2, 3);
    }

    @Test
    void theOrderIsNoHabit() {
        var orders = new ArrayList<List<Integer>>();
        for (int i = 0; i < 200; i++) {
            deck.shuffle();
            orders.add(draw(Deck.SIZE));
        }
        assertThat(orders.stream().distinct().count()).isGreaterThan(15);
    }
}
