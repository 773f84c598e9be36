package io.jforge.runtime.fuzz;

import java.time.Duration;
import java.util.function.UnaryOperator;

/// Answers that a model might give, as they are and with pieces of any kind in them, for what reads them.
public final class Answered {
    private static final Duration A_MOMENT = Duration.ofSeconds(10);

    private Answered() {}

    /// Has so many of them read; each of these endings must have come up.
    ///
    /// @param reader says how an answer ends; what it throws is a failure, and so is that it does not end
    public static void assertRead(long first, int count, UnaryOperator<String> reader, String... endings) {
        var answers = Mutations.ofAnswers();
        var tally = new Tally("answers", A_MOMENT);
        tally.run(first, count, seed -> reader.apply(answers.text(seed)));
        for (var huge : Mutations.ALL_HUGE) {
            tally.run(0, 1, _ -> reader.apply("```c\n/* forge 1 c softmax\n" + huge + "\n```\n"));
            tally.run(0, 1, _ -> reader.apply("```" + huge + "`\n" + huge));
            tally.run(0, 1, _ -> reader.apply("<<<<<<< SEARCH\n" + huge + "\n=======\n" + huge + "\n>>>>>>> REPLACE"));
            tally.run(0, 1, _ -> reader.apply(huge));
        }
        tally.assertEnded(endings);
    }
}
