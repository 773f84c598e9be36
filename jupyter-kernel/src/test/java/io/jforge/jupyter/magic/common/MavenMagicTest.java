package io.jforge.jupyter.magic.common;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.magic.maven.Home;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class MavenMagicTest {
    @TempDir
    private Path folder;

    private TinyRepository repository;
    private Notebook notebook;

    @BeforeEach
    void publish() throws IOException {
        repository = new TinyRepository(folder.resolve("remote"));
        repository.publish("leaf", "1.0");
        repository.publish("leaf", "1.1");
        repository.publish("leaf", "2.0-beta1");
        repository.publish("tree", "1.0", "leaf:1.0");
        repository.publish("hedge", "1.0", "leaf:1.1");
        settings("");
        notebook = new Notebook(new Home(Optional.of(home())));
    }

    private Path home() {
        return folder.resolve("home of ä");
    }

    /// Central is the tiny repository, as a person's own mirror would be.
    private void settings(String more) throws IOException {
        Files.createDirectories(home());
        Files.writeString(
                home().resolve("settings.xml"),
                "<settings><mirrors><mirror><id>tiny</id><mirrorOf>central</mirrorOf><url>%s</url></mirror></mirrors>%s</settings>"
                        .formatted(repository.url(), more));
    }

    @AfterEach
    void close() {
        notebook.close();
    }

    private String shown() {
        return notebook.shown.getLast().plain();
    }

    @Test
    void aLibraryComesWithAllThatItNeeds() {
        assertThat(notebook.value("%maven tiny.group:tree:1.0\ntiny.Tree.version() + tiny.Leaf.version()"))
                .isEqualTo("1.01.0");
        assertThat(shown())
                .contains("Added 2 libraries", "tiny.group:leaf", "tree:1.0")
                .doesNotContain("beta");
        assertThat(notebook.shown.getLast().data().get("text/html").toString()).contains("<td", "tiny.group:leaf");
        notebook.run("%maven tiny.group:tree:1.0");
        assertThat(shown()).contains("Nothing new");
        notebook.run("%maven");
        assertThat(shown()).contains("tiny.group:tree", "tiny.group:leaf");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tiny.group:leaf | 1.1",
                "tiny.group:leaf:RELEASE | 1.1",
                "tiny.group:leaf:[1.0,1.1) | 1.0",
                "tiny.group:leaf:[2.0-alpha,) | 2.0-beta1",
                "tiny.group:leaf:jar:1.0 | 1.0"
            })
    void aVersionMayBeLeftOutOrBeARange(String coordinate, String version) {
        assertThat(notebook.value("%maven " + coordinate + "\ntiny.Leaf.version()"))
                .isEqualTo(version);
    }

    @Test
    void twoVersionsOfOneLibraryAreSettledAndTold() {
        notebook.value("%maven tiny.group:tree:1.0 tiny.group:hedge:1.0");
        assertThat(shown()).contains("tiny.group:leaf: 1.0 is used, not 1.1, which hedge:1.0 asks for");
        assertThat(notebook.value("tiny.Leaf.version()")).isEqualTo("1.0");
    }

    @Test
    void whatCellsSeeStaysAndThatIsTold() {
        notebook.value("%maven tiny.group:leaf:1.1\ntiny.Leaf.version()");
        assertThat(notebook.value("%maven tiny.group:tree:1.0\ntiny.Tree.version() + tiny.Leaf.version()"))
                .isEqualTo("1.01.1");
        assertThat(shown())
                .contains(
                        "tiny.group:leaf: 1.1 stays", "1.0, which tree:1.0 asks for, was not added", "Added 1 library");
    }

    @Test
    void librariesOfTheKernelThatCellsSeeStayToo() throws IOException {
        String pom =
                "<project><modelVersion>4.0.0</modelVersion><groupId>tech.tablesaw</groupId><artifactId>tablesaw-core</artifactId><version>0.1</version></project>";
        Path there = folder.resolve("remote/tech/tablesaw/tablesaw-core/0.1");
        Files.createDirectories(there);
        Files.writeString(there.resolve("tablesaw-core-0.1.pom"), pom);
        Files.copy(repository.publish("other", "1"), there.resolve("tablesaw-core-0.1.jar"));
        notebook.value("%maven tech.tablesaw:tablesaw-core:0.1");
        assertThat(shown() + notebook.err).contains("tech.tablesaw:tablesaw-core: 0.44.4 stays");
    }

    private static List<Path> writtenPoms() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.toString().endsWith(".pom"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aPomIsReadInPiecesOrWhole() throws IOException {
        var before = writtenPoms();
        assertThat(notebook.value("%%maven\n" + TinyRepository.dependency("tree", "1.0")))
                .isEqualTo("nothing");
        assertThat(notebook.value("tiny.Tree.version()")).isEqualTo("1.0");
        notebook.run("""
                %%loadFromPOM
                <?xml version="1.0"?>
                <project>
                  <modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>
                  <properties><hedge>1.0</hedge></properties>
                  <dependencies>
                    <dependency><groupId>tiny.group</groupId><artifactId>hedge</artifactId><version>${hedge}</version></dependency>
                    <dependency><groupId>tiny.group</groupId><artifactId>none</artifactId><version>1</version><scope>test</scope></dependency>
                  </dependencies>
                </project>""");
        assertThat(notebook.value("tiny.Hedge.version()")).isEqualTo("1.0");
        assertThat(notebook.failure("%%maven\n<dependency>\n<oops></dependency>"))
                .contains("line 2 of the pom is not XML");
        assertThat(notebook.failure("%%maven\n<plugin/>")).contains("<plugin> is nothing that it reads");
        assertThat(writtenPoms()).isEqualTo(before);
    }

    @Test
    void furtherRepositoriesAreAskedToo() throws IOException {
        var other = new TinyRepository(folder.resolve("other"));
        other.publish("moss", "3");
        assertThat(notebook.failure("%maven tiny.group:moss:3")).contains("tiny has no tiny.group:moss");
        assertThat(notebook.value("%mavenRepo mine " + other.url() + "\n%maven tiny.group:moss:3\ntiny.Moss.version()"))
                .isEqualTo("3");
        assertThat(notebook.value("%maven --repo " + other.url() + " tiny.group:leaf:1.0\ntiny.Leaf.version()"))
                .isEqualTo("1.0");
    }

    @Test
    void sourcesAreFetchedForHelpOnTheirTypes() throws IOException {
        repository.publishSources(
                "leaf",
                "1.0",
                "package tiny; /** Falls in autumn. */ public class Leaf { /** Its year. */ public static String version() { return null; } }");
        notebook.value("%maven --sources tiny.group:tree:1.0");
        assertThat(shown()).contains("Added 2 libraries", "1 of them with sources");
        notebook.value("tiny.Leaf?");
        assertThat(shown()).contains("public class Leaf", "Falls in autumn.");
        notebook.value("tiny.Leaf.version?");
        assertThat(shown()).contains("String tiny.Leaf.version()", "Its year.");
    }

    private static HttpServer server(HttpHandler handler) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", handler);
        server.start();
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:%d/".formatted(server.getAddress().getPort());
    }

    @Test
    void aRepositoryIsAskedWithThePasswordOfTheSettings() throws IOException {
        Path files = folder.resolve("private");
        new TinyRepository(files).publish("moss", "3");
        String allowed = "Basic " + Base64.getEncoder().encodeToString("me:s3cret".getBytes(StandardCharsets.UTF_8));
        var server = server(exchange -> {
            Path file = files.resolve(exchange.getRequestURI().getPath().substring(1));
            boolean known = allowed.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"r\"");
            byte[] bytes = known && Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0];
            exchange.sendResponseHeaders(
                    !known ? 401 : bytes.length == 0 ? 404 : 200, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        try {
            settings(
                    "<servers><server><id>mine</id><username>me</username><password>s3cret</password></server></servers>");
            assertThat(notebook.value("%maven --repo mine=" + url(server) + " tiny.group:moss:3\ntiny.Moss.version()"))
                    .isEqualTo("3");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anInterruptEndsTheWaitForARepository() throws Exception {
        var asked = new CountDownLatch(1);
        var server = server(_ -> asked.countDown()); // and never answers
        try {
            var running = CompletableFuture.supplyAsync(
                    () -> notebook.run("%maven --repo slow=" + url(server) + " tiny.group:nowhere:1"),
                    task -> Thread.ofPlatform().start(task));
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            notebook.interrupt();
            assertThat(running.get(5, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            Failed.class,
                            failed -> assertThat(failed.text()).isEqualTo("Interrupted: the cell was interrupted"));
            assertThat(shown()).isEqualTo("%maven: nothing was added");
            assertThat(notebook.value("1 + 1")).isEqualTo("2");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void theLocalRepositoryIsEnoughOffline() throws IOException {
        notebook.value("%maven tiny.group:leaf:1.0");
        Files.move(folder.resolve("remote"), folder.resolve("gone"));
        try (var second = new Notebook(new Home(Optional.of(home())))) {
            assertThat(second.value("%maven --offline tiny.group:leaf:1.0\ntiny.Leaf.version()"))
                    .isEqualTo("1.0");
            assertThat(second.failure("%maven --offline tiny.group:tree:1.0"))
                    .contains("offline")
                    .contains("tiny.group:tree")
                    .hasLineCount(1);
        }
    }

    @Test
    void failuresSayWhatToDo() throws IOException {
        assertThat(notebook.failure("%maven bad:coords:1"))
                .isEqualTo(
                        "%maven: tiny has no bad:coords; look its name up, or name another repository with --repo URL; nothing was added");
        assertThat(notebook.failure("%maven tiny.group:leaf:9"))
                .isEqualTo(
                        "%maven: there is no tiny.group:leaf:9; versions there are: 2.0-beta1, 1.1, 1.0; nothing was added");
        assertThat(notebook.failure("%maven tiny.group:leaf:[7,8)"))
                .contains("there is no tiny.group:leaf:[7,8)", "1.1");
        notebook.run("%maven tiny.group:leaf:1.0");
        assertThat(notebook.failure("%maven tiny.group:laef:1.0")).contains("did you mean tiny.group:leaf?");
        Path damaged = repository.publish("rotten", "1");
        Files.write(damaged, new byte[] {1, 2, 3});
        assertThat(notebook.failure("%maven tiny.group:rotten:1"))
                .contains("damaged", "checksum")
                .hasLineCount(1);
        settings(
                "<profiles><profile><id>p</id><repositories><repository><id>dead</id><url>http://127.0.0.1:1/</url></repository></repositories></profile></profiles><activeProfiles><activeProfile>p</activeProfile></activeProfiles>");
        assertThat(notebook.failure("%maven tiny.group:absent:1"))
                .contains("cannot be reached", "dead")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "leaf | it has 1 parts",
                "a:b:c:d:e:f | it has 6 parts",
                ":b:1 | one of its parts is empty",
                "a:b: | its version is empty",
                "a:b/c:1 | 'b/c' is no name",
                "a:b:1/2 | '1/2' is no version"
            })
    void aMalformedCoordinateIsExplained(String coordinate, String why) {
        assertThat(notebook.failure("%maven " + coordinate))
                .contains(why, "group:artifact:version")
                .hasLineCount(1);
    }

    @Test
    void coordinatesAreCompletedFromTheLocalRepository() {
        notebook.value("%maven tiny.group:tree:1.0");
        assertThat(notebook.magics.complete("%maven tin", 10)).containsExactly("tiny.");
        assertThat(notebook.magics.complete("%maven tiny.gr", 14)).containsExactly("tiny.group:");
        assertThat(notebook.magics.complete("%maven tiny.group:", 18))
                .containsExactly("tiny.group:leaf:", "tiny.group:tree:");
        assertThat(notebook.magics.complete("%maven tiny.group:tree:", 23)).containsExactly("tiny.group:tree:1.0");
        assertThat(notebook.magics.complete("%maven --off", 12)).containsExactly("--offline");
    }
}
