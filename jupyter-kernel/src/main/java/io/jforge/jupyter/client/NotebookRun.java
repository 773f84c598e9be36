package io.jforge.jupyter.client;

import io.jforge.jupyter.wire.Json;
import io.jforge.jupyter.wire.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// One run of a notebook in one kernel process, on a thread of its own.
final class NotebookRun {
    /// How long an interrupt or the kernel's death may go unseen.
    private static final Duration TICK = Duration.ofMillis(20);

    /// Outputs come on another socket than the reply; this long they may lag behind it.
    private static final Duration LAG = Duration.ofSeconds(5);

    private static final Duration UNTIL_ASKED_AGAIN = Duration.ofMillis(200);
    private static final Duration UNTIL_INTERRUPTED = Duration.ofSeconds(2);
    private static final Duration UNTIL_SHUT_DOWN = Duration.ofSeconds(2);

    private final Notebook notebook;
    private final RunOptions options;
    private final RunListener listener;
    private final InstantSource clock;
    private final Map<String, RunningCell> cellsById = new LinkedHashMap<>();
    private final Map<String, RunningCell> cellsByRequest = new HashMap<>();
    private volatile boolean interrupted;
    private volatile boolean killed;
    private ObjectNode kernelInfo = Json.object();
    private boolean outputsArrive;

    NotebookRun(Notebook notebook, RunOptions options, RunListener listener, InstantSource clock) {
        this.notebook = notebook;
        this.options = options;
        this.listener = listener;
        this.clock = clock;
    }

    /// Asks the run, from another thread, to end soon; asked again, it ends at once.
    void interrupt() {
        killed = interrupted;
        interrupted = true;
    }

    /// Runs the cells until the last, the first error or the kernel's end, and leaves no process.
    RunResult in(RunningKernel kernel) {
        RunResult.Ending ending;
        try (kernel) {
            ending = in(kernel, new Deadline(options.startupDeadline()));
        } catch (KernelLostException e) {
            ending = interrupted ? new RunResult.Interrupted() : new RunResult.KernelLost(e.getMessage());
        }
        return new RunResult(asRun(), ending);
    }

