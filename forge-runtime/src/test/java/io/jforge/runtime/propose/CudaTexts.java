package io.jforge.runtime.propose;

import io.jforge.runtime.Cheat;
import io.jforge.runtime.ops.Catalogue;
import io.jforge.runtime.ops.Rewrites;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Target;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Every CUDA source of the catalogue: the naive ones and what the templates can become.
public final class CudaTexts {
    private static final Catalogue CATALOGUE = new Catalogue();
    private static final Target HOPPER = new Target("cuda", "cuda:0", "test", 132, 50L << 20, 140L << 30, "sm_90a");
    private static final List<String> DTYPES = List.of("f32", "f16", "bf16");
    private static final List<Long> SIZES = List.of(1L, 7L, 16L, 33L, 128L, 1000L);

    private CudaTexts() {}

    /// A source of the catalogue, and the dtypes it is for.
    public record Text(String op, String label, Source source, List<String> dtypes) {
        @Override
        public String toString() {
            return op + " " + label;
        }
    }

    public static List<String> ops() {
        return CATALOGUE.names();
    }

    public static Stream<Text> texts() {
        return ops().stream().flatMap(CudaTexts::texts);
    }

    public static Stream<Text> texts(String op) {
        var entry = CATALOGUE.find(op);
        return Stream.concat(
                Stream.of(naive(op)),
                entry.rewrites().templates().stream()
                        .filter(template -> template.language() == Language.CUDA)
                        .flatMap(template -> texts(op, template)));
    }

    /// Those in `cheats/` that are to be run.
    static Stream<Text> cheats() {
        return Cheat.in("cu").stream()
                .filter(cheat -> !cheat.endsUnloaded())
                .map(cheat -> admitted(new Text(cheat.op(), cheat.file(), cheat.source(), DTYPES)));
    }

    /// For the dtypes that it admits.
    private static Text admitted(Text text) {
        var dtypes = tasks(text).stream()
                .filter(task ->
                        plan(text.source(), task, text.source().defaults()).isPresent())
                .map(Task::dtypeLabel)
                .distinct()
                .toList();
        return new Text(text.op(), text.label(), text.source(), dtypes);
    }

    static Text naive(String op) {
        return new Text(op, "naive.cu", CATALOGUE.find(op).naive(Language.CUDA), DTYPES);
    }

    private static Stream<Text> texts(String op, Rewrites.Template template) {
        var proposer = new RewriteProposer(CATALOGUE.find(op).rewrites(), task(op, null, "f32"), Language.CUDA);
        var dtypes = DTYPES.stream().filter(template.dtypes()::contains).toList();
        return recipes(template).map(recipe -> new Text(op, recipe.toString(), proposer.render(recipe), dtypes));
    }

    private static Stream<Recipe> recipes(Rewrites.Template template) {
        Stream<Map<String, String>> all = Stream.of(Map.of());
        for (var choice : template.choices().entrySet())
            all = all.flatMap(chosen -> choice.getValue().keySet().stream().map(value -> {
                Map<String, String> more = new LinkedHashMap<>(chosen);
                more.put(choice.getKey(), value);
                return more;
            }));
        return all.filter(template::isLegal).map(chosen -> new Recipe(template.file(), chosen));
    }

    public static Task task(String op, String shape, String dtype) {
        return Task.of(CATALOGUE.find(op).op(), shape, dtype, HOPPER);
    }

    /// Every preset in these dtypes, and what is small or odd.
    public static List<Task> tasks(Text text) {
        var tasks = new ArrayList<Task>();
        for (var dtype : text.dtypes()) {
            for (var preset : CATALOGUE.find(text.op()).op().presets().keySet())
                tasks.add(task(text.op(), preset, dtype));
            tasks.addAll(small(task(text.op(), null, dtype)));
        }
        return tasks;
    }

    private static List<Task> small(Task task) {
        var tasks = new ArrayList<Task>();
        for (int first = 0; first < SIZES.size(); first++)
            for (int step = 0; step < 2; step++) {
                Map<String, Long> sizes = new HashMap<>();
                int at = first;
                for (var symbol : task.symbols().keySet()) {
                    sizes.put(symbol, SIZES.get(at % SIZES.size()));
                    at += step;
                }
                tasks.add(task.withSymbols(sizes));
            }
        return tasks;
    }

    public static Optional<LaunchPlan> plan(Source source, Task task, Map<String, Long> assignment) {
        return LaunchPlan.admits(source, task, assignment)
                ? Optional.of(LaunchPlan.of(source, task, assignment))
                : Optional.empty();
    }
}
