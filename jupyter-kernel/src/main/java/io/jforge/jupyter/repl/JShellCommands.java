package io.jforge.jupyter.repl;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// What people who come from JShell type, and what does the same here.
final class JShellCommands {
    private static final Pattern COMMAND = Pattern.compile("\\s*/([a-z!?-][\\w-]*|\\d+|\\?|!)(\\s.*)?");
    private static final Pattern EARLIER_CELL = Pattern.compile("-?\\d+|!");
    private static final String LISTED = "%lsmagic lists what there is";
    private static final String BACK = "the up-arrow and Ctrl-R bring earlier cells back";
    private static final Map<String, String> OURS = Map.ofEntries(
            Map.entry("exit", "exit, %exit or Ctrl-D leaves"),
            Map.entry("help", "%help tells the magics, Shift-Tab what a name means"),
            Map.entry("?", "%help tells the magics, Shift-Tab what a name means"),
            Map.entry("vars", "%who lists the variables"),
            Map.entry("methods", "%who lists what is declared"),
            Map.entry("types", "%who lists what is declared"),
            Map.entry("list", "%history lists the cells, and " + BACK),
            Map.entry("history", "%history lists the cells, and " + BACK),
            Map.entry("imports", "the usual packages of the JDK are imported"),
            Map.entry("open", "%load FILE runs a file"),
            Map.entry("save", "%save FILE writes the cells to a file"),
            Map.entry("drop", "%reset forgets everything"),
            Map.entry("reset", "%reset forgets everything"),
            Map.entry("reload", "%reset forgets everything"),
            Map.entry("env", "%classpath and %maven add libraries"),
            Map.entry("edit", "the up-arrow brings a whole cell back, to be changed"));

    private JShellCommands() {}

    /// A line about the command, or nothing for a text that is none.
    static Optional<String> answer(String text) {
        var command = COMMAND.matcher(text.strip());
        if (!command.matches()) return Optional.empty();
        var name = command.group(1);
        return Optional.of(
                "no /%s here: %s".formatted(name, EARLIER_CELL.matcher(name).matches() ? BACK : ours(name)));
    }

    /// JShell takes the first letters for the whole, where they can mean one command only.
    private static String ours(String name) {
        if (OURS.containsKey(name)) return OURS.get(name);
        var meant = OURS.keySet().stream().filter(each -> each.startsWith(name)).toList();
        return meant.size() == 1 ? OURS.get(meant.getFirst()) : LISTED;
    }
}
