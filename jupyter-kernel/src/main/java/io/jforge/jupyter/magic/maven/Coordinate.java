package io.jforge.jupyter.magic.maven;

import io.jforge.jupyter.magic.MagicException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What a library is called: `group:artifact[:type[:classifier]][:version]`.
///
/// @param version one version, a range such as `[1.0,2.0)`, or nothing for the newest release
record Coordinate(String group, String artifact, String type, String classifier, Optional<String> version) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9_.+-]+|[\\[(].*[\\])]");
    private static final int MOST_PARTS = 5;
    private static final int FIRST_OF_TYPE = 4;

    /// @throws MagicException if the text is no coordinate, with what one looks like
    static Coordinate parse(String text) {
        // a range has commas, but no colons
        List<String> parts = Arrays.asList(text.split(":", -1));
        if (parts.size() < 2 || parts.size() > MOST_PARTS)
            throw malformed(text, "it has %d parts".formatted(parts.size()));
        for (String part : parts.subList(0, Math.max(2, parts.size() - 1))) {
            if (part.isEmpty()) throw malformed(text, "one of its parts is empty");
            if (!NAME.matcher(part).matches()) throw malformed(text, "'%s' is no name".formatted(part));
        }
        Optional<String> version = parts.size() == 2 ? Optional.empty() : Optional.of(parts.getLast());
        version.filter(v -> !VERSION.matcher(v).matches()).ifPresent(v -> {
            throw malformed(text, v.isEmpty() ? "its version is empty" : "'%s' is no version".formatted(v));
        });
        return new Coordinate(
                parts.get(0),
                parts.get(1),
                parts.size() >= FIRST_OF_TYPE ? parts.get(2) : "jar",
                parts.size() == MOST_PARTS ? parts.get(3) : "",
                version.filter(v -> !v.equals("RELEASE") && !v.equals("LATEST")));
    }

    private static MagicException malformed(String text, String why) {
        return new MagicException(
                "%%maven: '%s' is no coordinate (%s); write group:artifact:version, such as org.apache.commons:commons-lang3:3.17.0"
                        .formatted(text, why));
    }

    boolean isRange() {
        return version.filter(v -> v.startsWith("[") || v.startsWith("(")).isPresent();
    }

    /// Group and artifact.
    String name() {
        return group + ":" + artifact;
    }

    Coordinate withVersion(String newVersion) {
        return new Coordinate(group, artifact, type, classifier, Optional.of(newVersion));
    }

    @Override
    public String toString() {
        String kind = !classifier.isEmpty() ? ":" + type + ":" + classifier : type.equals("jar") ? "" : ":" + type;
        return name() + kind + version.map(v -> ":" + v).orElse("");
    }
}
