package io.jforge.jupyter.magic.common;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The environment of processes that magics start.
final class Environment {
    private static final Pattern SECRET = Pattern.compile("(?i).*(key|token|secret|passw|credential|auth).*");

    private final Map<String, String> variables;

    Environment(Map<String, String> given) {
        variables = new TreeMap<>(given);
    }

    synchronized Map<String, String> all() {
        return new TreeMap<>(variables);
    }

    synchronized void set(String name, String value) {
        variables.put(name, value);
    }

    /// A value as a notebook may keep it: those of keys and passwords do not belong there.
    static String shown(String name, String value) {
        return SECRET.matcher(name).matches() && !value.isEmpty() ? "(set, not shown)" : value;
    }
}
