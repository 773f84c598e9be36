package io.jforge.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Outcome;
import io.jforge.runtime.trial.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGeneratorFactory;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A run as a file, and what is refused of files that are none.
class ArchiveTest {
    private static final Secrets NONE = new Secrets(Map.of());

    @TempDir
    private Path folder;

    private static RunRecord run() {
        var trials = List.of(
                Runs.trial(0, -1, "naive", Runs.timed(16000.5, 15900.25, 16100), Map.of()),
                Runs.trial(1, 0, "polynomial exp", Runs.timed(4000), Map.of("UN", 4L)),
                Runs.trial(2, 1, "both cores \u00b5 <b>", Runs.timed(2000), Map.of("UN", 2L)),
                Runs.trial(3, 1, "fast-math", new Outcome.Wrong("17x33", "3.5 instead\nof 1"), Map.of()));
        var ending = new RunEnding("iterations", 12.5, Optional.of(Runs.confirmation()), List.of("warm"), Map.of());
        var exchanges = List.of(
                ExchangesTest.exchange(1, Exchange.State.ANSWERED, "```c\nint x; // \u00e4\n```"),
                ExchangesTest.exchange(3, Exchange.State.FAILED, ""));
        return new RunRecord(Runs.header("softmax-12ab", "first", Runs.START), trials, Optional.of(ending), exchanges);
    }

    private static Archive archive() {
        return new Archive("0.1.0", run(), Map.of());
    }

    private Archive read(byte[] bytes) throws IOException {
        return Archive.read(Files.write(folder.resolve("a.jforge"), bytes));
    }

    /// What a reader says of these bytes, without the file's name.
    private String refusal(byte[] bytes) throws IOException {
        var file = Files.write(folder.resolve("a.jforge"), bytes);
        try {
            Archive.read(file);
            return "";
        } catch (SpecException wrong) {
            assertThat(wrong.getMessage()).startsWith(file + ": ").doesNotContain("Exception");
            assertThat(wrong.getMessage().lines().count()).isLessThan(4);
            return wrong.getMessage().substring(file.toString().length() + 2);
        }
    }

