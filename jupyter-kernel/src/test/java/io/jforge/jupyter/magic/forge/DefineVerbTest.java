package io.jforge.jupyter.magic.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.Forge;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `ops --define` with a compiler at hand.
@Timeout(120)
class DefineVerbTest {
    private static final String SPECS = "../forge-runtime/src/test/resources/specs/";

    @TempDir
    private Path home;

    private Forge forge;
    private final List<String> shown = new ArrayList<>();
    private final List<String> json = new ArrayList<>();
    private String failure = "";

    @BeforeEach
    void open() {
        var environment = new HashMap<>(System.getenv());
        environment.put("JFORGE_HOME", home.toString());
        forge = Forge.open(environment);
    }

    @AfterEach
    void close() {
        forge.close();
    }

    private int run(String... words) {
        Display display = bundle -> {
            shown.add(bundle.plain());
            return _ -> {};
        };
        var written = new Written(Optional.empty(), () -> "");
        var root = new ForgeCommand(() -> forge, new Screen(display, display, json::add), written);
        return Verbs.run(root, List.of(words), thrown -> {
            var known = Verbs.failure(thrown).orElseThrow(() -> new AssertionError("not the person's", thrown));
            failure = known.message();
            return known.status();
        });
    }

    @Test
    void whatWasCheckedIsOneLineAndTheOpIsListed() {
        assertThat(run("ops", "--define", SPECS + "swiglu")).isZero();
        assertThat(shown.getFirst()).startsWith("swiglu is defined for this session: on cpu 7 shapes of f32, bf16");
        assertThat(shown.getFirst().lines()).hasSize(1);
        assertThat(run("ops", "swiglu")).isZero();
        assertThat(shown.getLast()).contains("llama8b");
        assertThat(run("ops", "--define", SPECS + "swiglu")).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("there is an op named 'swiglu' already: give yours another name");
    }

    @Test
    void asJsonItIsOneObject() {
        assertThat(run("ops", "--define", SPECS + "one-number", "--json")).isZero();
        assertThat(Json.MAPPER.readTree(json.getFirst()).path("op").asString()).isEqualTo("total");
    }

    @Test
    void aRefusalSaysWhy() {
        assertThat(run("ops", "--define", SPECS + "constant")).isEqualTo(Verbs.USAGE);
        assertThat(failure)
                .startsWith("y is nearly constant")
                .contains("as at nudged")
                .doesNotContain("\n");
        assertThat(run("ops", "--define", SPECS + "nowhere")).isEqualTo(Verbs.USAGE);
        assertThat(failure).startsWith("no folder '");
        assertThat(run("ops", "softmax", "--define", SPECS + "swiglu")).isEqualTo(Verbs.USAGE);
        assertThat(failure).isEqualTo("--define takes a folder alone: its op.yaml names the op");
    }
}
