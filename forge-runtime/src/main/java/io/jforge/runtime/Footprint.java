package io.jforge.runtime;

import io.jforge.runtime.compile.Binary;
import io.jforge.runtime.compile.ResourceReport;
import io.jforge.runtime.device.Fence;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.trial.Resources;
import io.jforge.runtime.trial.Step;
import io.jforge.runtime.verify.Verified;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What a candidate takes of the device: the compiler's report as soon as it is compiled, occupancy once it is loaded.
final class Footprint {
    private static final int WARP = 32;

    private Resources resources;

    Footprint(Step<Binary> compiled) {
        resources = compiled instanceof Step.Passed<Binary>(Binary binary)
                ? resources(binary, new Fence.Fit(List.of(), 0))
                : Resources.NONE;
    }

    Resources resources() {
        return resources;
    }

    /// Asks the worker, which has it loaded.
    Step<Verified> fitting(Fence worker, Verified verified) {
        resources = resources(verified.binary(), worker.fit(verified.call()));
        return Step.passed(verified);
    }

    private static Resources resources(Binary binary, Fence.Fit fit) {
        var launches = new ArrayList<Resources.Launch>();
        for (var launch : binary.plan().launches())
            binary.report().entry(launch.entry()).ifPresent(entry -> {
                int at = launches.size();
                launches.add(launch(entry, launch, fit, at));
            });
        return new Resources(launches);
    }

    private static Resources.Launch launch(
            ResourceReport.Entry entry, PlannedLaunch launch, Fence.Fit fit, int number) {
        int threads = Math.toIntExact(launch.block().stream().reduce(1L, Math::multiplyExact));
        boolean known = number < fit.blocks().size();
        int blocks = known ? fit.blocks().get(number) : 0;
        double warps = Math.ceilDiv(threads, WARP);
        return new Resources.Launch(
                entry.name(),
                entry.registers(),
                entry.spillBytes(),
                entry.sharedBytes() + launch.sharedBytes(),
                threads,
                known ? OptionalInt.of(blocks) : OptionalInt.empty(),
                known ? OptionalDouble.of(blocks * warps * WARP / fit.threads()) : OptionalDouble.empty());
    }
}
