package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.magic.MagicException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.transfer.ArtifactNotFoundException;
import org.eclipse.aether.transfer.ChecksumFailureException;
import org.eclipse.aether.transfer.RepositoryOfflineException;

/// Says in a line why a library cannot be had, and what to do.
///
/// @param versions asked what there is instead
record Failure(Wanted wanted, List<RemoteRepository> repositories, Versions versions, LocalRepository local) {
    private static final int MOST_VERSIONS = 5;

    MagicException explain(RepositoryException failed) {
        return new MagicException("%maven: " + text(all(failed)) + "; nothing was added");
    }

    private String text(List<Throwable> causes) {
        return first(causes, ChecksumFailureException.class)
                .map(e -> "a downloaded file is damaged: its checksum is %s, not %s; try again later"
                        .formatted(e.getActual(), e.getExpected()))
                .or(() -> first(causes, Versions.Unknown.class)
                        .filter(_ -> !unreachable(causes))
                        .map(e -> noVersion(e.library())))
                .or(() -> Optional.of(causes)
                        .filter(Failure::offline)
                        .map(_ -> "%s is not in the local repository, and nothing else may be asked offline"
                                .formatted(what(causes))))
                .or(() -> Optional.of(causes).filter(Failure::unreachable).map(this::noNetwork))
                .or(() -> refused(causes))
                .or(() -> first(causes, ArtifactNotFoundException.class).map(e -> unknown(e.getArtifact())))
                .orElseGet(() -> oneLine(causes.getLast()));
    }

    private static boolean offline(List<Throwable> causes) {
        return first(causes, RepositoryOfflineException.class).isPresent()
                || causes.stream().anyMatch(e -> String.valueOf(e.getMessage()).contains("offline mode"));
    }

    private static boolean unreachable(List<Throwable> causes) {
        Predicate<Throwable> network = e -> e instanceof UnknownHostException
                || e instanceof SocketException
                || e instanceof SocketTimeoutException
                || e.getClass().getSimpleName().equals("ConnectTimeoutException");
        return causes.stream().anyMatch(network);
    }

    private String noNetwork(List<Throwable> causes) {
        String why = causes.stream()
                .filter(e -> e instanceof IOException)
                .reduce((_, last) -> last)
                .map(Failure::oneLine)
                .orElse("no answer");
        return "%s cannot be fetched, since %s cannot be reached (%s); with --offline only the local repository is asked"
                .formatted(what(causes), places(), why);
    }

    private Optional<String> refused(List<Throwable> causes) {
        return causes.stream()
                .map(e -> String.valueOf(e.getMessage()))
                .filter(message -> message.matches("(?s).*status code: (401|403|407).*"))
                .findFirst()
                .map(_ -> "%s is refused by %s: it wants a <server> with a password in settings.xml"
                        .formatted(what(causes), places()));
    }

    private String what(List<Throwable> causes) {
        return causes.stream()
                .flatMap(e -> artifact(e).stream())
                .findFirst()
                .map(Object::toString)
                .orElseGet(
                        () -> wanted.libraries().stream().map(Object::toString).collect(Collectors.joining(", ")));
    }

    private static Optional<Coordinate> artifact(Throwable e) {
        return e instanceof org.eclipse.aether.transfer.ArtifactTransferException transfer
                        && transfer.getArtifact() != null
                ? Optional.of(Resolver.coordinate(transfer.getArtifact()))
                : Optional.empty();
    }

    private String unknown(Artifact artifact) {
        return noVersion(Resolver.coordinate(artifact));
    }

    private String noVersion(Coordinate library) {
        List<String> there = known(library);
        if (there.contains(library.version().orElse(""))) {
            return "%s has no file %s".formatted(places(), library);
        }
        if (!there.isEmpty()) {
            List<String> newest = there.subList(Math.max(0, there.size() - MOST_VERSIONS), there.size())
                    .reversed();
            return "there is no %s; versions there are: %s".formatted(library, String.join(", ", newest));
        }
        String hint = local.nearest(library)
                .map(near -> "; did you mean " + near + "?")
                .orElse("; look its name up, or name another repository with --repo URL");
        return "%s has no %s%s".formatted(places(), library.name(), hint);
    }

    private List<String> known(Coordinate library) {
        try {
            return versions.of(library);
        } catch (VersionRangeResolutionException e) {
            return List.of();
        }
    }

    /// The names of the repositories that were asked.
    private String places() {
        return repositories.stream().map(RemoteRepository::getId).collect(Collectors.joining(" and "));
    }

    private static String oneLine(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        return message.lines().findFirst().orElse(message).strip();
    }

    private static <T> Optional<T> first(List<Throwable> causes, Class<T> type) {
        return causes.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /// A failure and all that led to it.
    private static List<Throwable> all(Throwable failed) {
        List<Throwable> all = new ArrayList<>();
        collect(failed, all, Collections.newSetFromMap(new IdentityHashMap<>()));
        return all;
    }

    private static void collect(Throwable next, List<Throwable> into, Set<Throwable> seen) {
        if (next == null || !seen.add(next)) return;
        into.add(next);
        if (next instanceof ArtifactResolutionException e)
            e.getResults().forEach(r -> r.getExceptions().forEach(x -> collect(x, into, seen)));
        if (next instanceof ArtifactDescriptorException e && e.getResult() != null)
            e.getResult().getExceptions().forEach(x -> collect(x, into, seen));
        for (Throwable suppressed : next.getSuppressed()) collect(suppressed, into, seen);
        collect(next.getCause(), into, seen);
    }
}
