package io.jforge.jupyter.magic.maven;

import eu.maveniverse.maven.mima.context.Context;
import io.jforge.jupyter.magic.MagicException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.WorkspaceReader;
import org.eclipse.aether.repository.WorkspaceRepository;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactDescriptorRequest;

/// Reads what a `pom.xml` asks for, with its parents, properties and imported versions.
final class PomReader {
    private static final List<String> NOT_AT_RUN_TIME = List.of("test", "provided", "system");

    private final Context context;
    private final DefaultRepositorySystemSession session;

    PomReader(Context context, DefaultRepositorySystemSession session) {
        this.context = context;
        this.session = session;
    }

    /// Adds its dependencies and repositories to a request.
    void read(String pom, CollectRequest request) throws ArtifactDescriptorException {
        Path file = written(PomText.of(pom));
        try {
            var artifact = new DefaultArtifact(PomText.GROUP, PomText.ARTIFACT, "pom", PomText.VERSION);
            session.setWorkspaceReader(new OneFile(file.toFile()));
            var descriptor = context.repositorySystem()
                    .readArtifactDescriptor(
                            session, new ArtifactDescriptorRequest(artifact, request.getRepositories(), null));
            request.setRepositories(context.repositorySystem()
                    .newResolutionRepositories(
                            session, joined(request.getRepositories(), descriptor.getRepositories())));
            descriptor.getDependencies().stream()
                    .filter(PomReader::isForRunning)
                    .forEach(request::addDependency);
            request.setManagedDependencies(descriptor.getManagedDependencies());
        } finally {
            session.setWorkspaceReader(null);
            delete(file);
        }
    }

    private static boolean isForRunning(Dependency dependency) {
        return !NOT_AT_RUN_TIME.contains(dependency.getScope());
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        return java.util.stream.Stream.concat(first.stream(), second.stream())
                .distinct()
                .toList();
    }

    private static Path written(String pom) {
        try {
            return Files.writeString(Files.createTempFile("jforge-", ".pom"), pom);
        } catch (IOException e) {
            throw new MagicException("the pom cannot be written to a temporary file: " + e.getMessage());
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The cell's own project, in place of a repository.
    private record OneFile(File file) implements WorkspaceReader {
        @Override
        public WorkspaceRepository getRepository() {
            return new WorkspaceRepository("cell");
        }

        @Override
        public File findArtifact(Artifact artifact) {
            return artifact.getGroupId().equals(PomText.GROUP) ? file : null;
        }

        @Override
        public List<String> findVersions(Artifact artifact) {
            return List.of();
        }
    }
}
