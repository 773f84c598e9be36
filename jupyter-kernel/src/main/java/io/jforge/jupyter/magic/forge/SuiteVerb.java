package io.jforge.jupyter.magic.forge;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.display.SuiteComparisonView;
import io.jforge.jupyter.display.SuiteProgress;
import io.jforge.jupyter.display.SuiteView;
import io.jforge.runtime.Forge;
import io.jforge.runtime.Suite;
import io.jforge.runtime.report.SuiteComparison;
import io.jforge.runtime.report.SuiteJson;
import io.jforge.runtime.report.SuiteResult;
import io.jforge.runtime.spec.SpecException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `suite`: every preset of every op, and what got faster or slower since another suite.
@Command(
        name = "suite",
        description = "measure every preset of every op, compare with an earlier suite",
        sortOptions = false,
        footer = {
            "",
            "Each preset is an ordinary run, which `show` and `export` know. One that cannot run here is a row that says"
                    + " why.",
            "Exit status with --compare: 1 if something got slower beyond noise or is measured no more, else 0."
        })
class SuiteVerb extends Verb {
    @Option(
            names = "--only",
            paramLabel = "GLOB",
            description = "presets of that name: softmax, softmax/wide, */square*; may be repeated")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--device",
            paramLabel = "D",
            description = "auto (the first GPU, else the processor), cpu, cuda:0",
            defaultValue = "auto")
    private String device;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "write the result as JSON, anew after every row; an older result there is replaced")
    private String out;

    @Option(
            names = "--stored",
            description = "no search: measure the best that was kept for each preset on this device anew")
    private boolean stored;

    @Option(
            names = "--iters",
            paramLabel = "N",
            converter = Whole.Count.class,
            description = "proposals of each search (30)",
            defaultValue = "30")
    private int iterations;

    @Option(
            names = "--time",
            paramLabel = "T",
            description = "of each search at most, besides readying and confirming: 60s, 5m (60s)",
            defaultValue = "60s")
    private String time;

    @Option(
            names = "--baseline",
            paramLabel = "B,...",
            description = "what ours is measured against: naive, eager, compile, compile-max, cublas, openblas"
                    + " (those that are here, but compile-max, which takes minutes)")
    private String baseline;

    @Option(names = "--python", paramLabel = "P", description = "the Python that has PyTorch (else JFORGE_PYTHON)")
    private String python;

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = Whole.Seed.class,
            description = "drives every search; drawn for each where not given")
    private Long seed;

    @Option(
            names = "--cache",
            paramLabel = "C",
            description = "what a candidate finds when it is timed: cold, or warm after a run (cold)",
            defaultValue = "cold")
    private String cache;

    @Option(
            names = "--compare",
            paramLabel = "OLD",
            description = "tell what got faster or slower since the result in this file, which --out wrote")
    private String compare;

    @Option(
            names = "--with",
            paramLabel = "NEW",
            description = "measure nothing: compare OLD with the result in this file")
    private String with;

    @Override
    Answer answer(Forge forge, Screen screen) {
        if (with != null) return twoFiles();
        var old = Optional.ofNullable(compare).map(SuiteJson::read);
        var result = suite(forge, screen).run();
        var comparison = old.map(before -> SuiteComparison.of(before, result));
        var shown = new ArrayList<MimeBundle>(List.of(new SuiteView(result).bundle()));
        comparison.ifPresent(it -> shown.add(new SuiteComparisonView(it).bundle()));
        return new Answer(shown, () -> json(result, comparison), status(result, comparison));
    }

    private Answer twoFiles() {
        if (compare == null)
            throw new SpecException("--with needs an older result to compare: --compare OLD --with NEW");
        if (out != null || stored || !only.isEmpty())
            throw new SpecException("--compare OLD --with NEW measures nothing: leave --out, --stored and --only out");
        var comparison = SuiteComparison.of(SuiteJson.read(compare), SuiteJson.read(with));
        return new Answer(
                List.of(new SuiteComparisonView(comparison).bundle()),
                comparison::json,
                comparison.isWorse() ? Verbs.FAILED : 0);
    }

    private Suite suite(Forge forge, Screen screen) {
        var suite = forge.suite()
                .device(device)
                .stored(stored)
                .iterations(iterations)
                .time(Durations.parse(time))
                .cache(cache)
                .listener(new SuiteProgress(screen.progress(), System::nanoTime));
        only.forEach(suite::only);
        if (baseline != null) suite.baseline(baseline);
        if (python != null) suite.python(python);
        if (seed != null) suite.seed(seed);
        if (out != null) suite.out(out);
        return suite;
    }

    private static Map<String, Object> json(SuiteResult result, Optional<SuiteComparison> comparison) {
        var json = new LinkedHashMap<>(result.json());
        comparison.ifPresent(it -> json.put("comparison", it.json()));
        return json;
    }

    private static int status(SuiteResult result, Optional<SuiteComparison> comparison) {
        if (result.isInterrupted()) return Verbs.INTERRUPTED;
        return comparison.filter(SuiteComparison::isWorse).isPresent() ? Verbs.FAILED : 0;
    }
}
