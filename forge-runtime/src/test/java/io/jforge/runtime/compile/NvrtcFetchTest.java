package io.jforge.runtime.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Fetching, with a program that does what Maven does.
@Timeout(30)
class NvrtcFetchTest {
    private static final String UNPACK = """
            for argument; do
              case $argument in
                -Dartifact=*:jar:*) platform=${argument##*:} ;;
                -DoutputDirectory=*) to=${argument#*=}/org/bytedeco/cuda/$platform ;;
              esac
            done
            mkdir -p "$to"
            """;

    @TempDir
    Path folder;

    @BeforeEach
    void onlyWhereThereIsCuda() {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    }

    private CudaTools tools() {
        return new CudaTools(Map.of("PATH", folder.resolve("bin") + ":/usr/bin:/bin"), folder.resolve("cache"), folder);
    }

    private void maven(String script) throws IOException {
        var file = Files.createDirectories(folder.resolve("bin")).resolve("mvn");
        Files.writeString(file, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<Path> left() throws IOException {
        try (var all = Files.list(folder.resolve("cache"))) {
            return all.toList();
        }
    }

    @Test
    void itSaysWhatAndHowLargeBeforeItBegins() throws IOException {
        maven("exit 1");
        assertThat(tools().fetch().isPossible()).isTrue();
        assertThat(tools().fetch().description())
                .contains("NVRTC 12.9", "Maven", "org.bytedeco:cuda-redist", "362 MB", "114 MB")
                .contains(folder.resolve("cache").toString());
    }

    @Test
    void theTwoFilesAreKeptAndFound() throws IOException {
        maven(UNPACK + """
                printf 'Downloading from central: ...\\r\\nProgress (1): 0.5/5.7 kB\\rProgress (1): 90.5/362 MB\\r'
                printf 'Progress (1): 362 MB   \\r'
                echo library > "$to/libnvrtc.so.12"
                echo builtins > "$to/libnvrtc-builtins.so.12.9"
                """);
        var heard = new ArrayList<Long>();
        tools().fetch().run((bytes, _) -> heard.add(bytes));
        assertThat(heard).containsExactly(0L, 90_500_000L, 362_000_000L);
        assertThat(tools().nvrtcs()).hasSize(1);
        assertThat(tools().nvrtcs().getFirst().library()).hasContent("library");
        assertThat(left()).containsExactly(NvrtcFetch.folder(folder.resolve("cache")));
    }

    @Test
    void whatMavenSaysIsHandedOn() throws IOException {
        maven("echo '[INFO] fine'; echo '[ERROR] Could not resolve artifact'; echo '[ERROR] more'; exit 1");
        assertThatThrownBy(() -> tools().fetch().run((_, _) -> {}))
                .isInstanceOf(MissingTool.class)
                .hasMessage("Maven could not fetch NVRTC: Could not resolve artifact");
        assertThat(left()).isEmpty();
    }

    @Test
    void anArchiveWithoutTheFilesIsNamed() throws IOException {
        maven(UNPACK);
        assertThatThrownBy(() -> tools().fetch().run((_, _) -> {}))
                .isInstanceOf(MissingTool.class)
                .hasMessageContaining("holds no NVRTC");
        assertThat(left()).isEmpty();
    }

    @Test
    void anInterruptEndsIt() throws Exception {
        maven("exec sleep 20");
        var thrown = new AtomicReference<Throwable>();
        var thread = Thread.ofPlatform()
                .start(() -> thrown.set(catchThrowable(() -> tools().fetch().run((_, _) -> {}))));
        Thread.sleep(500);
        thread.interrupt();
        thread.join(3000);
        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(left()).isEmpty();
    }

    @Test
    void withoutMavenThereIsNothingToFetchWith() {
        var bare = new CudaTools(Map.of("PATH", folder.toString()), folder.resolve("cache"), folder);
        assertThat(bare.fetch().isPossible()).isFalse();
    }
}
