package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.display.Display;
import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Amounts;
import io.jforge.jupyter.magic.MagicException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Fetches libraries while a cell waits and shows how far it is; an interrupt ends both.
///
/// The work has a thread of its own, since a read from a socket heeds no interrupt.
final class Fetch {
    private final Home home;
    private final Wanted wanted;
    private final Display.Handle shown;

    /// @param shown where progress appears
    Fetch(Home home, Wanted wanted, Display.Handle shown) {
        this.home = home;
        this.wanted = wanted;
        this.shown = shown;
    }

    /// @throws MagicException when they cannot be had
    Found await() throws InterruptedException {
        var transfers = new Transfers(this::show);
        var result = new CompletableFuture<Found>();
        Thread.ofPlatform().daemon().name("maven").start(() -> find(transfers, result));
        try {
            return result.get();
        } catch (InterruptedException e) {
            transfers.cancel();
            throw e;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof MagicException told) throw told;
            throw new IllegalStateException(e.getCause());
        }
    }

    private void find(Transfers transfers, CompletableFuture<Found> result) {
        try (var resolver = new Resolver(home, wanted, transfers)) {
            result.complete(resolver.find());
        } catch (Exception | LinkageError e) {
            result.completeExceptionally(e);
        }
    }

    private void show(Transfers transfers) {
        shown.update(MimeBundle.text("%%maven: %d jar%s, %s fetched; %s"
                .formatted(
                        transfers.files(),
                        transfers.files() == 1 ? "" : "s",
                        Amounts.bytes(transfers.bytes()),
                        transfers.latest())));
    }
}
