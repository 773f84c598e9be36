package io.jforge.jupyter.magic.forge;

import io.jforge.runtime.spec.SpecException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/// What options are where the line does not give them: as this session has set them, else as the config file has.
///
/// What is wrong with the file is kept until a verb is to use it, since a person must be able to mend it.
final class Defaults implements IDefaultValueProvider {
    private final ForgeCommand command;
    private final Optional<Map<String, String>> session;
    private final Map<String, RuntimeException> wrong = new HashMap<>();
    private Optional<RuntimeException> unreadable = Optional.empty();
    private Map<String, ConfigFile.Entry> file;

    /// @param session empty where a command is all of a session
    Defaults(ForgeCommand command, Optional<Map<String, String>> session) {
        this.command = command;
        this.session = session;
    }

    /// @param from `this session`, `config file` or `built-in`
    record Setting(String key, String value, String from) {}

    Optional<Map<String, String>> session() {
        return session;
    }

    ConfigFile configFile() {
        return new ConfigFile(command.forge().home());
    }

    /// What holds for a key now.
    Setting setting(String key) {
        var own = session.map(set -> set.get(key));
        if (own.isPresent()) return new Setting(key, own.get(), "this session");
        return Optional.ofNullable(file().get(key))
                .map(entry -> new Setting(key, entry.value(), "config file"))
                .orElseGet(() -> new Setting(key, Keys.builtIn(key), "built-in"));
    }

    /// Why the file cannot be used, if it cannot.
    Optional<RuntimeException> unreadable() {
        file();
        return unreadable;
    }

    /// picocli takes null for "none", and hides what is thrown here.
    @Override
    public String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option)) return null;
        return isFor(option.command()) ? Keys.of(option).flatMap(this::value).orElse(null) : null;
    }

    private static boolean isFor(CommandSpec spec) {
        return spec.userObject() instanceof Verb verb && verb.takesDefaults();
    }

    private Optional<String> value(String key) {
        var own = session.map(set -> set.get(key));
        return own.isPresent() ? own : Optional.ofNullable(file().get(key)).flatMap(this::checked);
    }

    /// A value that a person wrote into the file has not been checked yet.
    private Optional<String> checked(ConfigFile.Entry entry) {
        try {
            Keys.check(command, entry.key(), entry.value());
            return Optional.of(entry.value());
        } catch (RuntimeException refused) {
            var why = Verbs.failure(refused).map(Verbs.Failure::message).orElseGet(refused::toString);
            wrong.put(entry.key(), configFile().wrong(entry.number(), why));
            return Optional.empty();
        }
    }

    /// @throws SpecException if the file has something to say of an option that this line leaves to it, and what
    ///     it says cannot be used
    void require(ParseResult line) {
        if (!isFor(line.commandSpec())) return;
        for (var option : line.commandSpec().options()) {
            var key = Keys.of(option);
            if (key.isEmpty() || line.hasMatchedOption(option)) continue;
            if (unreadable().isPresent()) throw unreadable.get();
            if (wrong.containsKey(key.get())) throw wrong.get(key.get());
        }
    }

    private Map<String, ConfigFile.Entry> file() {
        if (file != null) return file;
        file = new LinkedHashMap<>();
        try {
            for (var entry : configFile().entries()) file.put(known(entry), entry);
        } catch (SpecException broken) {
            file = new LinkedHashMap<>();
            unreadable = Optional.of(broken);
        }
        return file;
    }

    private String known(ConfigFile.Entry entry) {
        try {
            return Keys.known(entry.key());
        } catch (SpecException unknown) {
            throw configFile().wrong(entry.number(), unknown.getMessage());
        }
    }
}
