package io.jforge.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A person's own op, from its folder to the speedup.
@Timeout(120)
class DefinitionTest {
    private static final Path SPECS = Path.of("src/test/resources/specs");

    @TempDir
    Path home;

    private Forge forge;

    @BeforeEach
    void ready() {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        forge = Forge.open(environment);
    }

    @AfterEach
    void end() {
        forge.close();
    }

    private Path copied(String spec) throws IOException {
        var to = Files.createDirectory(home.resolve(spec));
        try (var files = Files.list(SPECS.resolve(spec))) {
            for (var file : files.toList())
                Files.copy(file, to.resolve(file.getFileName().toString()));
        }
        return to;
    }

    private void assertRefused(Path folder, String message) {
        assertThatThrownBy(() -> forge.define(folder))
                .isInstanceOf(SpecException.class)
                .hasMessageContaining(message);
        assertThat(forge.catalogue().names()).doesNotContain("swiglu");
    }

    @Test
    void aGoodOneIsOptimizedLikeAnyOther() {
        var defined = forge.define(SPECS.resolve("swiglu"));
        assertThat(defined.summary())
                .contains("swiglu is defined")
                .contains("on cpu 7 shapes of f32, bf16 (one of them a preset, 256x1024)")
                .contains("where naive and the reference agree");
        assertThat(forge.catalogue().names()).contains("softmax", "swiglu");
        var run = forge.optimize("swiglu")
                .shape("small")
                .device("cpu")
                .iterations(3)
                .baseline("naive")
                .seed(1)
                .run();
        assertThat(run.record().trials()).hasSizeGreaterThan(1);
        assertThat(run.record().ending().orElseThrow().confirmation()).isPresent();
        assertThatThrownBy(() -> forge.define(SPECS.resolve("swiglu")))
                .hasMessage("there is an op named 'swiglu' already: give yours another name");
    }

    @Test
    void aRefusedOneIsNotThere() {
        assertThatThrownBy(() -> forge.define(SPECS.resolve("constant"))).hasMessageContaining("y is nearly constant");
        assertThat(forge.catalogue().names()).doesNotContain("nudged");
    }

    @Test
    void aNameOfJForgesOwnIsNotTakenOver() throws IOException {
        var folder = copied("swiglu");
        var yaml = folder.resolve("op.yaml");
        Files.writeString(yaml, Files.readString(yaml).replace("op: swiglu", "op: softmax"));
        assertThatThrownBy(() -> forge.define(folder)).hasMessageContaining("'softmax' already");
    }

    @Test
    void whatIsMissingOrWrongIsNamed() throws IOException {
        assertRefused(home.resolve("nowhere"), "no folder '");
        var folder = copied("swiglu");
        Files.writeString(folder.resolve("rewrites.yaml"), "templates: {../op.yaml: {}}");
        assertRefused(folder, "rewrites.yaml: the template '../op.yaml' is not a file of this folder");
        Files.writeString(folder.resolve("rewrites.yaml"), "templates: [");
        assertRefused(folder, "rewrites.yaml: ");
        Files.delete(folder.resolve("rewrites.yaml"));
        Files.write(folder.resolve("naive.cu"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused(folder, "naive.cu is not text in UTF-8");
        Files.copy(
                folder.resolve("naive.c"),
                folder.resolve("naive.cu"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertRefused(folder, "naive.cu: its header says c");
        Files.delete(folder.resolve("naive.cu"));
        Files.delete(folder.resolve("naive.c"));
        assertRefused(folder, "has neither naive.c nor naive.cu");
        Files.delete(folder.resolve("reference.c"));
        assertRefused(folder, "has no reference.c");
        Files.delete(folder.resolve("op.yaml"));
        assertRefused(folder, "has no op.yaml");
    }
}
