package io.jforge.jupyter.magic.common;

import io.jforge.jupyter.magic.Arguments;
import io.jforge.jupyter.magic.Magic;
import io.jforge.jupyter.magic.MagicCall;
import io.jforge.jupyter.magic.TextTable;
import io.jforge.runtime.spec.Nearest;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `%env`: shows and sets environment variables.
final class EnvMagic implements Magic {
    private static final Pattern SETTING = Pattern.compile("(?<name>[^\\s=]+)\\s*=\\s*(?<value>.*)");

    private final Environment environment;

    EnvMagic(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String name() {
        return "env";
    }

    @Override
    public String help() {
        return """
                %env [NAME[=VALUE]]: shows environment variables, or sets one for what %sh starts
                Java fixes its own at its start: System.getenv and ProcessBuilder in cells do not see what is set here.
                Values whose names speak of keys, tokens or passwords are not shown.""";
    }

    @Override
    public void run(MagicCall call) {
        Matcher setting = SETTING.matcher(call.line());
        if (setting.matches()) {
            String value = setting.group("value");
            environment.set(setting.group("name"), unquoted(value));
            call.out()
                    .println("%s is set for %%sh; Java code keeps the environment it began with"
                            .formatted(setting.group("name")));
        } else if (call.line().isBlank()) {
            var table = new TextTable("name", "value");
            environment.all().forEach((name, value) -> table.add(name, Environment.shown(name, value)));
            call.display().show(table.bundle("", List.of()));
        } else {
            call.out().println(one(call));
        }
    }

    private String one(MagicCall call) {
        String name =
                Arguments.of(this, call).words(1, 1, "one NAME or NAME=VALUE").getFirst();
        Map<String, String> all = environment.all();
        if (!all.containsKey(name))
            throw Arguments.refused(this, "%s is not set.%s".formatted(name, Nearest.suffix(name, all.keySet())));
        return Environment.shown(name, all.get(name));
    }

    private static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.startsWith("\"") || value.startsWith("'"))
                && value.endsWith(value.substring(0, 1));
        return quoted ? value.substring(1, value.length() - 1) : value;
    }

    @Override
    public List<String> complete(String line, int cursor) {
        return environment.all().keySet().stream()
                .filter(name -> name.startsWith(line.substring(0, cursor)))
                .toList();
    }
}
