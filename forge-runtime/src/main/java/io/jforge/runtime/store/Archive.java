package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.Sha256;
import io.jforge.runtime.spec.Source;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.trial.Trial;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// A run as one file, which another machine can take in or try again: all that the store has of it.
///
/// The file is a zip: HEADER ([ArchiveHead]) first, then by name `op/` (of an op that JForge does not come with),
/// `run.json` (header and ending), `sources/HASH.c` or `.cu`, and `trials.jsonl`. The same run makes the
/// same bytes.
///
/// @param jforge the version that wrote it
/// @param op the files that declare the run's op, by name; none for one of JForge's own
public record Archive(String jforge, RunRecord run, Map<String, String> op) {
    /// Of an op's files those that say what it computes.
    public static final Set<String> OP_FILES = Set.of("op.yaml", "reference.c", "naive.c", "naive.cu");

    private static final long MOST_BYTES = 256L << 20;
    private static final int MOST_HEADER = 4 << 20;
    private static final String RUN = "run.json";
    private static final String TRIALS = "trials.jsonl";
    private static final String SOURCES = "sources/";
    private static final String OP = "op/";
    private static final String EXCHANGES = "exchanges.jsonl";
    private static final String TEXTS = "texts/";

    /// @throws SpecException if the run lacks trials, which a damaged store has lost
    public Archive {
        try {
            TreeCheck.require(run);
        } catch (SpecException misfit) {
            throw new SpecException(
                    "run %s is not whole: %s".formatted(run.header().id(), misfit.getMessage()));
        }
        op = Map.copyOf(op);
    }

    /// The file's bytes.
    ///
    /// @throws SpecException if one of the secrets stands in it
    public byte[] bytes(Secrets secrets) {
        var all = new LinkedHashMap<String, byte[]>();
        var files = files();
        all.put(ArchiveHead.FILE, head(files).text().getBytes(StandardCharsets.UTF_8));
        all.putAll(files);
        all.forEach((name, content) -> secrets.refuse(name, new String(content, StandardCharsets.UTF_8)));
        return Zip.bytes(all);
    }

    /// All but HEADER, by name.
    private TreeMap<String, byte[]> files() {
        var texts = new TreeMap<String, String>();
        texts.put(RUN, ArchiveJson.head(run));
        texts.put(TRIALS, ArchiveJson.trials(run.trials()));
        for (var trial : run.trials()) {
            var source = trial.candidate().source();
            texts.put(file(source), source.text());
        }
        op.forEach((name, text) -> texts.put(OP + name, text));
        if (!run.exchanges().isEmpty()) texts.put(EXCHANGES, ArchiveJson.exchanges(run.exchanges()));
        for (var exchange : run.exchanges())
            for (var text : said(exchange)) if (!text.isEmpty()) texts.put(file(text), text);
        var files = new TreeMap<String, byte[]>();
        texts.forEach((name, text) -> files.put(name, text.getBytes(StandardCharsets.UTF_8)));
        return files;
    }

    private static List<String> said(Exchange exchange) {
        return List.of(
                exchange.asked().system(),
                exchange.asked().prompt(),
                exchange.reply().text());
    }

    private static String file(String text) {
        return TEXTS + Sha256.of(text) + ".md";
    }

    private static String file(Source source) {
        return SOURCES + source.hash() + "." + source.language().suffix();
    }

    private ArchiveHead head(Map<String, byte[]> files) {
        var entries = new ArrayList<ArchiveHead.Listed>();
        files.forEach((name, content) -> entries.add(new ArchiveHead.Listed(name, content.length, Sha256.of(content))));
        return head(jforge, StoreFile.VERSION, run.header(), entries);
    }

    private static ArchiveHead head(String jforge, int schema, RunHeader run, List<ArchiveHead.Listed> entries) {
        return new ArchiveHead(
                jforge, schema, run.id(), run.name(), run.op(), run.task(), run.device(), run.started(), entries);
    }

    /// The archive in a file.
    ///
    /// @throws SpecException in a line: it cannot be read, is damaged or a newer JForge's, or holds what no run has
    public static Archive read(Path file) {
        try {
            return of(contents(file));
        } catch (SpecException wrong) {
            throw new SpecException("%s: %s".formatted(file, wrong.getMessage()));
        }
    }

