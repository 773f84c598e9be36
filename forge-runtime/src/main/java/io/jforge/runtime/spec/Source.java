package io.jforge.runtime.spec;

import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;

/// Candidate code: its language, the op it computes, its whole text, and what its header declares.
public record Source(Language language, String op, String text, Header header) {
    private static final int HASH_DIGITS = 16;

    /// Reads the header; a [SourceException] says where it does not parse.
    public static Source parse(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text))
            throw new SpecException("a source is text in UTF-8, and this one holds half of a character");
        var unusable = Unusable.parse(text);
        if (unusable.isPresent()) return unusable.get();
        var head = HeaderText.of(text);
        return new Source(head.language(), head.op(), text, HeaderParser.parse(head));
    }

    /// In place of one: what was proposed, of which no Source could be made.
    ///
    /// @param why in a line
    public static Source unusable(Language language, String op, String why, String what) {
        var encodable = new String(what.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return parse(Unusable.text(language, op, why, encodable));
    }

    /// Why no Source could be made of what was proposed; empty for one that is a Source.
    public Optional<String> whyUnusable() {
        return Unusable.why(text);
    }

    /// The first 16 digits of the text's SHA-256.
    public String hash() {
        return Sha256.of(text).substring(0, HASH_DIGITS);
    }

    /// The first value of every tunable.
    public Map<String, Long> defaults() {
        return assignments().getFirst();
    }

    /// Every choice of tunable values, the defaults first, each made when it is asked for.
    public List<Map<String, Long>> assignments() {
        return new Assignments(header.tunables());
    }

    /// Refuses a header that names what the op does not have, also where no evaluation would reach it.
    public void check(Op op) {
        SourceCheck.check(this, op);
    }

    private static final class Assignments extends AbstractList<Map<String, Long>> implements RandomAccess {
        private final List<Tunable> tunables;
        private final int size;

        Assignments(List<Tunable> tunables) {
            this.tunables = tunables;
            long product = 1;
            for (var tunable : tunables)
                product = Math.min(Integer.MAX_VALUE, product * tunable.values().size());
            this.size = (int) product;
        }

        @Override
        public int size() {
            return size;
        }

        /// The index written in mixed radix: the last tunable changes fastest.
        @Override
        public Map<String, Long> get(int index) {
            if (index < 0 || index >= size) throw new IndexOutOfBoundsException(index);
            int rest = index;
            List<Long> values = new ArrayList<>();
            for (var tunable : tunables.reversed()) {
                values.addFirst(tunable.values().get(rest % tunable.values().size()));
                rest /= tunable.values().size();
            }
            Map<String, Long> assignment = new LinkedHashMap<>();
            for (int i = 0; i < tunables.size(); i++)
                assignment.put(tunables.get(i).name(), values.get(i));
            return Ordered.copy(assignment);
        }
    }
}
