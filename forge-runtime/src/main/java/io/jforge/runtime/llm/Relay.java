package io.jforge.runtime.llm;

import io.jforge.runtime.llm.LlmException.Fault;
import io.jforge.runtime.spec.SpecException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// No API at all: each question is written to a numbered file of a folder, and its answer awaited beside
/// it, so that any chat window, a colleague or a tool can be the model.
///
/// A question that is in the folder already, from a run that was interrupted, keeps its number and its answer.
public final class Relay implements Llm {
    private static final Pattern NUMBERED = Pattern.compile("(\\d{4,9})-(?:prompt|answer)\\.(?:md|txt)");
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration SETTLED = Duration.ofMillis(300);
    private static final long LARGEST = 4 << 20;

    private final String given;
    private final Path folder;
    private final Limits limits;
    private final Optional<Asker> asker;

    /// Told of each question that waits for its answer, so that a front end can show where it is. It may be told on
    /// several threads.
    public interface Asker {
        void ask(Path prompt, Path answer);
    }

    /// @param folder as it was given; made if it is not there
    /// @throws SpecException if nothing can be written there
    public Relay(String folder, Limits limits, Optional<Asker> asker) {
        this.given = folder;
        this.folder = writable(folder);
        this.limits = limits;
        this.asker = asker;
    }

    /// Why nothing could be written in a folder, which is made where it is not there; looked at without a trace.
    ///
    /// @param name as it was given
    /// @return empty if all is well
    static Optional<String> trouble(String name) {
        Path folder;
        try {
            folder = Path.of(name).toAbsolutePath();
        } catch (InvalidPathException wrong) {
            return Optional.of("that is no folder's name: " + wrong.getReason());
        }
        var there = folder;
        while (there != null && !Files.exists(there)) there = there.getParent();
        if (there == null || !Files.isDirectory(there)) return Optional.of("%s is no folder".formatted(there));
        return Files.isWritable(there)
                ? Optional.empty()
                : Optional.of("nothing can be written in %s".formatted(there));
    }

    private static Path writable(String name) {
        try {
            var folder = Files.createDirectories(Path.of(name).toAbsolutePath());
            Files.delete(Files.createTempFile(folder, ".jforge", ".tmp"));
            return folder;
        } catch (IOException | InvalidPathException | SecurityException _) {
            throw new SpecException(
                    "nothing can be written in '%s': `--llm relay:FOLDER` takes a folder of your own".formatted(name));
        }
    }

    @Override
    public String name() {
        return Provider.RELAY.label() + ":" + given;
    }

    @Override
    public Reply ask(Question question, Consumer<String> heard) {
        long started = System.nanoTime();
        try {
            var answer = answer(asked(question), started);
            heard.accept(answer);
            var latency = Duration.ofNanos(System.nanoTime() - started);
            return new Reply(answer, Reply.End.COMPLETE, Usage.UNKNOWN, "", latency, 1);
        } catch (IOException failed) {
            throw new LlmException(
                    Fault.UNREACHABLE,
                    "the relay cannot use its folder '%s': is it still there?".formatted(given),
                    failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }

    /// The number under which a question stands in the folder. One at a time, for all relays of this process.
    private int asked(Question question) throws IOException {
        synchronized (Relay.class) {
            var known = number(question);
            if (known.isPresent()) return known.get();
            int number = numbers().max(Integer::compare).orElse(0) + 1;
            while (!isPut(prompt(number), text(question, number))) number++; // another process was faster
            return number;
        }
    }

    private Optional<Integer> number(Question question) throws IOException {
        for (int number : numbers().distinct().sorted().toList()) {
            var file = prompt(number);
            var text = text(question, number).getBytes(StandardCharsets.UTF_8);
            if (Files.isRegularFile(file)
                    && Files.size(file) == text.length
                    && Arrays.equals(Files.readAllBytes(file), text)) return Optional.of(number);
        }
        return Optional.empty();
    }

    private Stream<Integer> numbers() throws IOException {
        try (var files = Files.list(folder)) {
            return files
                    .map(file -> NUMBERED.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(match -> Integer.parseInt(match.group(1)))
                    .toList()
                    .stream();
        }
    }

    /// Nobody ever sees half of a question.
    private boolean isPut(Path file, String text) throws IOException {
        var half = Files.createTempFile(folder, ".jforge", ".tmp");
        try {
            Files.writeString(half, text);
            Files.createLink(file, half);
            return true;
        } catch (FileAlreadyExistsException _) {
            return false;
        } catch (UnsupportedOperationException _) {
            if (Files.exists(file)) return false;
            Files.move(half, file);
            return true;
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private static String text(Question question, int number) {
        var system = question.system().isBlank() ? "" : question.system().strip() + "\n\n---\n\n";
        return "%s%s%n%n---%n%nPut the answer beside this file, as `%s`.%n"
                .formatted(system, question.prompt().strip(), name(number, "answer.md"));
    }

    private static String name(int number, String rest) {
        return String.format(Locale.ROOT, "%04d-%s", number, rest);
    }

    private Path prompt(int number) {
        return folder.resolve(name(number, "prompt.md"));
    }

    private String answer(int number, long started) throws IOException, InterruptedException {
        var places = Stream.of("answer.md", "answer.txt")
                .map(rest -> folder.resolve(name(number, rest)))
                .toList();
        if (places.stream().noneMatch(Relay::isThere))
            asker.ifPresent(each -> each.ask(prompt(number), places.getFirst()));
        while (true) {
            for (var place : places) {
                if (Files.isSymbolicLink(place)) throw link(place);
                if (isThere(place) && isSettled(place)) return read(place);
            }
            if (!Files.isDirectory(folder)) throw new IOException("the folder has gone");
            if (isLate(started)) throw late(places.getFirst());
            Thread.sleep(LOOK);
        }
    }

    private static boolean isThere(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && file.toFile().length() > 0;
    }

    /// Whether nobody writes it any more.
    private static boolean isSettled(Path file) throws IOException, InterruptedException {
        long size = Files.size(file);
        var modified = Files.getLastModifiedTime(file);
        if (System.currentTimeMillis() - modified.toMillis() > SETTLED.toMillis()) return true;
        Thread.sleep(SETTLED);
        return Files.exists(file)
                && Files.size(file) == size
                && Files.getLastModifiedTime(file).equals(modified);
    }

    /// Bytes that are no UTF-8 become U+FFFD.
    private String read(Path file) throws IOException {
        if (Files.size(file) > LARGEST)
            throw new LlmException(
                    Fault.GARBAGE,
                    "%s in '%s' is larger than %d MiB: an answer is a text"
                            .formatted(file.getFileName(), given, LARGEST >> 20));
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private boolean isLate(long started) {
        return limits.relay()
                .filter(most -> System.nanoTime() - started > most.toNanos())
                .isPresent();
    }

    /// It would be sent on, kept and exported, whatever it leads to.
    private LlmException link(Path answer) {
        return new LlmException(
                Fault.GARBAGE,
                "%s in '%s' is a link, and what it leads to is not taken: put the answer itself there"
                        .formatted(answer.getFileName(), given));
    }

    private LlmException late(Path answer) {
        return new LlmException(
                Fault.TIMED_OUT,
                "nobody put an answer into %s of '%s' within %s: put it there and resume the run"
                        .formatted(
                                answer.getFileName(),
                                given,
                                Spans.words(limits.relay().orElseThrow())));
    }
}
