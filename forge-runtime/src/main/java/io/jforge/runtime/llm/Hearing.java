package io.jforge.runtime.llm;

import java.util.function.Consumer;

/// Passes the pieces of an answer on while somebody listens, without the key: not even one that comes in
/// two pieces.
final class Hearing {
    private final Key key;
    private final Consumer<String> heard;
    private final StringBuilder text = new StringBuilder();
    private String held = "";
    private volatile boolean begun;
    private boolean closed;

    Hearing(Key key, Consumer<String> heard) {
        this.key = key;
        this.heard = heard;
    }

    synchronized void piece(String piece) {
        if (closed) return;
        begun = true;
        text.append(piece);
        var words = key.hide(held + piece);
        int begun = key.begunIn(words);
        held = words.substring(words.length() - begun);
        tell(words.substring(0, words.length() - begun));
    }

    boolean hasBegun() {
        return begun;
    }

    private void tell(String words) {
        if (!words.isEmpty()) heard.accept(words);
    }

    /// From now on nothing is passed on.
    ///
    /// @return all that came
    synchronized String close() {
        if (!closed) tell(held);
        closed = true;
        return key.hide(text.toString());
    }
}
