package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Finding CUDA on machines laid out as those that people have.
class CudaToolsTest {
    private static final CudaVersion NINE = new CudaVersion(12, 9);

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();

    private CudaTools tools() {
        return new CudaTools(environment, root.resolve("cache"), root);
    }

    private Path file(String path, String text) throws IOException {
        var file = root.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private Path program(String path, String text) throws IOException {
        var file = file(path, "#!/bin/sh\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void nvrtc(String folder, String soname, String version) throws IOException {
        file(folder + "/libnvrtc.so." + soname, "");
        file(folder + "/libnvrtc-builtins.so." + version, "");
        file(folder + "/libnvrtc-builtins.alt.so." + version, "");
        file(folder + "/libnvrtc.alt.so." + soname, "");
    }

    private void headers(String folder, int version) throws IOException {
        file(folder + "/cuda_fp16.h", "");
        file(folder + "/cuda_runtime_api.h", "#define CUDART_VERSION  " + version + "\n");
    }

    private String found() {
        return String.join(
                ", ",
                tools().nvrtcs().stream()
                        .map(found -> found.version() + " in "
                                + root.relativize(found.library().getParent()))
                        .toList());
    }

    @Test
    void anEmptyMachineHasNone() {
        assertThat(tools().nvrtcs()).isEmpty();
        assertThat(tools().nvcc()).isEmpty();
        assertThat(tools().headers(NINE)).isEmpty();
    }

    @Test
    void theNewestToolkitComesFirst() throws IOException {
        nvrtc("usr/local/cuda-12.4/lib64", "12", "12.4");
        nvrtc("usr/local/cuda-13.0/targets/x86_64-linux/lib", "13", "13.0");
        nvrtc("usr/local/cuda-11.8/lib64", "11.2", "11.8");
        assertThat(found())
                .isEqualTo("13.0 in usr/local/cuda-13.0/targets/x86_64-linux/lib, 12.4 in usr/local/cuda-12.4/lib64,"
                        + " 11.8 in usr/local/cuda-11.8/lib64");
    }

    @Test
    void whatThePersonNamesComesBeforeWhatIsNewer() throws IOException {
        nvrtc("usr/local/cuda-13.0/lib64", "13", "13.0");
        nvrtc("home/me/cuda/lib64", "12", "12.1");
        nvrtc("home/me/libs", "12", "12.6");
        environment.put("CUDA_HOME", root.resolve("home/me/cuda").toString());
        environment.put("LD_LIBRARY_PATH", root.resolve("home/me/libs") + "::/no/such");
        assertThat(found())
                .isEqualTo("12.1 in home/me/cuda/lib64, 12.6 in home/me/libs, 13.0 in usr/local/cuda-13.0/lib64");
    }

    @Test
    void aToolkitBehindALinkIsFoundOnce() throws IOException {
        nvrtc("usr/local/cuda-12.4/lib64", "12.4.127", "12.4.127");
        for (var name : new String[] {"libnvrtc.so.12", "libnvrtc-builtins.so.12.4"})
            Files.createSymbolicLink(
                    root.resolve("usr/local/cuda-12.4/lib64").resolve(name),
                    Path.of(name.replaceFirst("\\.12.*", ".12.4.127")));
        Files.createSymbolicLink(root.resolve("usr/local/cuda"), Path.of("cuda-12.4"));
        assertThat(tools().nvrtcs()).hasSize(1);
        assertThat(tools().nvrtcs().getFirst().library()).hasFileName("libnvrtc.so.12");
    }

    @Test
    void theLoadersFoldersAreRead() throws IOException {
        file("etc/ld.so.conf", "include /etc/ld.so.conf.d/*.conf\n# a comment\n");
        file("etc/ld.so.conf.d/cuda.conf", "/opt/other/lib\n");
        nvrtc("opt/other/lib", "12", "12.2");
        nvrtc("usr/lib/x86_64-linux-gnu", "11.2", "11.8");
        assertThat(found()).isEqualTo("12.2 in opt/other/lib, 11.8 in usr/lib/x86_64-linux-gnu");
    }

    @Test
    void whatIsOlderThanElevenEightIsNotTaken() throws IOException {
        nvrtc("usr/local/cuda-11.4/lib64", "11.2", "11.4");
        file("usr/local/cuda-12.0/lib64/libnvrtc.so.12", "");
        assertThat(found()).isEmpty();
    }

    @Test
    void packagesOfThePythonOnThePathAreRead() throws IOException {
        // a virtual environment's python links to the one it was made from
        program("usr/bin/python3.12", "exit 1");
        Files.createDirectories(root.resolve("venv/bin"));
        Files.createSymbolicLink(root.resolve("venv/bin/python3"), root.resolve("usr/bin/python3.12"));
        environment.put("PATH", root.resolve("venv/bin").toString());
        nvrtc("venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib", "12", "12.8");
        nvrtc("usr/lib/python3.12/site-packages/nvidia/cu13/lib", "13", "13.0");
        assertThat(found())
                .isEqualTo("13.0 in usr/lib/python3.12/site-packages/nvidia/cu13/lib,"
                        + " 12.8 in venv/lib/python3.12/site-packages/nvidia/cuda_nvrtc/lib");
        assertThat(tools().nvrtcs()).extracting(Nvrtc::place).containsOnly("a Python package");
    }

    @Test
    void aShimLeadsToItsVersions() throws IOException {
        program("pyenv/shims/python3", "exit 1");
        environment.put("PATH", root.resolve("pyenv/shims").toString());
        nvrtc("pyenv/versions/3.11.9/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib", "12", "12.1");
        assertThat(found()).startsWith("12.1 in pyenv/versions/3.11.9/");
    }

    @Test
    void aCondaEnvironmentIsAToolkitToo() throws IOException {
        environment.put("CONDA_PREFIX", root.resolve("conda").toString());
        nvrtc("conda/lib", "12", "12.5");
        headers("conda/targets/x86_64-linux/include", 12050);
        assertThat(found()).isEqualTo("12.5 in conda/lib");
        assertThat(tools().headers(NINE)).extracting(CudaHeaders::version).containsExactly(CudaVersion.in("12.5"));
    }

    @Test
    void whatWasFetchedIsFound() throws IOException {
        var folder = root.relativize(NvrtcFetch.folder(root.resolve("cache"))).toString();
        nvrtc(folder, "12", "12.9");
        assertThat(tools().nvrtcs()).extracting(Nvrtc::place).containsExactly("fetched by JForge");
    }

    @Test
    void headersNearestToTheCompilerComeFirst() throws IOException {
        headers("usr/local/cuda-11.8/include", 11080);
        headers("usr/local/cuda-12.8/include", 12080);
        headers("usr/local/cuda-13.0/include", 13000);
        file("usr/local/cuda-13.0/include/cccl/nv/target", "");
        assertThat(tools().headers(NINE).stream().map(each -> each.version().orElseThrow()))
                .containsExactly(new CudaVersion(12, 8), new CudaVersion(11, 8), new CudaVersion(13, 0));
        assertThat(tools().headers(new CudaVersion(13, 0)).getFirst().folders())
                .containsExactly(
                        root.resolve("usr/local/cuda-13.0/include"), root.resolve("usr/local/cuda-13.0/include/cccl"));
    }

    @Test
    void headersOfPythonPackagesAreSearchedTogether() throws IOException {
        var packages = "venv/lib/python3.12/site-packages/";
        environment.put("VIRTUAL_ENV", root.resolve("venv").toString());
        headers(packages + "nvidia/cuda_runtime/include", 12080);
        file(packages + "nvidia/cuda_nvcc/include/crt/mma.h", "");
        file(packages + "nvidia/cublas/include/cublas.h", "");
        assertThat(tools().headers(NINE))
                .containsExactly(new CudaHeaders(
                        java.util.List.of(
                                root.resolve(packages + "nvidia/cuda_runtime/include"),
                                root.resolve(packages + "nvidia/cuda_nvcc/include")),
                        CudaVersion.in("12.8"),
                        "a Python package"));
    }

    @Test
    void nvccIsAskedWhatItIs() throws IOException {
        program(
                "usr/local/cuda-12.6/bin/nvcc",
                "case $1 in --version) echo 'nvcc: NVIDIA'; echo 'release 12.6, V12.6.20';; *) echo sm_80; echo sm_90;;"
                        + " esac");
        var nvcc = tools().nvcc().orElseThrow();
        assertThat(nvcc.version()).isEqualTo(new CudaVersion(12, 6));
        assertThat(nvcc.architectures()).containsExactly(80, 90);
        program("bin/nvcc", "exit 1");
        environment.put("PATH", root.resolve("bin").toString());
        assertThat(tools().nvcc().orElseThrow().command())
                .hasToString(nvcc.command().toString());
    }

    @Test
    void theDisassemblerOfAToolkitComesBeforeThatOfTriton() throws IOException {
        environment.put("VIRTUAL_ENV", root.resolve("venv").toString());
        var triton = "venv/lib/python3.12/site-packages/triton/backends/nvidia/bin/";
        program(triton + "cuobjdump", "echo \"$@\"\n");
        assertThat(tools().disassembler().command()).isEqualTo(root.resolve(triton + "cuobjdump"));
        assertThat(tools().disassembler().sass(root.resolve("a.cubin")))
                .isEqualTo("-sass %s\n".formatted(root.resolve("a.cubin")));
        program("usr/local/cuda-13.0/bin/nvdisasm", "echo too new; exit 3\n");
        assertThat(tools().disassembler().command()).isEqualTo(root.resolve("usr/local/cuda-13.0/bin/nvdisasm"));
        assertThatThrownBy(() -> tools().disassembler().sass(root.resolve("a.cubin")))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("does not read what was compiled (too new)");
    }

    @Test
    void withoutADisassemblerOneLineSaysWhereItComesFrom() {
        assertThatThrownBy(() -> tools().disassembler())
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("neither nvdisasm nor cuobjdump found")
                .hasMessageEndingWith("--ptx needs neither");
    }

    @Test
    void theNcuThatThePersonNamesComesFirstThenOfThePathThenOfToolkits() throws IOException {
        assertThatThrownBy(() -> tools().ncu()).isInstanceOf(MissingTool.class).hasMessageStartingWith("no ncu found");
        program("opt/nvidia/nsight-compute/2024.3.2/ncu", "echo Version 2024.3.2.0");
        program("opt/nvidia/nsight-compute/2025.3.1/ncu", "echo Version 2025.3.1.0");
        assertThat(tools().ncu().version()).isEqualTo("2025.3.1");
        program("usr/local/cuda-12.4/bin/ncu", "echo Version 2024.1.0.0");
        assertThat(tools().ncu().version()).isEqualTo("2024.1.0");
        program("bin/ncu", "echo Version 2023.3.1.0");
        environment.put("PATH", root.resolve("bin").toString());
        assertThat(tools().ncu().version()).isEqualTo("2023.3.1");
        program("mine/bin/ncu", "exit 1");
        environment.put("CUDA_HOME", root.resolve("mine").toString());
        assertThat(tools().ncu().version())
                .as("the one that is named does not work")
                .isEqualTo("2023.3.1");
        program("mine/bin/ncu", "echo Version 2022.1.1.0");
        assertThat(tools().ncu().version()).isEqualTo("2022.1.1");
    }

    @Test
    void theSanitizerThatThePersonNamesComesFirstThenOfThePathThenOfToolkits() throws IOException {
        assertThatThrownBy(() -> tools().computeSanitizer())
                .isInstanceOf(MissingTool.class)
                .hasMessageStartingWith("no compute-sanitizer found");
        for (var folder : new String[] {"usr/local/cuda-12.4/bin", "bin", "mine/bin"}) {
            program(folder + "/compute-sanitizer", "exit");
            if (folder.equals("bin"))
                environment.put("PATH", root.resolve("bin").toString());
            if (folder.equals("mine/bin"))
                environment.put("CUDA_HOME", root.resolve("mine").toString());
            assertThat(tools().computeSanitizer().command())
                    .isEqualTo(root.resolve(folder).resolve("compute-sanitizer"));
        }
    }
}
