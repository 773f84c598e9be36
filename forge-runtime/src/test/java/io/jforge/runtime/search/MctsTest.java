package io.jforge.runtime.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.runtime.trial.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MctsTest {
    private final Tree tree = new Tree(Land.proposal("root"));
    private int trials;

    MctsTest() {
        visit(tree.root(), Land.timed(100));
    }

    private void visit(Node node, Outcome outcome) {
        node.add(Land.trial(trials++, node, Map.of(), outcome));
        node.visited();
    }

    private Node child(Node parent, double micros) {
        var node = tree.grow(parent, Land.proposal("node " + tree.nodes().size()));
        visit(node, Land.timed(micros));
        return node;
    }

    private Node chosen(double progress) {
        return new Mcts().choose(tree, progress, Land.random(1)).orElseThrow();
    }

    private void visits(Node node, int times) {
        for (int i = 0; i < times; i++) node.visited();
    }

    @Test
    void itLooksAroundFirstAndGoesDeepLater() {
        for (int i = 0; i < 6; i++) child(tree.root(), 105 + i);
        assertThat(tree.root().visits()).isEqualTo(7);
        assertThat(chosen(0)).as("2 * 8^0.5 + 1 children may be").isSameAs(tree.root());
        assertThat(chosen(1)).as("2 * 8^0.3 + 1 children may be").isNotSameAs(tree.root());
    }

    @Test
    void aNodeWhoseChildIsFasterIsPassedThrough() {
        var faster = child(tree.root(), 50);
        assertThat(chosen(0)).isSameAs(faster);
    }

    @Test
    void aNodeWhoseChildrenAreSlowerTakesOneMore() {
        child(tree.root(), 150);
        assertThat(chosen(0)).isSameAs(tree.root());
    }

    @Test
    void theFasterOfTwoAlikeIsExtended() {
        tree.root().exhaust();
        child(tree.root(), 90);
        var faster = child(tree.root(), 30);
        assertThat(chosen(1)).isSameAs(faster);
    }

    @Test
    void aNeglectedChildGetsItsTurn() {
        tree.root().exhaust();
        var neglected = child(tree.root(), 45);
        var favourite = child(tree.root(), 40);
        for (int i = 0; i < 9; i++) child(favourite, 41 + i);
        child(tree.root(), 4000);
        assertThat(chosen(1)).isSameAs(neglected);
    }

    @Test
    void aSubtreeThatRestsIsPassedOver() {
        tree.root().exhaust();
        var resting = child(tree.root(), 10);
        var other = child(tree.root(), 99);
        visits(resting, 10);
        assertThat(resting.isResting()).isTrue();
        assertThat(chosen(1)).isSameAs(other);
    }

    @Test
    void aGainBelowWakesASubtree() {
        var node = child(tree.root(), 50);
        visits(node, 10);
        child(node, 49);
        assertThat(node.isResting()).isFalse();
        assertThat(node.bestMicros()).isEqualTo(49);
    }

    @Test
    void whereAllRestTheBestOfThemGoesOn() {
        tree.root().exhaust();
        var best = child(tree.root(), 10);
        var other = child(tree.root(), 99);
        visits(best, 10);
        visits(other, 10);
        assertThat(chosen(1)).isSameAs(best);
    }

    @Test
    void aNodeWithNothingLeftIsPassedThroughToItsChildren() {
        var middle = child(tree.root(), 50);
        var leaf = child(middle, 60);
        tree.root().exhaust();
        middle.exhaust();
        assertThat(chosen(1)).isSameAs(leaf);
    }

    @Test
    void aBranchThatIsUsedUpDoesNotEndTheSearch() {
        tree.root().exhaust();
        var usedUp = child(tree.root(), 10);
        usedUp.exhaust();
        var slow = child(tree.root(), 99);
        assertThat(chosen(1)).isSameAs(slow);
    }

    @Test
    void aFailedChildIsNeverChosen() {
        var failed = tree.grow(tree.root(), Land.proposal("failed"));
        visit(failed, new Outcome.Crashed("SIGSEGV"));
        for (int i = 0; i < 20; i++) {
            assertThat(chosen(i / 20.0)).isSameAs(tree.root());
            visits(tree.root(), 1);
        }
    }

    @Test
    void withNothingLeftNothingIsChosen() {
        child(tree.root(), 50).exhaust();
        tree.root().exhaust();
        assertThat(new Mcts().choose(tree, 0.5, Land.random(1))).isEmpty();
        assertThat(new RandomSearch().choose(tree, 0.5, Land.random(1))).isEmpty();
    }

    @Test
    void aTreeWhereAllAreEquallyFastIsNoDivisionByZero() {
        tree.root().exhaust();
        child(tree.root(), 100);
        child(tree.root(), 100);
        assertThat(chosen(1)).isNotSameAs(tree.root());
    }
}
