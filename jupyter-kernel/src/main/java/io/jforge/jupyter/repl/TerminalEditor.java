package io.jforge.jupyter.repl;

import io.jforge.jupyter.history.History;
import io.jforge.jupyter.magic.CellQuestions;
import java.util.List;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReader.Option;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;

/// Cells of several lines, edited with JLine.
final class TerminalEditor implements Editor, LivePage.Prompt {
    private static final String STEP = "    ";
    private static final int MOST_LINES = 30;

    private static final List<String> LOOKING_BACK = List.of(
            LineReader.UP_LINE_OR_HISTORY,
            LineReader.UP_LINE_OR_SEARCH,
            LineReader.UP_HISTORY,
            LineReader.BEGINNING_OF_HISTORY,
            LineReader.HISTORY_INCREMENTAL_SEARCH_BACKWARD,
            LineReader.HISTORY_SEARCH_BACKWARD);

    private final LineReader reader;
    private final CellQuestions questions;
    private final Palette palette;
    private String asked = "";

    TerminalEditor(Terminal terminal, CellQuestions questions, History history, Palette palette) {
        this.questions = questions;
        this.palette = palette;
        var past = new Past(history);
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("jforge")
                .parser(new WordParser())
                .completer(new CellCompleter(questions))
                .highlighter(new SourceHighlighter(palette))
                .history(past)
                .option(Option.DISABLE_EVENT_EXPANSION, true) // an exclamation mark is Java's
                .option(Option.HISTORY_REDUCE_BLANKS, false)
                .option(Option.HISTORY_IGNORE_SPACE, false)
                .option(Option.COMPLETE_MATCHER_CAMELCASE, true)
                .option(Option.AUTO_FRESH_LINE, false)
                .variable(LineReader.BLINK_MATCHING_PAREN, 0)
                .variable(LineReader.LIST_MAX, 200)
                .build();
        for (var widget : LOOKING_BACK) bind(widget, () -> lookBack(past, widget));
        bind(LineReader.ACCEPT_LINE, this::accept);
        bind("complete-or-indent", this::completeOrIndent, "\t");
        bind("close-block", this::closeBlock, "}");
        bind(
                "tell",
                this::tell,
                KeyMap.key(terminal, Capability.back_tab),
                KeyMap.key(terminal, Capability.key_f1),
                KeyMap.alt('d'));
    }

    private boolean lookBack(Past past, String widget) {
        past.fetch();
        reader.callWidget("." + widget);
        return true;
    }

    private void bind(String name, org.jline.reader.Widget widget, String... keys) {
        reader.getWidgets().put(name, widget);
        var keymap = reader.getKeyMaps().get(LineReader.MAIN);
        for (var key : keys) if (key != null) keymap.bind(new Reference(name), key);
    }

    @Override
    public Optional<String> cell(int number) {
        var prompt = Prompts.first(number);
        reader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, palette.paint(Palette.DIM, Prompts.further(prompt)));
        asked = "";
        try {
            return Optional.of(reader.readLine(palette.paint(Palette.PROMPT, prompt)));
        } catch (UserInterruptException _) {
            return Optional.of("");
        } catch (EndOfFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean isOpen() {
        return reader.isReading();
    }

    @Override
    public void printAbove(String lines) {
        reader.printAbove(lines);
    }

    /// The Enter key: runs what is whole, and otherwise begins the next line as deep as it belongs.
    private boolean accept() {
        var buffer = reader.getBuffer();
        var next = Typed.nextLine(buffer.toString(), questions);
        if (next.isEmpty()) {
            reader.callWidget("." + LineReader.ACCEPT_LINE);
        } else {
            buffer.write("\n" + indent(next.get()));
        }
        return true;
    }

    /// In the middle of a text, as deep as the line that the cursor leaves.
    private String indent(String atEnd) {
        var buffer = reader.getBuffer();
        var before = buffer.upToCursor();
        return before.length() == buffer.length()
                ? atEnd
                : Typed.nextLine(before, questions).orElse("");
    }

    private boolean isBeforeFirstWord() {
        var before = reader.getBuffer().upToCursor();
        return before.substring(before.lastIndexOf('\n') + 1).isBlank();
    }

    private boolean completeOrIndent() {
        if (isBeforeFirstWord()) {
            reader.getBuffer().write(STEP);
        } else {
            reader.callWidget(LineReader.EXPAND_OR_COMPLETE);
        }
        return true;
    }

    /// A brace that closes a block stands a step less deep than what is in it.
    private boolean closeBlock() {
        var buffer = reader.getBuffer();
        if (isBeforeFirstWord() && buffer.upToCursor().endsWith(STEP)) buffer.backspace(STEP.length());
        buffer.write('}');
        return true;
    }

    /// What the name at the cursor means: its signatures, and when asked again, its documentation.
    private boolean tell() {
        var buffer = reader.getBuffer();
        var place = buffer.cursor() + " " + buffer;
        boolean again = place.equals(asked);
        asked = place;
        questions
                .inspect(buffer.toString(), buffer.cursor(), again)
                .map(found -> again ? found.text() : String.join("\n", found.signatures()))
                .ifPresent(text -> reader.printAbove(shortened(text)));
        return true;
    }

    private String shortened(String text) {
        var lines = text.lines().toList();
        return lines.size() <= MOST_LINES
                ? text
                : String.join("\n", lines.subList(0, MOST_LINES))
                        + palette.paint(Palette.DIM, "\n... %d more lines".formatted(lines.size() - MOST_LINES));
    }
}
