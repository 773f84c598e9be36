package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import java.util.List;

/// `%mavenRepo ID URL`: how notebooks written for IJava and JJava name a repository.
final class MavenRepoMagic implements Magic {
    private final Libraries libraries;

    MavenRepoMagic(Libraries libraries) {
        this.libraries = libraries;
    }

    @Override
    public String name() {
        return "mavenRepo";
    }

    @Override
    public String help() {
        return """
                %mavenRepo ID URL: asks this repository too; the same as %maven --repo ID=URL
                A <server> of your settings.xml with that ID supplies name and password.""";
    }

    @Override
    public void run(MagicCall call) {
        List<String> words = Arguments.of(this, call).words(2, 2, "an ID and a URL");
        libraries.addRepository(words.get(0) + "=" + words.get(1));
        call.display().show(MimeBundle.text("asked from here on: " + String.join(", ", libraries.repositories())));
    }
}
