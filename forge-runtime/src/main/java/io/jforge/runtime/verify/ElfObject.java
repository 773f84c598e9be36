package io.jforge.runtime.verify;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The sections and symbols of a 64-bit little-endian ELF object file (System V ABI, "Object Files").
///
/// @param sections names of the sections that hold something
/// @param undefined names it expects from outside
/// @param indirect symbols that a resolver of its own picks when it is loaded (STT_GNU_IFUNC)
record ElfObject(List<String> sections, List<String> undefined, List<String> indirect) {
    private static final int SYMTAB = 2;
    private static final int GNU_IFUNC = 10;
    private static final int SYMBOL_BYTES = 24;

    private record Section(String name, int type, long offset, long size, int link) {}

    static boolean isElf(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            var magic = in.readNBytes(6);
            return magic.length == 6
                    && magic[0] == 0x7F
                    && magic[1] == 'E'
                    && magic[2] == 'L'
                    && magic[3] == 'F'
                    && magic[4] == 2
                    && magic[5] == 1;
        }
    }

    /// @throws IOException if it cannot be read or is damaged
    static ElfObject read(Path file) throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        try {
            return read(bytes);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException damaged) {
            throw new IOException(file.getFileName() + " is not a well-formed object file", damaged);
        }
    }

    private static ElfObject read(ByteBuffer elf) {
        var sections = sections(elf);
        var undefined = new ArrayList<String>();
        var indirect = new ArrayList<String>();
        for (var table : sections) {
            if (table.type() != SYMTAB) continue;
            var names = sections.get(table.link());
            for (long at = table.offset() + SYMBOL_BYTES; at < table.offset() + table.size(); at += SYMBOL_BYTES) {
                int symbol = Math.toIntExact(at);
                var name = string(elf, names, elf.getInt(symbol));
                if (elf.getShort(symbol + 6) == 0) undefined.add(name);
                if ((elf.get(symbol + 4) & 0xF) == GNU_IFUNC) indirect.add(name);
            }
        }
        var filled = sections.stream()
                .filter(section -> section.size() > 0)
                .map(Section::name)
                .toList();
        return new ElfObject(filled, List.copyOf(undefined), List.copyOf(indirect));
    }

    private static List<Section> sections(ByteBuffer elf) {
        int start = Math.toIntExact(elf.getLong(0x28));
        int size = elf.getShort(0x3A) & 0xFFFF;
        int count = elf.getShort(0x3C) & 0xFFFF;
        int names = elf.getShort(0x3E) & 0xFFFF;
        var nameless = new ArrayList<Section>();
        for (int i = 0; i < count; i++) nameless.add(section(elf, start + i * size, ""));
        var named = new ArrayList<Section>();
        for (int i = 0; i < count; i++) {
            int at = start + i * size;
            named.add(section(elf, at, string(elf, nameless.get(names), elf.getInt(at))));
        }
        return named;
    }

    private static Section section(ByteBuffer elf, int at, String name) {
        return new Section(
                name, elf.getInt(at + 4), elf.getLong(at + 0x18), elf.getLong(at + 0x20), elf.getInt(at + 0x28));
    }

    private static String string(ByteBuffer elf, Section table, int index) {
        int from = Math.toIntExact(table.offset() + index);
        int end = from;
        while (elf.get(end) != 0) end++;
        return new String(elf.array(), from, end - from, StandardCharsets.UTF_8);
    }
}
