package io.jforge.jupyter.magic;

import io.jforge.runtime.spec.Nearest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a magic was given: its options and its words.
///
/// @param rest what stands behind the last leading option, as it was written
public record Arguments(Magic magic, Map<String, List<String>> options, List<String> words, String rest) {
    private static final Pattern WORD = Pattern.compile("\\s*(\"[^\"]*\"|'[^']*'|\\S+)");

    public Arguments {
        options = Map.copyOf(options);
        words = List.copyOf(words);
    }

    /// Reads options wherever they stand among the words.
    ///
    /// @throws MagicException if one is unknown or lacks its value
    public static Arguments of(Magic magic, MagicCall call) {
        var reading = new Reading(magic, call.words());
        while (reading.hasNext()) if (!reading.option() && reading.hasNext()) reading.word();
        return reading.arguments("");
    }

    /// Reads only the options before the first other word, since what follows is code.
    ///
    /// @throws MagicException if an option is unknown or lacks its value
    public static Arguments leading(Magic magic, String line) {
        var words = new ArrayList<String>();
        var ends = new ArrayList<Integer>();
        Matcher word = WORD.matcher(line);
        while (word.lookingAt()) {
            words.add(MagicCall.unquoted(word.group(1)));
            ends.add(word.end());
            word.region(word.end(), line.length());
        }
        var reading = new Reading(magic, words);
        while (reading.hasNext() && reading.option()) {}
        return reading.arguments(reading.next == 0 ? line : line.substring(ends.get(reading.next - 1)));
    }

    public boolean has(String option) {
        return options.containsKey(option);
    }

    /// The value of an option; of several, the last.
    public Optional<String> value(String option) {
        return all(option).isEmpty()
                ? Optional.empty()
                : Optional.of(all(option).getLast());
    }

    public List<String> all(String option) {
        return options.getOrDefault(option, List.of());
    }

    /// The value of an option that is a whole number above zero.
    ///
    /// @throws MagicException if it is something else
    public Optional<Integer> number(String option) {
        return value(option).map(text -> {
            try {
                int number = Integer.parseInt(text);
                if (number > 0) return number;
            } catch (NumberFormatException _) {
                // said below
            }
            throw refused("%s needs a whole number above zero, not '%s'".formatted(option, text));
        });
    }

    /// The words, of which there must be so many.
    ///
    /// @param what how they are called in the refusal, such as `one file`
    public List<String> words(int least, int most, String what) {
        if (words.size() < least || words.size() > most) throw refused("needs " + what);
        return words;
    }

    /// A failure that names the magic and how it is used.
    public MagicException refused(String why) {
        return refused(magic, why);
    }

    /// The same for one whose words were not read.
    public static MagicException refused(Magic magic, String why) {
        return new MagicException("%%%s: %s (%%help %s tells more)".formatted(magic.name(), why, magic.name()));
    }

    private static final class Reading {
        private final Magic magic;
        private final List<String> given;
        private final Map<String, List<String>> options = new HashMap<>();
        private final List<String> words = new ArrayList<>();
        private int next;

        Reading(Magic magic, List<String> given) {
            this.magic = magic;
            this.given = given;
        }

        boolean hasNext() {
            return next < given.size();
        }

        void word() {
            words.add(given.get(next++));
        }

        /// Takes the next word and its value if it is an option.
        boolean option() {
            String word = given.get(next);
            if (!word.startsWith("-") || word.equals("-") || isNumber(word)) return false;
            next++;
            if (word.equals("--")) return false;
            int sign = word.startsWith("--") ? word.indexOf('=') : -1;
            String name = sign < 0 ? word : word.substring(0, sign);
            Option option = known(name);
            boolean takes = option.value().isPresent();
            if (sign > 0 && !takes) throw refused(magic, name + " takes no value");
            String value = !takes ? "" : sign > 0 ? word.substring(sign + 1) : following(option);
            options.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            return true;
        }

        private static boolean isNumber(String word) {
            return word.matches("-\\d.*");
        }

        private String following(Option option) {
            if (!hasNext()) throw refused(magic, option.name() + " needs a value, " + option.usage());
            return given.get(next++);
        }

        private Option known(String name) {
            var names = magic.options().stream().map(Option::name).toList();
            return magic.options().stream()
                    .filter(option -> option.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> refused(magic, unknown(name, names)));
        }

        private String unknown(String name, List<String> names) {
            String all = magic.options().stream().map(Option::usage).collect(Collectors.joining(", "));
            return "no option %s; %s%s"
                    .formatted(
                            name,
                            names.isEmpty() ? "it has none" : "there are " + all,
                            Nearest.of(name, names)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""));
        }

        Arguments arguments(String rest) {
            return new Arguments(magic, options, words, rest.strip());
        }
    }
}
