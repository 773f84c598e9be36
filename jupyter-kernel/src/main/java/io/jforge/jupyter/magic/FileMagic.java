package io.jforge.jupyter.magic;

import java.util.List;

/// A magic whose words are files, which completion then offers.
public interface FileMagic extends Magic {
    @Override
    default List<String> complete(String line, int cursor) {
        String before = line.substring(0, cursor);
        return FileWords.complete(before.substring(before.lastIndexOf(' ') + 1));
    }
}
