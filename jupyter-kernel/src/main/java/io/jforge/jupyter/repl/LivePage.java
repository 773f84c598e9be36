package io.jforge.jupyter.repl;

import io.jforge.jupyter.display.MimeBundle;
import io.jforge.jupyter.magic.CellRunner.Failed;
import io.jforge.jupyter.shell.Input;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jline.terminal.Terminal;

/// A terminal whose cursor can move: what is shown changes in place as long as nothing was printed below it.
final class LivePage implements Page {
    private final Terminal terminal;
    private final Palette palette;
    private final Predicate<MimeBundle> pictures;
    private final List<Block> blocks = new ArrayList<>();
    private final Map<Block, String> changedMeanwhile = new LinkedHashMap<>();
    private Input input = Input.NOBODY;
    private Prompt prompt;
    private String open = "";

    /// The line that is being typed, which text from other threads must not spoil.
    interface Prompt {
        boolean isOpen();

        /// Prints whole lines above it.
        void printAbove(String lines);
    }

    /// @param pictures paints a bundle's picture where the terminal can, and says whether it did
    LivePage(Terminal terminal, Palette palette, Predicate<MimeBundle> pictures) {
        this.terminal = terminal;
        this.palette = palette;
        this.pictures = pictures;
    }

    /// Tells who answers cells, and whose line is being typed between them.
    void with(Input whoAnswers, Prompt whoseLine) {
        input = whoAnswers;
        prompt = whoseLine;
    }

    @Override
    public Input input() {
        return input;
    }

    /// What stands on the cursor's line already, with the cursor at its beginning: who reads a line writes it again.
    synchronized String openLine() {
        int above = Math.ceilDiv(Columns.of(open), Math.max(1, terminal.getWidth())) - 1;
        if (!open.isEmpty()) write(above > 0 ? "\r\u001b[%dA".formatted(above) : "\r");
        return open;
    }

    /// The person has ended the cursor's line with the Enter key.
    synchronized void lineEnded() {
        open = "";
        blocks.clear();
    }

    /// The shell has the terminal for a while: nothing that was shown is where it was.
    synchronized void suspended() {
        blocks.clear();
    }

    /// The terminal itself has written this, behind what the cell printed.
    synchronized void echoed(String text) {
        open += text;
    }

    @Override
    public synchronized void print(Stream stream, String text) {
        if (text.isEmpty()) return;
        String whole = open + text;
        int end = whole.lastIndexOf('\n') + 1;
        open = whole.substring(end);
        if (isTyping()) {
            if (end > 0) prompt.printAbove(whole.substring(0, end));
            return;
        }
        blocks.clear();
        write(text);
    }

    @Override
    public Handle show(MimeBundle bundle) {
        synchronized (this) {
            if (pictures.test(bundle)) return this::show;
            var block = new Block();
            append(block, bundle.plain());
            return next -> update(block, next.plain());
        }
    }

    private boolean isTyping() {
        return prompt != null && prompt.isOpen();
    }

    private void append(Block block, String text) {
        block.text = text.stripTrailing();
        lines(block.text);
        if (!isTyping()) blocks.add(block);
    }

    /// Text on lines of its own.
    private void lines(String text) {
        if (isTyping()) {
            prompt.printAbove(text + "\n");
        } else {
            write((open.isEmpty() ? "" : "\n") + text + "\n");
            open = "";
        }
    }

    private synchronized void update(Block block, String news) {
        int at = blocks.indexOf(block);
        var text = fitted(news);
        if (isTyping()) {
            changedMeanwhile.put(block, text);
        } else if (at < 0 || !open.isEmpty() || rowsFrom(at) >= terminal.getHeight()) {
            blocks.clear();
            append(block, text);
        } else {
            var again = new StringBuilder("\u001b[%dA\r\u001b[J".formatted(rowsFrom(at)));
            block.text = text.stripTrailing();
            blocks.subList(at, blocks.size())
                    .forEach(each -> again.append(each.text).append('\n'));
            write(again.toString());
        }
    }

    /// What changes is read at a glance, so the terminal must not cut its words in two.
    private String fitted(String text) {
        return text.lines()
                .map(line -> Columns.broken(line, terminal.getWidth()))
                .collect(Collectors.joining("\n"));
    }

    private int rowsFrom(int at) {
        return blocks.subList(at, blocks.size()).stream().mapToInt(Block::rows).sum();
    }

    private void write(String text) {
        terminal.writer().write(text);
        terminal.flush();
    }

    @Override
    public synchronized void value(MimeBundle value) {
        show(value);
    }

    @Override
    public synchronized void failure(Failed failed) {
        note(new FailureText(failed.text(), palette).shown());
    }

    @Override
    public synchronized void note(String line) {
        blocks.clear();
        lines(line);
    }

    /// A cell begins: what changed while it was typed is shown again.
    synchronized void beginCell() {
        changedMeanwhile.forEach(this::append);
        changedMeanwhile.clear();
        blocks.clear();
    }

    @Override
    public synchronized void endCell() {
        if (!open.isEmpty()) write("\n");
        open = "";
        blocks.clear();
    }

    /// Something shown, which may change.
    private final class Block {
        private String text = "";

        int rows() {
            int width = Math.max(1, terminal.getWidth());
            return Arrays.stream(text.split("\n", -1))
                    .mapToInt(line -> Math.ceilDiv(Math.max(1, Columns.of(line)), width))
                    .sum();
        }
    }
}
