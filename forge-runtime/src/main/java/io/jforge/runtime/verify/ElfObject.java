package io.jforge.runtime.verify;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The sections and symbols of a 64-bit little-endian ELF object file (System V ABI, "Object Files").
///
/// @param sections names of the sections that hold something
/// @param undefined names it expects from outside
/// @param reached names from outside that it does more with than call them
/// @param functions those that a library made of it would export
/// @param indirect symbols that a resolver of its own picks when it is loaded (STT_GNU_IFUNC)
/// @param executableStack whether it asks for a stack that can be executed
record ElfObject(
        List<String> sections,
        List<String> undefined,
        List<String> reached,
        List<String> functions,
        List<String> indirect,
        boolean executableStack) {
    private static final int SYMTAB = 2;
    private static final int RELA = 4;
    private static final int RELOCATION_BYTES = 24;
    private static final int ARM = 183;

    /// Relocations of instructions that call or jump, through the linkage table or, where it is not used, the table of
    /// addresses (System V ABI supplements; AArch64 ELF).
    private static final Set<Integer> CALLS_ON_X86 = Set.of(4, 41);

    private static final Set<Integer> CALLS_ON_ARM = Set.of(282, 283);
    private static final int FUNCTION = 2;
    private static final int GNU_IFUNC = 10;
    private static final int LOCAL = 0;
    private static final int EXECUTABLE = 4;
    private static final int SYMBOL_BYTES = 24;

    private record Section(String name, int type, long flags, long offset, long size, int link) {}

    private record Symbol(String name, int type, int binding, int visibility, boolean defined) {
        boolean isExportedFunction() {
            return defined && type == FUNCTION && binding != LOCAL && visibility == 0;
        }
    }

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
        } catch (IndexOutOfBoundsException | ArithmeticException damaged) {
            throw new IOException(file.getFileName() + " is not a well-formed object file", damaged);
        }
    }

    private static ElfObject read(ByteBuffer elf) {
        var sections = sections(elf);
        var symbols = symbols(elf, sections);
        return new ElfObject(
                sections.stream()
                        .filter(section -> section.size() > 0)
                        .map(Section::name)
                        .toList(),
                symbols.stream()
                        .filter(symbol -> !symbol.defined())
                        .map(Symbol::name)
                        .toList(),
                reached(elf, sections),
                symbols.stream()
                        .filter(Symbol::isExportedFunction)
                        .map(Symbol::name)
                        .toList(),
                symbols.stream()
                        .filter(symbol -> symbol.type() == GNU_IFUNC)
                        .map(Symbol::name)
                        .toList(),
                sections.stream()
                        .anyMatch(section ->
                                section.name().equals(".note.GNU-stack") && (section.flags() & EXECUTABLE) != 0));
    }

    private static List<String> reached(ByteBuffer elf, List<Section> sections) {
        var calls = elf.getShort(0x12) == ARM ? CALLS_ON_ARM : CALLS_ON_X86;
        var reached = new ArrayList<String>();
        for (var table : sections) {
            if (table.type() != RELA) continue;
            var symbols = sections.get(table.link());
            var names = sections.get(symbols.link());
            for (long at = table.offset(); at < table.offset() + table.size(); at += RELOCATION_BYTES) {
                long what = elf.getLong(Math.toIntExact(at + 8));
                var symbol = symbol(elf, names, Math.toIntExact(symbols.offset() + (what >>> 32) * SYMBOL_BYTES));
                if (!symbol.defined() && !symbol.name().isEmpty() && !calls.contains((int) what))
                    reached.add(symbol.name());
            }
        }
        return reached;
    }

    private static List<Symbol> symbols(ByteBuffer elf, List<Section> sections) {
        var symbols = new ArrayList<Symbol>();
        for (var table : sections) {
            if (table.type() != SYMTAB) continue;
            var names = sections.get(table.link());
            for (long at = table.offset() + SYMBOL_BYTES; at < table.offset() + table.size(); at += SYMBOL_BYTES)
                symbols.add(symbol(elf, names, Math.toIntExact(at)));
        }
        return symbols;
    }

    private static Symbol symbol(ByteBuffer elf, Section names, int at) {
        int info = elf.get(at + 4);
        return new Symbol(
                string(elf, names, elf.getInt(at)),
                info & 0xF,
                (info >> 4) & 0xF,
                elf.get(at + 5) & 3,
                elf.getShort(at + 6) != 0);
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
                name,
                elf.getInt(at + 4),
                elf.getLong(at + 8),
                elf.getLong(at + 0x18),
                elf.getLong(at + 0x20),
                elf.getInt(at + 0x28));
    }

    private static String string(ByteBuffer elf, Section table, int index) {
        int from = Math.toIntExact(table.offset() + index);
        int end = from;
        while (elf.get(end) != 0) end++;
        return new String(elf.array(), from, end - from, StandardCharsets.UTF_8);
    }
}
