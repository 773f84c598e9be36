package io.jforge.runtime;

import io.jforge.runtime.compile.CudaCompilers;
import io.jforge.runtime.compile.CudaTools;
import io.jforge.runtime.compile.Toolchain;
import io.jforge.runtime.compile.Toolchains;
import io.jforge.runtime.device.CudaDevices;
import io.jforge.runtime.device.CudaDevices.CudaDevice;
import io.jforge.runtime.device.DeviceLock;
import io.jforge.runtime.device.GpuState;
import io.jforge.runtime.device.LocalCpu;
import io.jforge.runtime.device.Nvml;
import io.jforge.runtime.spec.Language;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.spec.Target;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What candidates can run on here, and what they are compiled with for it; each is looked for once, when
/// it is first asked for.
final class Devices {
    private final Map<String, String> environment;
    private final Path nvrtc;
    private Toolchain toolchain;
    private List<CudaDevice> gpus;

    /// @param nvrtc where an NVRTC that is fetched is kept
    Devices(Map<String, String> environment, Path nvrtc) {
        this.environment = environment;
        this.nvrtc = nvrtc;
    }

    /// The processor, and the NVIDIA GPUs that the driver shows.
    List<Target> all() {
        var all = new ArrayList<Target>();
        all.add(LocalCpu.detect());
        gpus().forEach(gpu -> all.add(gpu.target()));
        return all;
    }

    private synchronized List<CudaDevice> gpus() {
        if (gpus == null) gpus = CudaDevices.detect();
        return gpus;
    }

    private Optional<CudaDevice> gpu(Target target) {
        return gpus().stream()
                .filter(gpu -> gpu.target().id().equals(target.id()))
                .findFirst();
    }

    /// The one that `--device` means; `auto` is the first GPU, or the processor where there is none.
    ///
    /// @throws NoSuchDevice if there is none of that name
    Target named(String id) {
        var devices = all();
        if (id == null || id.equals("auto")) return devices.size() > 1 ? devices.get(1) : devices.getFirst();
        return devices.stream()
                .filter(device -> device.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        new NoSuchDevice(id, devices.stream().map(Target::id).toList()));
    }

    /// The one for a source in this language: `auto` is the first that runs it.
    ///
    /// @throws NoSuchDevice if there is none of that name, or none that runs it
    /// @throws SpecException if the one that was named runs the other language
    Target named(String id, Language language) {
        if (id == null || id.equals("auto"))
            return all().stream()
                    .filter(device -> device.language() == language)
                    .findFirst()
                    .orElseThrow(() -> new NoSuchDevice(
                            "the source is cuda, and there is no NVIDIA GPU here: take it to a machine with one,"
                                    + " or write it in c, which runs on the processor"));
        var target = named(id);
        if (target.language() != language)
            throw new SpecException("the source is %s, and %s runs %s: leave --device out, or give another source"
                    .formatted(language.label(), id, target.language().label()));
        return target;
    }

    /// The C compiler, found on first use.
    ///
    /// @throws io.jforge.runtime.compile.MissingTool if there is none
    synchronized Toolchain toolchain() {
        if (toolchain == null) toolchain = new Toolchains(environment).find();
        return toolchain;
    }

    CudaTools cudaTools() {
        return new CudaTools(environment, nvrtc);
    }

    /// What a run on this device is made with.
    Tools.Maker tools(Target target, CudaCompilers.Consent consent) {
        if (target.kind().equals(Target.CPU)) return Tools.cpu(toolchain());
        return Tools.cuda(gpu(target).orElseThrow(), cudaTools(), consent, state(target));
    }

    /// How a GPU is now; empty for a processor, or where the driver does not tell.
    Optional<GpuState> state(Target target) {
        return gpu(target).flatMap(gpu -> Nvml.state(gpu.uuid()));
    }

    /// The driver's main version, 0 for a processor.
    int driver(Target target) {
        return gpu(target)
                .map(gpu -> Integer.parseInt(gpu.driver().split("\\.")[0]))
                .orElse(0);
    }

    /// Held over all processes by the hardware's own name: `CUDA_VISIBLE_DEVICES` gives a GPU another
    /// number in each.
    DeviceLock lock(Target target, RunListener listener) {
        var hardware = gpu(target).map(CudaDevice::uuid).orElse(target.id());
        return new DeviceLock(DeviceLock.file(hardware), () -> listener.waiting(target.id()), listener::goingOn);
    }
}