    private static byte[] contents(Path file) {
        try {
            if (Files.isDirectory(file)) throw new SpecException("this is a folder, and an archive is a file");
            if (Files.exists(file) && !Files.isRegularFile(file)) throw new SpecException("this is no ordinary file");
            if (Files.size(file) > MOST_BYTES)
                throw new SpecException("it is larger than %d MB, as no run is".formatted(MOST_BYTES >> 20));
            return Files.readAllBytes(file);
        } catch (NoSuchFileException _) {
            throw new SpecException("there is no such file");
        } catch (AccessDeniedException _) {
            throw new SpecException("it cannot be read: permission denied");
        } catch (IOException failed) {
            throw new SpecException("it cannot be read: " + failed.getMessage());
        }
    }

    private static Archive of(byte[] bytes) {
        var zip = Zip.of(bytes);
        var head = head(zip);
        var texts = texts(zip, head);
        var run = run(texts);
        if (!head(head.jforge(), head.schema(), run.header(), head.entries()).equals(head))
            throw new SpecException("it is damaged: HEADER and run.json tell of different runs");
        var op = new LinkedHashMap<String, String>();
        for (var name : OP_FILES) if (texts.containsKey(OP + name)) op.put(name, texts.get(OP + name));
        return new Archive(head.jforge(), run, op);
    }

    private static ArchiveHead head(Zip zip) {
        if (zip.names().isEmpty() || !zip.names().getFirst().equals(ArchiveHead.FILE))
            throw new SpecException("it is no archive of a run: HEADER is not its first file");
        if (zip.size(ArchiveHead.FILE) > MOST_HEADER) throw new SpecException("its HEADER is too long");
        return ArchiveHead.parse(text(ArchiveHead.FILE, zip.content(ArchiveHead.FILE)));
    }

    /// The other files, each as HEADER says.
    private static Map<String, String> texts(Zip zip, ArchiveHead head) {
        var names = zip.names().subList(1, zip.names().size());
        if (!head.entries().stream().map(ArchiveHead.Listed::name).toList().equals(names))
            throw new SpecException("it is damaged: its files are not those that HEADER lists");
        var texts = new LinkedHashMap<String, String>();
        for (var listed : head.entries()) {
            var name = listed.name();
            if (zip.size(name) != listed.size())
                throw new SpecException("it is damaged: %s does not have the size that HEADER says".formatted(name));
            var content = zip.content(name);
            if (!Sha256.of(content).equals(listed.sha256()))
                throw new SpecException(
                        "it is damaged: %s does not have the checksum that HEADER says".formatted(name));
            texts.put(name, text(name, content));
        }
        return texts;
    }

    private static RunRecord run(Map<String, String> texts) {
        var known = new TreeSet<>(Set.of(RUN, TRIALS));
        OP_FILES.forEach(name -> known.add(OP + name));
        var sources = new LinkedHashMap<String, Source>();
        for (var each : texts.entrySet())
            if (each.getKey().startsWith(SOURCES)) sources.put(each.getKey(), source(each.getKey(), each.getValue()));
        var run = ArchiveJson.run(
                required(texts, RUN),
                required(texts, TRIALS),
                hash -> sources.entrySet().stream()
                        .filter(each -> each.getValue().hash().equals(hash))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElseThrow(() -> new SpecException("a trial's source is missing: '%s'".formatted(hash))));
        run.trials().stream().map(Trial::candidate).forEach(candidate -> known.add(file(candidate.source())));
        var exchanges = exchanges(texts);
        if (!exchanges.isEmpty()) known.add(EXCHANGES);
        exchanges.forEach(exchange -> said(exchange).forEach(text -> known.add(file(text))));
        for (var name : texts.keySet())
            if (!known.contains(name)) throw new SpecException("it holds %s, which no run has".formatted(name));
        return new RunRecord(run.header(), run.trials(), run.ending(), exchanges);
    }

    private static List<Exchange> exchanges(Map<String, String> texts) {
        return ArchiveJson.exchanges(texts.getOrDefault(EXCHANGES, ""), hash -> {
            if (hash.isEmpty()) return "";
            var name = TEXTS + hash + ".md";
            var text = required(texts, name);
            if (!file(text).equals(name))
                throw new SpecException("%s is another text than its name says".formatted(name));
            return text;
        });
    }

    private static Source source(String name, String text) {
        try {
            var source = Source.parse(text);
            if (!file(source).equals(name)) throw new SpecException("it is another source than its name says");
            return source;
        } catch (SpecException wrong) {
            throw new SpecException("%s: %s".formatted(name, wrong.getMessage()));
        }
    }

    private static String required(Map<String, String> texts, String name) {
        if (!texts.containsKey(name)) throw new SpecException("it lacks " + name);
        return texts.get(name);
    }

    private static String text(String name, byte[] content) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
        } catch (CharacterCodingException _) {
            throw new SpecException("%s is not text in UTF-8".formatted(name));
        }
    }
}
