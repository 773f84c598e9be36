package io.jforge.jupyter.magic;

import java.util.List;
import java.util.stream.Collectors;

/// `%help NAME`: what a magic does.
final class HelpMagic implements Magic {
    private final Magics magics;

    HelpMagic(Magics magics) {
        this.magics = magics;
    }

    @Override
    public String name() {
        return "help";
    }

    @Override
    public String help() {
        return "%help [NAME]: what a magic does; %NAME? tells the same";
    }

    @Override
    public void run(MagicCall call) {
        List<String> words = Arguments.of(this, call).words(0, 1, "one name, or none");
        if (words.isEmpty()) call.display().show(ListMagic.overview(magics));
        else call.out().println(of(magics.named(words.getFirst().replaceFirst("^%+", ""))));
    }

    /// A magic's help with its options.
    static String of(Magic magic) {
        List<Option> options = magic.options();
        int width = options.stream()
                .mapToInt(option -> option.usage().length())
                .max()
                .orElse(0);
        return magic.help()
                + options.stream()
                        .map(option -> "\n  %s%s  %s"
                                .formatted(
                                        option.usage(),
                                        " ".repeat(width - option.usage().length()),
                                        option.meaning()))
                        .collect(Collectors.joining());
    }

    @Override
    public List<String> complete(String line, int cursor) {
        String typed = line.substring(0, cursor).strip();
        return magics.all().stream()
                .map(Magic::name)
                .filter(name -> name.startsWith(typed))
                .toList();
    }
}
