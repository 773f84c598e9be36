package io.jforge.jupyter.magic.maven;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.ContextOverrides.AddRepositoriesOp;
import eu.maveniverse.maven.mima.context.ContextOverrides.ChecksumPolicy;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactRequest;
import org.eclipse.aether.resolution.ArtifactResolutionException;
import org.eclipse.aether.transfer.TransferListener;
import org.eclipse.aether.util.graph.transformer.ConflictResolver;

/// Asks Maven repositories, with the person's own settings, for libraries and all that they need at run time.
final class Resolver implements AutoCloseable {
    private static final Map<String, Object> PATIENCE =
            Map.of("aether.connector.connectTimeout", 10_000, "aether.connector.requestTimeout", 30_000);

    private final Context context;
    private final DefaultRepositorySystemSession session;
    private final Wanted wanted;
    private final LocalRepository local;

    Resolver(Home home, Wanted wanted, TransferListener transfers) {
        this.wanted = wanted;
        this.local = new LocalRepository(home.repository());
        var overrides = ContextOverrides.create()
                .withUserSettings(true)
                .addRepositoriesOp(AddRepositoriesOp.APPEND)
                .repositories(Stream.concat(
                                Stream.of(ContextOverrides.CENTRAL),
                                wanted.repositories().stream().map(Resolver::repository))
                        .toList())
                .checksumPolicy(ChecksumPolicy.WARN)
                .transferListener(transfers)
                .configProperties(PATIENCE);
        if (wanted.offline()) overrides.offline(true);
        home.set(overrides);
        context = Runtimes.INSTANCE.getRuntime().create(overrides.build());
        session = new DefaultRepositorySystemSession(context.repositorySystemSession());
        session.setConfigProperty(ConflictResolver.CONFIG_PROP_VERBOSE, true); // so that the losers are told
    }

    /// A file name made of the URL serves as the ID where none is given.
    private static RemoteRepository repository(String text) {
        int sign = text.indexOf('=');
        boolean named = sign > 0 && text.substring(0, sign).matches("[\\w.-]+");
        String url = named ? text.substring(sign + 1) : text;
        String id = named ? text.substring(0, sign) : url.replaceAll("\\W+", "-");
        return new RemoteRepository.Builder(id, "default", url).build();
    }

    /// @throws MagicException when it cannot be had, with what a person can do
    Found find() {
        var request = new CollectRequest().setRepositories(context.remoteRepositories());
        try {
            return found(request);
        } catch (RepositoryException e) {
            var versions = new Versions(context, session, request.getRepositories());
            throw new Failure(wanted, request.getRepositories(), versions, local).explain(e);
        }
    }

    private Found found(CollectRequest request) throws RepositoryException {
        if (wanted.pom().isPresent())
            new PomReader(context, session).read(wanted.pom().get(), request);
        var versions = new Versions(context, session, request.getRepositories());
        for (Coordinate library : wanted.libraries()) {
            request.addDependency(new Dependency(artifact(versions.pinned(library)), "runtime"));
        }
        var graph = new Graph(
                context.repositorySystem().collectDependencies(session, request).getRoot());
        List<Found.Library> libraries = new ArrayList<>();
        List<ArtifactRequest> files = new ArrayList<>();
        graph.winners().forEach(node -> files.add(new ArtifactRequest(node.node())));
        var results = context.repositorySystem().resolveArtifacts(session, files);
        for (int i = 0; i < results.size(); i++) {
            Artifact artifact = results.get(i).getArtifact();
            libraries.add(new Found.Library(
                    coordinate(artifact),
                    artifact.getFile().toPath(),
                    graph.winners().get(i).neededBy(),
                    wanted.sources() ? sources(artifact, request.getRepositories()) : Optional.empty()));
        }
        return new Found(libraries, graph.settled());
    }

    private Optional<Path> sources(Artifact of, List<RemoteRepository> repositories) {
        var artifact = new DefaultArtifact(of.getGroupId(), of.getArtifactId(), "sources", "jar", of.getVersion());
        try {
            var result = context.repositorySystem()
                    .resolveArtifact(session, new ArtifactRequest(artifact, repositories, null));
            return Optional.of(result.getArtifact().getFile().toPath());
        } catch (ArtifactResolutionException e) {
            return Optional.empty(); // many have none
        }
    }

    static Artifact artifact(Coordinate of) {
        return new DefaultArtifact(
                of.group(),
                of.artifact(),
                of.classifier(),
                of.type(),
                of.version().orElseThrow());
    }

    static Coordinate coordinate(Artifact of) {
        return new Coordinate(
                of.getGroupId(),
                of.getArtifactId(),
                of.getExtension(),
                of.getClassifier(),
                Optional.of(of.getVersion()));
    }

    @Override
    public void close() {
        context.close();
    }
}
