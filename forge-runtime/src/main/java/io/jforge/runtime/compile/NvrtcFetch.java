package io.jforge.runtime.compile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.concurrent.CancellationException;
import java.util.regex.Pattern;

/// Fetches NVRTC through the person's own Maven, with its settings, mirrors and proxies, into a folder of
/// JForge's.
///
/// The two files are in bytedeco's redistribution of CUDA 12.9, whose code every driver of CUDA 12 or newer
/// loads.
public final class NvrtcFetch {
    private static final CudaVersion VERSION = new CudaVersion(12, 9);
    private static final String ARTIFACT = "org.bytedeco:cuda-redist:12.9-9.10-1.5.12:jar:";
    private static final String GOAL = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack";
    private static final long DOWNLOAD_BYTES = 362_000_000;
    private static final long KEPT_BYTES = 114_000_000;
    private static final Pattern PROGRESS = Pattern.compile("Progress \\(\\d+\\): ([\\d.]+)/[\\d.]+ ([kMG]?)B");
    private static final Pattern SAID = Pattern.compile("\\[ERROR\\] (.+)");

    private final Map<String, String> environment;
    private final CudaFolders folders;
    private final Path cache;

    NvrtcFetch(Map<String, String> environment, CudaFolders folders, Path cache) {
        this.environment = environment;
        this.folders = folders;
        this.cache = cache;
    }

    /// Hears how far it is.
    @FunctionalInterface
    public interface Progress {
        void at(long bytes, long ofBytes);
    }

    /// Whether Maven is there, and NVIDIA's files are for this machine.
    public boolean isPossible() {
        return platform().isPresent() && maven().isPresent();
    }

    /// What [#run] fetches from where, and how large it is: for people to read before it begins.
    public String description() {
        return "NVRTC %s, with Maven from org.bytedeco:cuda-redist: %d MB to download, of which %d MB are kept in %s"
                        .formatted(VERSION, DOWNLOAD_BYTES / 1_000_000, KEPT_BYTES / 1_000_000, cache)
                + " (Maven keeps the archive too, in its own repository)";
    }

    public CudaVersion version() {
        return VERSION;
    }

    /// Fetches it.
    ///
    /// @throws MissingTool if it cannot be fetched; the message says why
    /// @throws CancellationException if this thread is interrupted; nothing is left behind
    public void run(Progress progress) {
        var maven = maven().orElseThrow(() -> new MissingTool("Maven (mvn) is not on PATH"));
        var platform = platform().orElseThrow(() -> new MissingTool("there is no NVRTC for " + osAndArch()));
        Path work = null;
        try {
            Files.createDirectories(cache);
            work = Files.createTempDirectory(cache, "fetch");
            progress.at(0, DOWNLOAD_BYTES);
            unpack(maven, platform, work, progress);
            keep(work.resolve("org/bytedeco/cuda").resolve(platform));
            progress.at(DOWNLOAD_BYTES, DOWNLOAD_BYTES);
        } catch (IOException failed) {
            throw new MissingTool("cannot keep NVRTC in " + cache + ": " + failed.getMessage());
        } finally {
            Folders.delete(work);
        }
    }

    /// Where fetched files lie, a folder for each platform: a home folder may be shared by several.
    static Path folder(Path cache) {
        return cache.resolve(VERSION + "-" + platform().orElse("none"));
    }

    private void unpack(Path maven, String platform, Path work, Progress progress) throws IOException {
        var builder = new ProcessBuilder(
                        maven.toString(),
                        "-C",
                        "-Dstyle.color=never",
                        GOAL,
                        "-Dartifact=" + ARTIFACT + platform,
                        "-DoutputDirectory=" + work,
                        "-DmarkersDirectory=" + work.resolve("markers"),
                        "-Dmdep.unpack.includes=**/libnvrtc.so.*,**/libnvrtc-builtins.so.*")
                .directory(work.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        var process = builder.start();
        try {
            var said = follow(process, progress);
            if (process.waitFor() != 0) throw new MissingTool("Maven could not fetch NVRTC: " + said);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /// Reads what Maven prints, lines that overwrite each other among it; returns its first error.
    ///
    /// The reading is a thread of its own since only a wait can be interrupted.
    private static String follow(Process process, Progress progress) throws InterruptedException {
        var error = new StringBuilder();
        var reading = Thread.ofVirtual().start(() -> {
            try (var lines = new Scanner(process.getInputStream(), StandardCharsets.UTF_8).useDelimiter("[\r\n]+")) {
                while (lines.hasNext()) {
                    var line = lines.next();
                    bytes(line).ifPresent(bytes -> progress.at(bytes, DOWNLOAD_BYTES));
                    var said = SAID.matcher(line);
                    if (error.isEmpty() && said.matches()) error.append(said.group(1));
                }
            }
        });
        process.waitFor();
        reading.join(1000);
        return error.toString();
    }

    /// Small files come on the way; only the large one counts.
    private static Optional<Long> bytes(String line) {
        var progress = PROGRESS.matcher(line);
        if (!progress.find() || !progress.group(2).equals("M")) return Optional.empty();
        return Optional.of((long) (Double.parseDouble(progress.group(1)) * 1_000_000));
    }

    private void keep(Path unpacked) throws IOException {
        if (CudaFolders.below(unpacked, "libnvrtc*").size() < 2)
            throw new MissingTool("the archive " + ARTIFACT + " holds no NVRTC");
        var kept = folder(cache);
        Folders.delete(kept);
        Files.move(unpacked, kept, StandardCopyOption.ATOMIC_MOVE);
    }

    private Optional<Path> maven() {
        var home = environment.getOrDefault("MAVEN_HOME", "");
        var named = home.isBlank() ? List.<Path>of() : List.of(Path.of(home, "bin", "mvn"));
        return folders.commands("mvn")
                .findFirst()
                .or(() -> named.stream().filter(Files::isExecutable).findFirst());
    }

    /// bytedeco's word for this machine, where there is CUDA for it.
    private static Optional<String> platform() {
        return switch (osAndArch()) {
            case "linux amd64" -> Optional.of("linux-x86_64");
            case "linux aarch64" -> Optional.of("linux-arm64");
            default -> Optional.empty();
        };
    }

    private static String osAndArch() {
        return System.getProperty("os.name").toLowerCase(Locale.ROOT) + " " + System.getProperty("os.arch");
    }
}
