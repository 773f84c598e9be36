package io.jforge.runtime.propose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.Rewrites;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RewriteProposerTest {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final Target CPU = new Target("cpu", "cpu", "test", 2, 32L << 20, 8L << 30, "avx2");

    static List<String> ops() {
        return CATALOGUE.names();
    }

    private static Task task(String op) {
        return Task.of(CATALOGUE.find(op).op(), null, "f32", CPU);
    }

    private static RewriteProposer proposer(String op) {
        return new RewriteProposer(CATALOGUE.find(op).rewrites(), task(op), Language.C);
    }

    private static Parent naive(String op, Set<String> known) {
        return new Parent(CATALOGUE.find(op).naive(Language.C), "", known);
    }

    private static List<Recipe> legal(String op) {
        return CATALOGUE.find(op).rewrites().templates().stream()
                .filter(template -> template.language() == Language.C)
                .flatMap(RewriteProposerTest::legal)
                .toList();
    }

    private static Stream<Recipe> legal(Rewrites.Template template) {
        List<Map<String, String>> all = List.of(Map.of());
        for (var choice : template.choices().entrySet()) {
            var longer = new ArrayList<Map<String, String>>();
            for (var chosen : all)
                for (var value : choice.getValue().keySet()) {
                    var more = new LinkedHashMap<>(chosen);
                    more.put(choice.getKey(), value);
                    longer.add(more);
                }
            all = longer;
        }
        return all.stream().filter(template::isLegal).map(chosen -> new Recipe(template.file(), chosen));
    }

    @ParameterizedTest
    @MethodSource("ops")
    void everyLegalRecipeIsASourceOfItsOpThatCanBeLaunched(String op) {
        var task = task(op);
        assertThat(legal(op)).isNotEmpty().allSatisfy(recipe -> {
            var source = proposer(op).render(recipe);
            source.check(task.op());
            LaunchPlan.of(source, task, admitted(source, task).orElseThrow());
            assertThat(source.op()).isEqualTo(op);
            assertThat(source.text()).doesNotContain("{{", "}}");
        });
    }

    @ParameterizedTest
    @MethodSource("ops")
    void atOddSizesEveryRecipeIsPlannedOrAdmitsNone(String op) {
        var odd = new HashMap<String, Long>();
        long size = 1;
        for (var symbol : task(op).symbols().keySet()) odd.put(symbol, size += 16);
        var task = task(op).withSymbols(odd);
        assertThat(legal(op))
                .allSatisfy(recipe -> assertThatCode(() -> {
                            var source = proposer(op).render(recipe);
                            for (var assignment : source.assignments())
                                if (LaunchPlan.admits(source, task, assignment))
                                    LaunchPlan.of(source, task, assignment);
                        })
                        .doesNotThrowAnyException());
    }

    private static Optional<Map<String, Long>> admitted(Source source, Task task) {
        return source.assignments().stream()
                .filter(assignment -> LaunchPlan.admits(source, task, assignment))
                .findFirst();
    }

    @ParameterizedTest
    @MethodSource("ops")
    void noTwoLegalRecipesAreTheSameSource(String op) {
        var byHash = legal(op).stream()
                .collect(Collectors.groupingBy(
                        recipe -> proposer(op).render(recipe).hash()));
        assertThat(byHash.values()).allSatisfy(recipes -> assertThat(recipes).hasSize(1));
    }

    @ParameterizedTest
    @MethodSource("ops")
    void aRecipeReadsBackFromItsText(String op) {
        assertThat(legal(op))
                .allSatisfy(
                        recipe -> assertThat(Recipe.parse(recipe.toString())).isEqualTo(recipe));
    }

    @ParameterizedTest
    @MethodSource("ops")
    void everyLegalRecipeCanBeReachedFromTheNaiveSourceAndNoOther(String op) {
        assertThat(reached(op))
                .containsExactlyInAnyOrderElementsOf(
                        legal(op).stream().map(Recipe::toString).toList());
    }

    /// All that the proposer makes, when every proposal is extended until it knows nothing more.
    private static List<String> reached(String op) {
        var random = RandomGenerator.getDefault();
        var known = new HashSet<String>();
        var reached = new ArrayList<String>();
        var open = new ArrayDeque<Parent>(List.of(naive(op, known)));
        while (!open.isEmpty()) {
            var from = open.poll();
            for (var next = proposer(op).propose(knowing(from, known), random);
                    next.isPresent();
                    next = proposer(op).propose(knowing(from, known), random)) {
                var proposal = next.get();
                assertThat(proposal.change()).isNotBlank();
                known.add(proposal.source().hash());
                reached.add(proposal.recipe());
                open.add(new Parent(proposal.source(), proposal.recipe(), known));
            }
        }
        return reached;
    }

    private static Parent knowing(Parent from, Set<String> known) {
        return new Parent(from.source(), from.recipe(), known);
    }

    @ParameterizedTest
    @MethodSource("ops")
    void theDefaultsOfATemplateAreLegalAndItsNeedsNameItsChoices(String op) {
        assertThat(CATALOGUE.find(op).rewrites().templates()).allSatisfy(template -> {
            assertThat(template.isLegal(template.defaults())).isTrue();
            template.needs().forEach((need, others) -> {
                var pair = need.split("=", 2);
                assertThat(template.choices().get(pair[0])).containsKey(pair[1]);
                others.forEach((choice, values) ->
                        assertThat(template.choices().get(choice)).containsKeys(values.toArray(String[]::new)));
            });
        });
    }

    @ParameterizedTest
    @MethodSource("ops")
    void theSameSeedProposesTheSame(String op) {
        var first = proposer(op).propose(naive(op, Set.of()), new java.util.SplittableRandom(5));
        assertThat(proposer(op).propose(naive(op, Set.of()), new java.util.SplittableRandom(5)))
                .isEqualTo(first);
    }

    @Test
    void withAllKnownThereIsNothingToPropose() {
        var known = legal("softmax").stream()
                .map(recipe -> proposer("softmax").render(recipe).hash())
                .collect(Collectors.toSet());
        assertThat(proposer("softmax").propose(naive("softmax", known), RandomGenerator.getDefault()))
                .isEmpty();
    }

    @Test
    void aValueThatNeedsAnotherIsLegalOnlyWithIt() {
        var loops = CATALOGUE.find("matmul").rewrites().template("loops.c.mustache");
        var chosen = new LinkedHashMap<>(loops.defaults());
        chosen.put("order", "ijk");
        chosen.put("terms", "four");
        assertThat(loops.isLegal(chosen)).isFalse();
        chosen.put("order", "ikj");
        assertThat(loops.isLegal(chosen)).isTrue();
    }

    @Test
    void templatesForOtherDtypesAndLanguagesAreLeftOut() {
        var half = Task.of(CATALOGUE.find("softmax").op(), "64x32", "f16", CPU);
        var rewrites = CATALOGUE.find("softmax").rewrites();
        var random = RandomGenerator.getDefault();
        assertThat(new RewriteProposer(rewrites, half, Language.C).propose(naive("softmax", Set.of()), random))
                .isEmpty();
        assertThat(new RewriteProposer(rewrites, half, Language.CUDA).propose(naive("softmax", Set.of()), random))
                .hasValueSatisfying(
                        proposal -> assertThat(proposal.source().language()).isEqualTo(Language.CUDA));
    }

    @Test
    void whatTheTaskDoesNotAdmitIsNotProposed() {
        var gpu = new Target("cuda", "cuda:0", "test", 132, 60L << 20, 80L << 30, "sm_90");
        var entry = CATALOGUE.find("softmax");
        var longRows = Task.of(entry.op(), "rows=2,cols=1048576", "f32", gpu);
        var proposer = new RewriteProposer(entry.rewrites(), longRows, Language.CUDA);
        var known = new HashSet<String>();
        var proposed = new ArrayList<Source>();
        var next = Optional.<Proposal>empty();
        do {
            next = proposer.propose(new Parent(entry.naive(Language.CUDA), "", known), RandomGenerator.getDefault());
            next.ifPresent(proposal -> {
                known.add(proposal.source().hash());
                proposed.add(proposal.source());
            });
        } while (next.isPresent());
        assertThat(proposed)
                .as("a row fits no block's shared memory, so one choice fewer")
                .isNotEmpty()
                .allSatisfy(source -> assertThat(admitted(source, longRows)).isPresent())
                .noneMatch(source -> source.text().contains("stays in shared memory"));
    }

    /// One of another JForge, or of a template for other dtypes.
    @Test
    void aRecipeThatIsNotKnownIsAsASourceWrittenByHand() {
        var random = RandomGenerator.of("L64X128MixRandom");
        for (var recipe : List.of("gone.c.mustache exp=poly", "rows.c.mustache gone=yes"))
            assertThat(proposer("softmax")
                            .propose(new Parent(naive("softmax", Set.of()).source(), recipe, Set.of()), random))
                    .isPresent();
    }
}