    private RunResult.Ending in(RunningKernel kernel, Deadline startup) {
        while (!KernelClient.isListening(kernel.connection())) {
            check(kernel, startup);
            if (interrupted) {
                return new RunResult.Interrupted();
            }
            pause();
        }
        try (var client = new KernelClient(kernel.connection())) {
            awaitReady(client, kernel, startup);
            RunResult.Ending ending = executeAll(client, kernel);
            client.urge("shutdown_request", Json.object().put("restart", false));
            kernel.awaitExit(killed ? Duration.ZERO : UNTIL_SHUT_DOWN);
            return ending;
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void check(RunningKernel kernel, Deadline startup) {
        if (!kernel.isAlive()) {
            throw new KernelLostException("the kernel did not start: it " + kernel.obituary());
        }
        if (startup.isOver()) {
            throw new KernelLostException("the kernel did not answer within " + startup);
        }
    }

    /// Asks until an answer and its echo came: the first outputs are lost on a subscription not made yet.
    private void awaitReady(KernelClient client, RunningKernel kernel, Deadline startup) {
        client.ask("kernel_info_request", Json.object());
        var askAgain = new Deadline(UNTIL_ASKED_AGAIN);
        while ((kernelInfo.isEmpty() || !outputsArrive) && !interrupted) {
            check(kernel, startup);
            client.next(TICK).ifPresent(this::hear);
            if (!kernelInfo.isEmpty() && !outputsArrive && askAgain.isOver()) {
                client.ask("kernel_info_request", Json.object());
                askAgain = new Deadline(UNTIL_ASKED_AGAIN);
            }
        }
        if (!interrupted) {
            listener.on(new RunEvent.KernelReady(startup.elapsed()));
        }
    }

    private RunResult.Ending executeAll(KernelClient client, RunningKernel kernel) {
        List<Cell.Code> codes = notebook.cells().stream()
                .filter(Cell.Code.class::isInstance)
                .map(Cell.Code.class::cast)
                .filter(code -> !code.source().isBlank())
                .toList();
        for (Cell.Code code : codes) {
            if (interrupted) {
                return new RunResult.Interrupted();
            }
            RunningCell cell = execute(code, codes.size(), client, kernel);
            if (interrupted) {
                return new RunResult.Interrupted();
            }
            if (cell.hasFailed() && !options.allowErrors() && !cell.mayFail()) {
                return new RunResult.Failed(cell.number(), cell.failure().orElseThrow());
            }
        }
        return new RunResult.Completed();
    }

    private RunningCell execute(Cell.Code code, int total, KernelClient client, RunningKernel kernel) {
        var cell = new RunningCell(cellsById.size() + 1, code);
        cellsById.put(code.id(), cell);
        listener.on(new RunEvent.CellStarted(cell.number(), total, code));
        var since = new Deadline(Duration.ZERO);
        cellsByRequest.put(client.ask("execute_request", request(cell, code)), cell);
        await(cell, client, kernel);
        cell.settled().ifPresent(output -> tell(cell, output));
        listener.on(
                new RunEvent.CellFinished(cell.number(), total, since.elapsed(), !cell.isDone() || cell.hasFailed()));
        return cell;
    }

    private ObjectNode request(RunningCell cell, Cell.Code code) {
        ObjectNode content = Json.object()
                .put("code", code.source())
                .put("silent", false)
                .put("store_history", true)
                .put("allow_stdin", false)
                .put("stop_on_error", !options.allowErrors() && !cell.mayFail());
        content.putObject("user_expressions");
        return content;
    }

    private void await(RunningCell cell, KernelClient client, RunningKernel kernel) {
        Optional<Deadline> end = Optional.empty();
        boolean urged = false;
        while (!cell.isDone() && end.filter(Deadline::isOver).isEmpty() && !killed) {
            if (interrupted && !urged) {
                client.urge("interrupt_request", Json.object());
                end = Optional.of(new Deadline(UNTIL_INTERRUPTED));
                urged = true;
            }
            if (cell.isAnswered() && end.isEmpty()) {
                end = Optional.of(new Deadline(LAG));
            }
            Optional<Message> message = client.next(TICK);
            message.ifPresent(this::hear);
            if (message.isEmpty() && !kernel.isAlive()) {
                throw died(cell, kernel);
            }
        }
    }

    private KernelLostException died(RunningCell cell, RunningKernel kernel) {
        String message = "the kernel died while cell %d ran: it %s".formatted(cell.number(), kernel.obituary());
        interrupted |= kernel.endedByInterrupt();
        if (!interrupted) {
            tell(cell, cell.fail(new Output.Failure("KernelLost", message, List.of())));
        }
        return new KernelLostException(message);
    }

    private void hear(Message message) {
        RunningCell cell = cellsByRequest.get(message.parent().path("msg_id").asString(""));
        switch (message.type()) {
            case "kernel_info_reply" -> kernelInfo = message.content();
            case "execute_reply" -> {
                if (cell != null) {
                    cell.answered(message.content(), clock.instant());
                }
            }
            case "update_display_data" -> update(message.content());
            default -> {
                outputsArrive = true;
                if (message.type().equals("display_data") || message.type().equals("execute_result")) {
                    update(message.content());
                }
                if (cell != null) {
                    cell.heard(message, clock.instant()).ifPresent(output -> tell(cell, output));
                }
            }
        }
    }

    private void tell(RunningCell cell, Output output) {
        listener.on(new RunEvent.CellOutput(cell.number(), output));
    }

    /// What has a display id replaces all that was shown under it, in whichever cell.
    private void update(ObjectNode content) {
        String displayId = RunningCell.displayId(content);
        if (displayId.isEmpty()) {
            return;
        }
        var shown = new Output.Display(RunningCell.data(content), RunningCell.object(content, "metadata"));
        long updated = cellsById.values().stream()
                .filter(each -> each.outputs().update(displayId, shown.data(), shown.metadata()))
                .count();
        if (updated > 0) {
            listener.on(new RunEvent.OutputUpdated(displayId, shown));
        }
    }

    private Notebook asRun() {
        ObjectNode metadata = notebook.metadata().deepCopy();
        if (kernelInfo.path("language_info").path("name").isString()) {
            metadata.set("language_info", kernelInfo.path("language_info"));
        }
        return new Notebook(notebook.cells(), metadata)
                .mapCode(code -> cellsById.containsKey(code.id())
                        ? cellsById.get(code.id()).now()
                        : code.cleared());
    }
}
