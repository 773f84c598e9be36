package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.Option;
import java.util.List;
import java.util.Optional;

/// `%maven g:a:v`: libraries from Maven repositories, for the cells from here on.
final class MavenMagic implements Magic {
    private final Libraries libraries;

    MavenMagic(Libraries libraries) {
        this.libraries = libraries;
    }

    @Override
    public String name() {
        return "maven";
    }

    @Override
    public String help() {
        return """
                %maven [OPTIONS] GROUP:ARTIFACT[:TYPE[:CLASSIFIER]][:VERSION]...: adds libraries with all that they need
                Without a version the newest release is taken; a range such as [1.0,2.0) takes the newest in it.
                Without coordinates it lists what was added. %%maven reads coordinates, a line each, or XML from a
                pom.xml: <dependency>, <repository> or a whole <project>.
                The mirrors, proxies and passwords of your settings.xml and your local repository are used.""";
    }

    @Override
    public List<Option> options() {
        return List.of(
                Option.taking("--repo", "[ID=]URL", "asks this repository too, from here on"),
                Option.flag("--offline", "asks the local repository alone"),
                Option.flag("--sources", "fetches sources too, so that help on their types has Javadoc"));
    }

    @Override
    public void run(MagicCall call) throws InterruptedException {
        var given = Arguments.of(this, call);
        given.all("--repo").forEach(libraries::addRepository);
        String body = call.body().orElse("").strip();
        boolean xml = body.startsWith("<");
        var wanted = new java.util.ArrayList<>(
                given.words().stream().map(Coordinate::parse).toList());
        if (!xml)
            body.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .map(Coordinate::parse)
                    .forEach(wanted::add);
        if (!wanted.isEmpty() || xml) {
            Optional<String> pom = xml ? Optional.of(body) : Optional.empty();
            libraries.add(call, wanted, pom, given.has("--offline"), given.has("--sources"));
        } else if (call.body().isPresent()) {
            throw given.refused("needs coordinates or XML under it");
        } else if (given.all("--repo").isEmpty()) {
            call.display().show(libraries.list());
        } else {
            call.display().show(MimeBundle.text("asked from here on: " + String.join(", ", libraries.repositories())));
        }
    }

    @Override
    public List<String> complete(String line, int cursor) {
        String before = line.substring(0, cursor);
        return libraries.complete(before.substring(before.lastIndexOf(' ') + 1));
    }
}
