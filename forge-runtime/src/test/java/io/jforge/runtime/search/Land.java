package io.jforge.runtime.search;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.propose.Proposal;
import io.jforge.runtime.propose.Proposer;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import io.jforge.runtime.trial.Candidate;
import io.jforge.runtime.trial.Evaluator;
import io.jforge.runtime.trial.Evidence;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Stages;
import io.jforge.runtime.trial.Timing;
import io.jforge.runtime.trial.Trial;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// A made-up country to search: a Source is a place, written as digits; a proposal is a step along one of them.
final class Land {
    static final Task TASK = Task.of(
            new Catalogue().find("softmax").op(),
            "64x32",
            "f32",
            new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2"));
    static final InstantSource STILL = InstantSource.fixed(Instant.EPOCH);

    private Land() {}

    /// A Source that says where it is; the statements go into its header.
    static Source source(String place, String... statements) {
        var head = new StringBuilder("/* forge 1 c softmax\n");
        for (var statement : statements) head.append(" * ").append(statement).append('\n');
        return Source.parse(head + " * launch softmax threads(1) args(x, y, rows, cols)\n */\n// at " + place + "\n");
    }

    static Proposal proposal(String place, String... statements) {
        return new Proposal(source(place, statements), "to " + place, place);
    }

    static String place(Candidate candidate) {
        var text = candidate.source().text();
        return text.substring(text.indexOf("// at ") + 6).strip();
    }

    /// Steps of one along one digit, 0 to `most`, to a place not seen yet.
    static Proposer walker(int most) {
        return (parent, random) -> {
            var steps = new ArrayList<Proposal>();
            for (int i = 0; i < parent.recipe().length(); i++)
                for (int step : new int[] {-1, 1}) {
                    int digit = parent.recipe().charAt(i) - '0' + step;
                    if (digit < 0 || digit > most) continue;
                    var to = new StringBuilder(parent.recipe());
                    to.setCharAt(i, (char) ('0' + digit));
                    var proposal = proposal(to.toString());
                    if (!parent.known().contains(proposal.source().hash())) steps.add(proposal);
                }
            return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(random.nextInt(steps.size())));
        };
    }

    static Outcome timed(double micros) {
        return new Outcome.Timed(new Timing(List.of(Math.round(micros * 1000)), false), Evidence.none());
    }

    static Evaluator.Evaluation came(Outcome outcome) {
        return new Evaluator.Evaluation(outcome, Stages.NONE, Resources.NONE);
    }

    /// Everything is right, and takes what the formula says.
    static Evaluator taking(ToDoubleFunction<Candidate> micros) {
        return (candidate, _) -> came(timed(micros.applyAsDouble(candidate)));
    }

    static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    /// A generator for each iteration.
    static IntFunction<RandomGenerator> draws(long seed) {
        return iteration -> random(1000 * seed + iteration);
    }

    static Trial trial(int number, Node node, Map<String, Long> assignment, Outcome outcome) {
        return new Trial(
                number,
                node.id(),
                node.parent().map(Node::id).orElse(-1),
                1,
                node.proposal().change(),
                "",
                new Candidate(node.proposal().source(), assignment),
                outcome,
                Stages.NONE,
                Resources.NONE,
                Instant.EPOCH);
    }
}
