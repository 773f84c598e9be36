package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.MagicException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The libraries that cells have got from Maven repositories in this session.
public final class Libraries {
    private final CellJars jars;
    private final Home home;
    private final Set<String> repositories = new LinkedHashSet<>();
    private final List<Found.Library> added = new ArrayList<>();

    public Libraries(CellJars jars, Home home) {
        this.jars = jars;
        this.home = home;
    }

    /// Asks one more repository from here on.
    ///
    /// @throws MagicException if it has no address that could be asked
    void addRepository(String text) {
        String url = text.replaceFirst("^[\\w.-]+=", "");
        try {
            var address = new URI(url);
            if (address.getScheme() != null && address.getScheme().matches("https?|file")) {
                repositories.add(text);
                return;
            }
        } catch (URISyntaxException _) {
            // said below
        }
        throw new MagicException(
                "%%maven: '%s' is no address of a repository: it starts with https:, http: or file:".formatted(url));
    }

    List<String> repositories() {
        return List.copyOf(repositories);
    }

    List<String> complete(String typed) {
        return new LocalRepository(home.repository()).complete(typed);
    }

    /// Fetches libraries, adds what is not there yet, and shows what came of it in place of the progress.
    synchronized void add(
            MagicCall call, List<Coordinate> libraries, Optional<String> pom, boolean offline, boolean sources)
            throws InterruptedException {
        var wanted = new Wanted(libraries, pom, repositories(), offline, sources);
        var shown = call.display().show(MimeBundle.text("%maven: asking repositories"));
        Found found;
        try {
            found = new Fetch(home, wanted, shown).await();
        } catch (MagicException | InterruptedException e) {
            shown.update(MimeBundle.text("%maven: nothing was added"));
            throw e;
        }
        List<Found.Library> fresh = new ArrayList<>();
        List<String> notes = new ArrayList<>(found.settled());
        for (Found.Library library : found.libraries()) {
            Optional<String> clash = clash(library);
            clash.ifPresent(notes::add);
            if (clash.isEmpty() && isForClassPath(library) && addJar(library)) fresh.add(library);
        }
        added.addAll(fresh);
        shown.update(LibraryTable.of(fresh, notes));
    }

    private static boolean isForClassPath(Found.Library library) {
        return Files.isRegularFile(library.file()) && library.file().toString().endsWith(".jar");
    }

    private boolean addJar(Found.Library library) {
        Coordinate coordinate = library.coordinate();
        // one of the same library with another classifier, such as natives, is a jar beside it
        return (!coordinate.classifier().isEmpty()
                        || jars.loaded(coordinate.name()).isEmpty())
                && jars.add(
                        library.file(),
                        new CellJars.Library(
                                coordinate.name(), coordinate.version().orElseThrow()));
    }

    private Optional<String> clash(Found.Library library) {
        Coordinate coordinate = library.coordinate();
        String version = coordinate.version().orElseThrow();
        return jars.loaded(coordinate.name())
                .filter(loaded -> !loaded.version().equals(version))
                .map(loaded ->
                        "%s: %s stays, since cells see it already; %s%s was not added. To have that, restart and ask for it first"
                                .formatted(
                                        coordinate.name(),
                                        loaded.version(),
                                        version,
                                        library.neededBy()
                                                .map(by -> ", which %s asks for,".formatted(by))
                                                .orElse("")));
    }

    /// What was added so far.
    synchronized MimeBundle list() {
        return added.isEmpty()
                ? MimeBundle.text("%maven has added nothing yet; `%maven group:artifact:version` does")
                : LibraryTable.of(added, List.of());
    }
}
