package io.jforge.runtime.export;

import io.jforge.runtime.spec.DType;
import io.jforge.runtime.spec.LaunchPlan;
import io.jforge.runtime.spec.PlannedLaunch;
import io.jforge.runtime.spec.PlannedScratch;
import io.jforge.runtime.spec.PlannedTensorMap;
import io.jforge.runtime.spec.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// A launch plan's tensor maps and launches as the template of a program wants them.
final class LaunchText {
    private final Task task;
    private final LaunchPlan plan;

    LaunchText(Task task, LaunchPlan plan) {
        this.task = task;
        this.plan = plan;
    }

    List<Map<String, Object>> maps() {
        return plan.tensorMaps().stream().map(this::map).toList();
    }

    private Map<String, Object> map(PlannedTensorMap map) {
        var dtype = dtype(map.of());
        var about = new HashMap<String, Object>();
        about.put("name", map.name());
        about.put("of", map.of());
        about.put("type", Cpp.mapType(dtype));
        about.put("dims", Cpp.braces(map.dims()));
        about.put(
                "strides",
                Cpp.braces(
                        map.strides().stream().map(each -> each * dtype.bytes()).toList()));
        about.put("box", Cpp.braces(map.box()));
        about.put("swizzle", "CU_TENSOR_MAP_SWIZZLE_" + (map.swizzle() == 0 ? "NONE" : map.swizzle() + "B"));
        about.put("l2", "CU_TENSOR_MAP_L2_PROMOTION_" + (map.l2() == 0 ? "NONE" : "L2_" + map.l2() + "B"));
        return about;
    }

    private DType dtype(String buffer) {
        return plan.scratch().stream()
                .filter(scratch -> scratch.name().equals(buffer))
                .map(PlannedScratch::dtype)
                .findFirst()
                .orElseGet(() -> task.tensor(buffer).orElseThrow().dtype());
    }

    List<Map<String, Object>> launches() {
        return IntStream.range(0, plan.launches().size())
                .mapToObj(i -> launch("launch" + (i + 1), plan.launches().get(i)))
                .toList();
    }

    private Map<String, Object> launch(String variable, PlannedLaunch launch) {
        var about = new HashMap<String, Object>();
        about.put("variable", variable);
        about.put("entry", launch.entry());
        about.put("grid", Cpp.dim3(launch.grid()));
        about.put("block", Cpp.dim3(launch.block()));
        about.put("shared", launch.sharedBytes() == 0 ? List.of() : List.of(launch.sharedBytes()));
        about.put(
                "cluster",
                launch.cluster().stream().allMatch(size -> size == 1)
                        ? List.of()
                        : List.of(Cpp.dim3(launch.cluster())));
        about.put("flags", flags(launch));
        about.put("passed", Cpp.passed(launch.args(), this::buffer));
        return about;
    }

    private static List<String> flags(PlannedLaunch launch) {
        var flags = new ArrayList<String>();
        if (launch.cooperative()) flags.add("cooperative");
        if (launch.resident()) flags.add("resident");
        if (launch.overlap()) flags.add("overlap");
        return flags;
    }

    private String buffer(String name) {
        var maps = plan.tensorMaps().stream().map(PlannedTensorMap::name).collect(Collectors.toSet());
        return (maps.contains(name) ? "map_" : "d_") + name;
    }
}
