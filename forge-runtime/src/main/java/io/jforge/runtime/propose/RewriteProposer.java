package io.jforge.runtime.propose;

import com.samskivert.mustache.Mustache;
import io.jforge.runtime.ops.Rewrites;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The built-in proposer: changes one choice of a template at a time, or moves to another template. No model,
/// no key.
public final class RewriteProposer implements Proposer {
    private static final Mustache.Compiler MUSTACHE = Mustache.compiler().escapeHTML(false);

    private final Task task;
    private final List<Rewrites.Template> templates;
    private final Rewrites rewrites;

    /// The templates of the op in this language that serve the task's dtypes.
    public RewriteProposer(Rewrites rewrites, Task task, Language language) {
        this.task = task;
        this.rewrites = rewrites;
        this.templates = rewrites.templates().stream()
                .filter(template -> template.language() == language)
                .filter(template -> template.dtypes().isEmpty()
                        || task.dtypes().values().stream()
                                .allMatch(dtype -> template.dtypes().contains(dtype.label())))
                .toList();
    }

    private record Move(Recipe recipe, String words) {}

    @Override
    public Optional<Proposal> propose(Parent parent, RandomGenerator random) {
        var moves = new ArrayList<>(moves(parent.recipe()));
        while (!moves.isEmpty()) {
            var move = moves.remove(random.nextInt(moves.size()));
            var source = render(move.recipe());
            if (!parent.known().contains(source.hash())
                    && LaunchPlan.firstAdmitted(source, task).isPresent())
                return Optional.of(
                        new Proposal(source, move.words(), move.recipe().toString()));
        }
        return Optional.empty();
    }

    @Override
    public boolean isFree() {
        return true;
    }

    /// The Source that a recipe stands for.
    Source render(Recipe recipe) {
        var template = rewrites.template(recipe.template());
        var context = new HashMap<String, Object>();
        template.choices().forEach((choice, values) -> {
            var chosen = recipe.choices().get(choice);
            context.put(choice, chosen);
            for (var value : values.keySet()) context.put(choice + "_" + value, value.equals(chosen));
        });
        return Source.parse(MUSTACHE.compile(template.text()).execute(context));
    }

    private List<Move> moves(String recipe) {
        if (!isKnown(recipe))
            return templates.stream()
                    .flatMap(template -> entries(template).stream())
                    .toList();
        var from = Recipe.parse(recipe);
        var moves = new ArrayList<>(changes(rewrites.template(from.template()), from));
        for (var template : templates) if (!template.file().equals(from.template())) moves.add(change(template, from));
        return moves;
    }

    /// Whether it can be gone on from here: not one written by hand, for other dtypes, or by another JForge.
    private boolean isKnown(String recipe) {
        if (recipe.isEmpty()) return false;
        var from = Recipe.parse(recipe);
        return templates.stream()
                .anyMatch(template -> template.file().equals(from.template())
                        && template.choices().keySet().equals(from.choices().keySet()));
    }

    /// From a source written by hand: a template with one choice made.
    private static List<Move> entries(Rewrites.Template template) {
        return changes(template, new Recipe(template.file(), template.defaults()));
    }

    private static List<Move> changes(Rewrites.Template template, Recipe from) {
        var moves = new ArrayList<Move>();
        template.choices()
                .forEach((choice, values) -> values.forEach((value, words) -> {
                    var changed = from.with(choice, value);
                    if (!changed.equals(from) && template.isLegal(changed.choices()))
                        moves.add(new Move(changed, words));
                }));
        return moves;
    }

    /// To another template, with the choices that both have where they are legal there.
    private static Move change(Rewrites.Template to, Recipe from) {
        Map<String, String> choices = new LinkedHashMap<>(to.defaults());
        from.choices().forEach((choice, value) -> {
            if (to.choices().containsKey(choice) && to.choices().get(choice).containsKey(value)) {
                var before = choices.put(choice, value);
                if (!to.isLegal(choices)) choices.put(choice, before);
            }
        });
        return new Move(new Recipe(to.file(), choices), to.words());
    }
}
