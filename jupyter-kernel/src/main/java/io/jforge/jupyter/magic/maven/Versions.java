package io.jforge.jupyter.magic.maven;

import eu.maveniverse.maven.mima.context.Context;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.resolution.VersionRangeResult;

/// Which versions repositories have of a library.
final class Versions {
    private static final Pattern UNFINISHED =
            Pattern.compile("(?i).*[.-](alpha|beta|rc|cr|m|ea|pre|preview|dev|snapshot|milestone)[.-]?\\d*([.-].*)?");

    private final Context context;
    private final RepositorySystemSession session;
    private final List<RemoteRepository> repositories;

    Versions(Context context, RepositorySystemSession session, List<RemoteRepository> repositories) {
        this.context = context;
        this.session = session;
        this.repositories = repositories;
    }

    /// The library with one version: the newest of its range, or the newest release there is.
    ///
    /// @throws Unknown if there is none
    Coordinate pinned(Coordinate library) throws VersionRangeResolutionException {
        if (library.version().isPresent() && !library.isRange()) return library;
        var result = ask(library, library.version().orElse("[0,)"));
        List<String> all = texts(result);
        if (all.isEmpty()) throw new Unknown(library, result);
        List<String> finished =
                all.stream().filter(v -> !UNFINISHED.matcher(v).matches()).toList();
        return library.withVersion((finished.isEmpty() ? all : finished).getLast());
    }

    /// All that there are, oldest first.
    List<String> of(Coordinate library) throws VersionRangeResolutionException {
        return texts(ask(library, "[0,)"));
    }

    private VersionRangeResult ask(Coordinate library, String range) throws VersionRangeResolutionException {
        var artifact = new DefaultArtifact(library.group(), library.artifact(), library.type(), range);
        return context.repositorySystem()
                .resolveVersionRange(session, new VersionRangeRequest(artifact, repositories, null));
    }

    private static List<String> texts(VersionRangeResult result) {
        return result.getVersions().stream().map(Object::toString).toList();
    }

    /// No repository has any version of a library, or none that is in its range.
    static final class Unknown extends VersionRangeResolutionException {
        private static final long serialVersionUID = 1;

        private final transient Coordinate library;

        Unknown(Coordinate library, VersionRangeResult result) {
            super(result, "no version of " + library);
            this.library = library;
            result.getExceptions().forEach(this::addSuppressed);
        }

        Coordinate library() {
            return library;
        }
    }
}