    private static Map<String, byte[]> unpacked(byte[] bytes) throws IOException {
        var files = new LinkedHashMap<String, byte[]>();
        try (var zip = new ZipInputStream(new java.io.ByteArrayInputStream(bytes))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry())
                files.put(entry.getName(), zip.readAllBytes());
        }
        return files;
    }

    /// The archive of these files, with a HEADER that lists them truly.
    private static byte[] packed(Map<String, byte[]> files) {
        var rest = new TreeMap<>(files);
        var head = new String(rest.remove("HEADER"), StandardCharsets.UTF_8);
        var lines = new StringBuilder(head.substring(0, head.indexOf("entry ")));
        rest.forEach(
                (name, content) -> lines.append("entry %s %d %s\n".formatted(name, content.length, sha256(content))));
        var all = new LinkedHashMap<String, byte[]>();
        all.put("HEADER", lines.toString().getBytes(StandardCharsets.UTF_8));
        all.putAll(rest);
        return zip(all);
    }

    private static byte[] zip(Map<String, byte[]> files) {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            for (var file : files.entrySet()) {
                var entry = new ZipEntry(file.getKey());
                entry.setTimeLocal(java.time.LocalDateTime.of(2001, 2, 3, 4, 5));
                zip.putNextEntry(entry);
                zip.write(file.getValue());
            }
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return out.toByteArray();
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /// The archive with one file's text changed, and a HEADER that agrees.
    private static byte[] with(String name, UnaryOperator<String> change) throws IOException {
        var files = unpacked(archive().bytes(NONE));
        var before = new String(files.getOrDefault(name, new byte[0]), StandardCharsets.UTF_8);
        var after = change.apply(before);
        assertThat(after).isNotEqualTo(before);
        files.put(name, after.getBytes(StandardCharsets.UTF_8));
        return packed(files);
    }

    /// The file of a source with a tunable.
    private static String source() throws IOException {
        return unpacked(archive().bytes(NONE)).entrySet().stream()
                .filter(file -> file.getKey().startsWith("sources/"))
                .filter(file -> new String(file.getValue(), StandardCharsets.UTF_8).contains("tune"))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsReadIsWhatWasWritten() throws IOException {
        var op = Map.of("op.yaml", "op: own\n", "reference.c", "FN void reference() {}\n", "naive.c", "/* */\n");
        var archive = new Archive("0.1.0", run(), op);
        var again = read(archive.bytes(NONE));
        assertThat(again).isEqualTo(archive);
        assertThat(again.bytes(NONE)).isEqualTo(archive.bytes(NONE));
    }

    @Test
    void aRunWithoutTrialsOrEndingIsOneToo() throws IOException {
        var header = Runs.header("softmax-12ab");
        for (var trials : List.of(List.<Trial>of(), run().trials())) {
            var brokenOff = RunEnding.brokenOff(header, trials);
            var archive = new Archive("1", new RunRecord(header, trials, Optional.of(brokenOff)), Map.of());
            assertThat(read(archive.bytes(NONE))).isEqualTo(archive);
            assertThat(new String(unpacked(archive.bytes(NONE)).get("run.json"), StandardCharsets.UTF_8))
                    .contains("\"ending\":null");
        }
    }

    @Test
    void aRunThatIsTakenInIsTheRunThatWasKept() {
        try (var store = new RunStore(folder)) {
            store.restore(run());
            assertThat(store.find("first")).isEqualTo(run());
            assertThatThrownBy(() -> store.restore(run())).isInstanceOf(StoreException.class);
            assertThat(store.all()).hasSize(1);
        }
    }

    @Test
    void headerIsFirstAndReadsByEye() throws IOException {
        var files = unpacked(archive().bytes(NONE));
        assertThat(files.keySet())
                .startsWith("HEADER", "exchanges.jsonl", "run.json")
                .endsWith("trials.jsonl")
                .hasSize(12);
        var head = new ArchiveHead(
                "0.1.0",
                4,
                "softmax-12ab",
                "first",
                "softmax",
                "softmax 4096x1024 f32",
                "cpu",
                Instant.parse("2026-05-04T10:20:30.500Z"),
                List.of(new ArchiveHead.Listed("run.json", 120, "0".repeat(64))));
        assertThat(head.text()).isEqualTo("""
                jforge-archive 1
                jforge 0.1.0
                schema 4
                run softmax-12ab
                name first
                op softmax
                task softmax 4096x1024 f32
                device cpu
                date 2026-05-04T10:20:30.500Z
                entry run.json 120 0000000000000000000000000000000000000000000000000000000000000000
                """);
        assertThat(ArchiveHead.parse(head.text())).isEqualTo(head);
        assertThat(new String(files.get("HEADER"), StandardCharsets.UTF_8))
                .startsWith("jforge-archive 1\njforge 0.1.0\nschema " + StoreFile.VERSION + "\nrun softmax-12ab\n")
                .contains("\nentry run.json " + files.get("run.json").length + " " + sha256(files.get("run.json")));
    }

    @Test
    void aNewerOneIsRefusedWhateverElseItHolds() throws IOException {
        assertThat(refusal(with("HEADER", head -> head.replace("archive 1\n", "archive 2\nkind tree\n"))))
                .isEqualTo("made by a newer JForge (archive 2); this one reads 1: update JForge");
        var schema = "schema " + StoreFile.VERSION;
        assertThat(refusal(with("HEADER", head -> head.replace(schema, "schema 999"))))
                .isEqualTo("made by a newer JForge (schema 999); this one reads %d: update JForge"
                        .formatted(StoreFile.VERSION));
    }

    @Test
    void whereverItIsCutOffItIsRefused() throws IOException {
        var bytes = archive().bytes(NONE);
        for (int length = 0; length < bytes.length; length++)
            assertThat(refusal(Arrays.copyOf(bytes, length)))
                    .as("%d of %d bytes", length, bytes.length)
                    .matches("it is no archive of a run|it is cut off, or something was put after its end");
        assertThat(refusal(Arrays.copyOf(bytes, bytes.length + 1))).contains("put after its end");
    }

    /// Times and versions of the zip's own are of no account; a bit of anything else is seen.
    @Test
    void aFlippedBitIsSeenOrOfNoAccount() throws IOException {
        var whole = archive();
        var bytes = whole.bytes(NONE);
        int seen = 0;
        for (int bit = 0; bit < 8 * bytes.length; bit += 11) {
            var flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            if (refusal(flipped).isEmpty()) assertThat(read(flipped)).isEqualTo(whole);
            else seen++;
        }
        assertThat(seen).isGreaterThan(8 * bytes.length / 11 * 9 / 10);
    }

    /// Changes that the checksums agree with, as of someone who means harm.
    @ParameterizedTest
    @ValueSource(strings = {"run.json", "trials.jsonl", "exchanges.jsonl", "HEADER", "source"})
    void aChangedTextMakesARunOrOneMessage(String which) throws IOException {
        var name = which.equals("source") ? source() : which;
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(name.length());
        var parts =
                List.of("null", "-1", "1e999", "{}", "[]", "\"\"", "\u0000", "../", "\n", "}", "99999999999", "true");
        int refused = 0;
        for (int i = 0; i < 250; i++) {
            var changed = with(name, text -> {
                int from = random.nextInt(text.length());
                int to = Math.min(text.length(), from + random.nextInt(12));
                var put = parts.get(random.nextInt(parts.size()));
                return text.substring(0, from)
                        + put
                        + text.substring(to)
                        + (put.equals(text.substring(from, to)) ? " " : "");
            });
            if (!refusal(changed).isEmpty()) refused++;
        }
        assertThat(refused).isGreaterThan(20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ../evil.json           | it holds a file whose name no run has: '../evil.json'
            /etc/passwd            | it holds a file whose name no run has: '/etc/passwd'
            op/../../x             | it holds a file whose name no run has: 'op/../../x'
            op\\x                  | it holds a file whose name no run has: 'op\\x'
            op/                    | it holds a file whose name no run has: 'op/'
            op/nai\u0301ve.c       | it holds a file whose name no run has: 'op/nai??ve.c'
            sources/.hidden.c      | it holds a file whose name no run has: 'sources/.hidden.c'
            RUN.json               | it holds run.json twice
            readme.txt             | it holds readme.txt, which no run has
            op/run.sh              | it holds op/run.sh, which no run has
            """)
    void namesThatNoRunHasAreRefused(String name, String message) throws IOException {
        var files = unpacked(archive().bytes(NONE));
        files.put(name, "harm".getBytes(StandardCharsets.UTF_8));
        assertThat(refusal(packed(files))).isEqualTo(message);
    }

    @Test
    void aLinkIsRefused() throws IOException {
        var bytes = archive().bytes(NONE);
        int list = bytes[bytes.length - 6] & 0xFF | (bytes[bytes.length - 5] & 0xFF) << 8;
        bytes[list + 41] = (byte) 0xA1; // the type and mode of a symbolic link
        assertThat(refusal(bytes)).isEqualTo("HEADER is a link or a device, not a file");
    }

    @Test
    void whatWouldFillTheMemoryIsNotUnpacked() throws IOException {
        var files = unpacked(archive().bytes(NONE));
        files.put("op/op.yaml", new byte[64 << 20]);
        assertThat(refusal(packed(files)))
                .matches("op/op\\.yaml would unpack to 1,0\\d\\d times its size, as no run does");
        var bytes = archive().bytes(NONE);
        int list = bytes[bytes.length - 6] & 0xFF | (bytes[bytes.length - 5] & 0xFF) << 8;
        bytes[list + 27] = 0x7F;
        assertThat(refusal(bytes)).isEqualTo("it would unpack to more than 512 MB");
        var many = new LinkedHashMap<String, byte[]>();
        for (int i = 0; i <= 20_000; i++) many.put("f" + i, new byte[0]);
        assertThat(refusal(zip(many))).isEqualTo("it holds more than 20,000 files");
    }

    @Test
    void everyFileIsThatWhichHeaderLists() throws IOException {
        var files = unpacked(archive().bytes(NONE));
        var source = source();
        var other = new LinkedHashMap<>(files);
        other.put(
                source, (new String(files.get(source), StandardCharsets.UTF_8) + " ").getBytes(StandardCharsets.UTF_8));
        assertThat(refusal(zip(other)))
                .isEqualTo("it is damaged: %s does not have the size that HEADER says".formatted(source));
        other.put(source, files.get(source).clone());
        other.get(source)[files.get(source).length - 2] ^= 1;
        assertThat(refusal(zip(other)))
                .isEqualTo("it is damaged: %s does not have the checksum that HEADER says".formatted(source));
        other.remove(source);
        assertThat(refusal(zip(other))).isEqualTo("it is damaged: its files are not those that HEADER lists");
        assertThat(refusal(packed(other))).startsWith("a trial's source is missing: ");
        var late = new LinkedHashMap<>(files);
        late.remove("HEADER");
        late.put("HEADER", files.get("HEADER"));
        assertThat(refusal(zip(late))).isEqualTo("it is no archive of a run: HEADER is not its first file");
        assertThat(refusal(zip(Map.of("a.txt", new byte[3])))).contains("HEADER is not its first file");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            run.json     | "op":"softmax"         | "op":"matmul"           | it is damaged: HEADER and run.json tell of different runs
            run.json     | "id":"softmax-12ab"    | "id":"../../x"          | the run's id is none, in run.json
            run.json     | "device":"cpu"         | "device":"tpu"          | the run's device is none, in run.json
            run.json     | "roofline":            | "rooflines":            | run.json lacks header.roofline
            run.json     | "T":"f32"              | "T":"f33"               | 'f33' is not a dtype
            run.json     | "trial":2              | "trial":9               | it lacks trial 9, its winner
            run.json     | {                      | [                       | run.json does not read
            run.json     | {"header":             | {"head":                | run.json lacks header
            run.json     | "gigaflops":100.0      | "gigaflops":-100.0      | run.json: header.roofline is not what a run can have
            run.json     | "wallSeconds":12.5     | "wallSeconds":1e300     | run.json: ending.wallSeconds is not what a run can have
            run.json     | "trial":2              | "trial":3               | trial 3, its winner, was wrong
            trials.jsonl | "detail":{             | "detail":null,"x":{     | trials.jsonl, line 1 does not read
            trials.jsonl | "samplesNanos":[16000500,15900250,16100000] | "samplesNanos":[0,0,0] | trials.jsonl, line 1: it took no time
            trials.jsonl | "node":2               | "node":7                | trial 2 has no place in its tree
            exchanges.jsonl | "node":0            | "node":99               | run softmax-12ab is not whole: question 1 has no place in its tree
            exchanges.jsonl | "number":3          | "number":1              | exchanges.jsonl, line 2 is not the next
            exchanges.jsonl | "asked":            | "asket":                | exchanges.jsonl, line 1 lacks exchange.asked
            exchanges.jsonl | "answer":"          | "answer":"../           | it lacks texts/../
            trials.jsonl | "number":1             | "number":7              | it lacks trial 1
            trials.jsonl | "node":0               | "node":5                | trial 0 has no place in its tree
            trials.jsonl | "parent":1             | "parent":6              | trial 2 has no place in its tree
            trials.jsonl | "iteration":2          | "iteration":-2          | trials.jsonl, line 3: iteration is not what a run can have
            trials.jsonl | "outcome":"wrong"      | "outcome":"splendid"    | trials.jsonl, line 4 does not read
            trials.jsonl | "samplesNanos":[       | "samplesNanos":[null,   | trials.jsonl, line 1 does not read
            trials.jsonl | "change":"naive"       | "change":null           | trials.jsonl, line 1 lacks change
            trials.jsonl | "assignment":{"UN":4}  | "assignment":{"UN":"x"} | trials.jsonl, line 2 does not read
            """)
    void partsThatDoNotFitAreNamed(String file, String part, String other, String message) throws IOException {
        assertThat(refusal(with(file, text -> text.replaceFirst(java.util.regex.Pattern.quote(part), other))))
                .startsWith(message);
    }

    @Test
    void aSourceIsTheOneThatItsNameSaysAndParses() throws IOException {
        var name = source();
        assertThat(refusal(with(name, text -> text + "\n")))
                .isEqualTo(name + ": it is another source than its name says");
        assertThat(refusal(with(name, text -> text.replace("tune", "tuna")))).startsWith(name + ": line 2");
        var files = unpacked(archive().bytes(NONE));
        var said = files.keySet().stream()
                .filter(each -> each.startsWith("texts/"))
                .findFirst()
                .orElseThrow();
        assertThat(refusal(with(said, text -> text + "!"))).isEqualTo(said + " is another text than its name says");
        files.put(name, new byte[] {(byte) 0xC3, 0x28});
        assertThat(refusal(packed(files))).isEqualTo(name + " is not text in UTF-8");
    }

    @Test
    void aRunThatADamagedStoreLeftInPartIsNotArchived() {
        var run = run();
        var part = new RunRecord(run.header(), run.trials().subList(1, 4), run.ending());
        assertThatThrownBy(() -> new Archive("1", part, Map.of()))
                .isInstanceOf(SpecException.class)
                .hasMessage("run softmax-12ab is not whole: it lacks trial 0");
    }

    @Test
    void whatIsNoFileIsSaid() {
        assertThatThrownBy(() -> Archive.read(folder))
                .hasMessage(folder + ": this is a folder, and an archive is a file");
        var none = folder.resolve("none.jforge");
        assertThatThrownBy(() -> Archive.read(none)).hasMessage(none + ": there is no such file");
        assertThatThrownBy(() -> Archive.read(Path.of("/dev/null"))).hasMessage("/dev/null: this is no ordinary file");
    }

    @Test
    void aKeyOfTheEnvironmentLeavesWithNoArchive() {
        var run = run();
        var key = "sk-planted-0123456789";
        var trial = Runs.trial(4, 1, "asked with " + key, new Outcome.Crashed("SIGSEGV"), Map.of());
        var trials = new java.util.ArrayList<>(run.trials());
        trials.add(trial);
        var archive = new Archive("1", new RunRecord(run.header(), trials, run.ending(), run.exchanges()), Map.of());
        for (var variable : List.of("ANTHROPIC_API_KEY", "HF_TOKEN", "MY_API_KEY"))
            assertThatThrownBy(() -> archive.bytes(new Secrets(Map.of(variable, key))))
                    .isInstanceOf(SpecException.class)
                    .hasMessageStartingWith("trials.jsonl would hold a key of this environment: nothing was written")
                    .message()
                    .doesNotContain(key, "planted");
        assertThat(archive.bytes(new Secrets(Map.of("PATH", key, "OPENAI_API_KEY", "none", "A_TOKEN", "cores"))))
                .isNotEmpty();
        assertThatThrownBy(() -> new Archive("1", run, Map.of("op.yaml", "doc: a\"quoted\\\"key-of-mine"))
                        .bytes(new Secrets(Map.of("OPENAI_API_KEY", "a\"quoted\\\"key"))))
                .hasMessageStartingWith("op/op.yaml would hold a key");
    }

    @Test
    void theHomeIsNotTold() {
        var header = Runs.header("softmax-12ab")
                .in(Map.of(
                        "compiler", "/home/ana/gcc/bin/gcc 14, not /home/anabel/gcc",
                        "home", "/home/ana",
                        "other", "/data/home/ana/x"));
        var run = new RunRecord(
                header,
                List.of(Runs.trial(0, -1, "/home/ana/mine.c", Runs.timed(10), Map.of())),
                Optional.of(new RunEnding("iterations", 1, Optional.empty(), List.of("slow: /home/ana/x"), Map.of())));
        var hidden = new HomePaths("/home/ana/").hidden(run);
        assertThat(hidden.header().environment())
                .containsEntry("compiler", "~/gcc/bin/gcc 14, not /home/anabel/gcc")
                .containsEntry("home", "~")
                .containsEntry("other", "/data/home/ana/x");
        assertThat(hidden.trials().getFirst().change()).isEqualTo("~/mine.c");
        assertThat(hidden.ending().orElseThrow().warnings()).containsExactly("slow: ~/x");
        assertThat(new HomePaths("/home/ana").hidden(hidden)).isEqualTo(hidden);
        assertThat(new HomePaths("/").hidden(run)).isEqualTo(run);
        var asked = ExchangesTest.exchange(1, Exchange.State.ANSWERED, "see /home/ana/x.c")
                .with("", "in /home/ana", "see /home/ana/x.c");
        var asking = new RunRecord(header, List.of(), Optional.empty(), List.of(asked));
        assertThat(new HomePaths("/home/ana").hidden(asking).exchanges())
                .containsExactly(asked.with("", "in ~", "see ~/x.c"));
    }
}
