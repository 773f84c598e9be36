package io.jforge.runtime.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RooflineCacheTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    @TempDir
    Path folder;

    private Path file;
    private RooflineCache cache;

    @BeforeEach
    void inAFolderThatIsNotThereYet() {
        file = folder.resolve("home/roofline.json");
        cache = new RooflineCache(file);
    }

    @Test
    void theHigherOfTwoMeasurementsCountsInEachRespect() {
        assertThat(cache.best("here", NOON, new Roofline(10, 100))).isEqualTo(new Roofline(10, 100));
        assertThat(cache.best("here", NOON, new Roofline(8, 120))).isEqualTo(new Roofline(10, 120));
        assertThat(cache.best("here", NOON, new Roofline(1, 1))).isEqualTo(new Roofline(10, 120));
    }

    @Test
    void anotherProcessRemembersToo() {
        cache.best("here", NOON, new Roofline(10, 100));
        assertThat(new RooflineCache(file).best("here", NOON, new Roofline(5, 50)))
                .isEqualTo(new Roofline(10, 100));
    }

    @Test
    void anotherMachineStartsAfresh() {
        cache.best("here", NOON, new Roofline(10, 100));
        assertThat(cache.best("there", NOON, new Roofline(5, 50))).isEqualTo(new Roofline(5, 50));
    }

    @Test
    void nothingIsRememberedForMoreThanADay() {
        cache.best("here", NOON, new Roofline(10, 100));
        var evening = NOON.plus(Duration.ofHours(20));
        assertThat(cache.best("here", evening, new Roofline(5, 50))).isEqualTo(new Roofline(10, 100));
        var tomorrow = NOON.plus(Duration.ofHours(25));
        assertThat(cache.best("here", tomorrow, new Roofline(5, 50))).isEqualTo(new Roofline(5, 50));
    }

    @Test
    void aDamagedFileCountsAsNone() throws IOException {
        Files.createDirectories(file.getParent());
        for (var text : new String[] {
            "",
            "{",
            "[]",
            "{\"machine\":\"here\"}",
            "null",
            "{\"machine\":\"here\",\"measured\":\"2026-11-30T11:00:00Z\",\"roofline\":{}}"
        }) {
            Files.writeString(file, text);
            assertThat(cache.best("here", NOON, new Roofline(5, 50))).isEqualTo(new Roofline(5, 50));
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsNoReasonToStop() throws IOException {
        Files.writeString(folder.resolve("home"), "a file where the folder should be");
        assertThat(cache.best("here", NOON, new Roofline(5, 50))).isEqualTo(new Roofline(5, 50));
    }
}
