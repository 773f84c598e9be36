package io.jforge.runtime.propose;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The texts that prompts are made of, by version: a folder of resources each.
record Templates(String version) {
    /// A name that a template asks for and is not given is a mistake of ours.
    String filled(String name, Map<String, Object> with) {
        return Mustache.compiler()
                .escapeHTML(false)
                .withLoader(part -> new StringReader(text(part + ".mustache")))
                .compile(text(name + ".mustache"))
                .execute(with);
    }

    String text(String file) {
        var path = "/prompts/%s/%s".formatted(version, file);
        try (var in = Templates.class.getResourceAsStream(path)) {
            if (in == null) throw new IllegalStateException("no resource " + path);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + path, unreadable);
        }
    }
}
