package io.jforge.runtime.store;

import io.jforge.runtime.spec.SpecException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// A zip file in memory, of the plain kind that [#bytes] writes: whole files one after the other, and
/// nothing between or after them.
///
/// What comes from elsewhere is not unpacked before its names and sizes are known to be harmless, and no name of it
/// becomes a path.
final class Zip {
    private static final int MOST_ENTRIES = 20_000;
    private static final long MOST_BYTES = 512L << 20;

    /// Text with many numbers deflates to a tenth or so; what deflates much further was made to fill a memory.
    private static final long RATIO = 200;

    private static final long SLACK = 4096;
    private static final int LONGEST_NAME = 120;
    private static final Pattern NAME = Pattern.compile("\\w[\\w.-]*(/\\w[\\w.-]*)*");

    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int DESCRIPTOR = 0x08074b50;
    private static final int LOCAL_BYTES = 30;
    private static final int CENTRAL_BYTES = 46;
    private static final int END_BYTES = 22;
    private static final int DESCRIPTOR_BYTES = 16;
    private static final int SIZES_FOLLOW = 1 << 3;
    private static final int UTF_8 = 1 << 11;
    private static final int FILE_TYPE = 0xF000;
    private static final int REGULAR_FILE = 0x8000;

    /// The same in each, so that the same texts make the same bytes; in local time, since a zip has no zone.
    private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final ByteBuffer bytes;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /// @param at where its bytes begin
    private record Entry(String name, int method, long crc, int packed, int size, int at) {}

    /// The bytes of a zip file with these entries, in their order.
    static byte[] bytes(Map<String, byte[]> entries) {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            zip.setLevel(Deflater.BEST_COMPRESSION);
            for (var each : entries.entrySet()) {
                var entry = new ZipEntry(each.getKey());
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(each.getValue());
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /// @throws SpecException saying what is wrong with it, in words that go after the file's name
    static Zip of(byte[] bytes) {
        var zip = new Zip(bytes);
        try {
            zip.readCentral();
        } catch (IndexOutOfBoundsException | IllegalArgumentException _) {
            throw damaged("its parts are not where it says");
        }
        return zip;
    }

    private Zip(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// In the order in which they are written.
    List<String> names() {
        return List.copyOf(entries.keySet());
    }

    int size(String name) {
        return entries.get(name).size();
    }

    /// What a file holds.
    ///
    /// @throws SpecException if it is not what was packed
    byte[] content(String name) {
        var entry = entries.get(name);
        var content = entry.method() == ZipEntry.STORED ? stored(entry) : inflated(entry);
        var crc = new CRC32();
        crc.update(content);
        if (crc.getValue() != entry.crc()) throw damaged(name + " is not what was packed");
        return content;
    }

    private byte[] stored(Entry entry) {
        return Arrays.copyOfRange(bytes.array(), entry.at(), entry.at() + entry.size());
    }

    private byte[] inflated(Entry entry) {
        var content = new byte[entry.size() + 1];
        var inflater = new Inflater(true);
        try {
            inflater.setInput(bytes.array(), entry.at(), entry.packed());
            int done = 0;
            for (int more = -1; more != 0 && done < content.length; done += more)
                more = inflater.inflate(content, done, content.length - done);
            if (!inflater.finished() || done != entry.size() || inflater.getRemaining() != 0)
                throw damaged(entry.name() + " does not have the size that it says");
            return Arrays.copyOf(content, done);
        } catch (DataFormatException _) {
            throw damaged(entry.name() + " does not unpack");
        } finally {
            inflater.end();
        }
    }

    private void readCentral() {
        if (bytes.limit() < 4 || bytes.getInt(0) != LOCAL) throw wrong("it is no archive of a run");
        int end = bytes.limit() - END_BYTES;
        if (end < 0 || bytes.getInt(end) != END) throw wrong("it is cut off, or something was put after its end");
        int count = unsigned16(end + 10);
        int from = bytes.getInt(end + 16);
        boolean plain = bytes.getInt(end + 4) == 0
                && unsigned16(end + 8) == count
                && bytes.getInt(end + 12) == end - from
                && unsigned16(end + 20) == 0;
        if (!plain || from < 0 || from > end) throw damaged("its parts are not where it says");
        if (count > MOST_ENTRIES) throw wrong("it holds more than %,d files".formatted(MOST_ENTRIES));
        int at = from;
        int next = 0;
        long all = 0;
        var names = new HashSet<String>();
        for (int i = 0; i < count; i++) {
            var entry = entry(at, next);
            if (!names.add(entry.name().toLowerCase(java.util.Locale.ROOT)))
                throw wrong("it holds %s twice".formatted(entry.name()));
            all += entry.size();
            if (all > MOST_BYTES) throw wrong("it would unpack to more than %d MB".formatted(MOST_BYTES >> 20));
            entries.put(entry.name(), entry);
            next = entry.at() + entry.packed() + descriptor(at, entry);
            at += CENTRAL_BYTES + entry.name().length();
        }
        if (at != end || next != from) throw damaged("there is something between its files");
    }

    /// One whose line in the list is at `at`, and whose own bytes are to begin at `local`.
    private Entry entry(int at, int local) {
        if (bytes.getInt(at) != CENTRAL) throw damaged("its list of files does not read");
        int flags = unsigned16(at + 8);
        int method = unsigned16(at + 10);
        var name = name(at + CENTRAL_BYTES, unsigned16(at + 28));
        if ((flags & ~(SIZES_FOLLOW | UTF_8)) != 0 || method != ZipEntry.STORED && method != ZipEntry.DEFLATED)
            throw wrong("%s is packed in a way that JForge does not write".formatted(name));
        int type = unsigned16(at + 40) & FILE_TYPE;
        if (type != 0 && type != REGULAR_FILE) throw wrong("%s is a link or a device, not a file".formatted(name));
        if (unsigned16(at + 30) != 0 || unsigned16(at + 32) != 0 || unsigned16(at + 34) != 0)
            throw wrong("%s has fields that JForge does not write".formatted(name));
        int packed = bytes.getInt(at + 20);
        int size = bytes.getInt(at + 24);
        requireSize(name, method, Integer.toUnsignedLong(packed), Integer.toUnsignedLong(size));
        var entry = new Entry(
                name,
                method,
                Integer.toUnsignedLong(bytes.getInt(at + 16)),
                packed,
                size,
                local + LOCAL_BYTES + name.length());
        if (bytes.getInt(at + 42) != local || !isLocal(local, at, entry) || entry.at() + packed > bytes.limit())
            throw damaged("%s is not where its list of files says".formatted(name));
        return entry;
    }

    private static void requireSize(String name, int method, long packed, long size) {
        if (size > MOST_BYTES) throw wrong("it would unpack to more than %d MB".formatted(MOST_BYTES >> 20));
        if (size > RATIO * packed + SLACK)
            throw wrong("%s would unpack to %,d times its size, as no run does".formatted(name, size / packed));
        if (method == ZipEntry.STORED && size != packed) throw damaged(name + " does not have the size that it says");
    }

    /// Whether what stands before a file's bytes says the same as the list.
    private boolean isLocal(int local, int at, Entry entry) {
        boolean follow = (unsigned16(at + 8) & SIZES_FOLLOW) != 0;
        return bytes.getInt(local) == LOCAL
                && unsigned16(local + 6) == unsigned16(at + 8)
                && unsigned16(local + 8) == entry.method()
                && bytes.getInt(local + 14) == (follow ? 0 : (int) entry.crc())
                && bytes.getInt(local + 18) == (follow ? 0 : entry.packed())
                && bytes.getInt(local + 22) == (follow ? 0 : entry.size())
                && unsigned16(local + 26) == entry.name().length()
                && unsigned16(local + 28) == 0
                && name(local + LOCAL_BYTES, entry.name().length()).equals(entry.name());
    }

    /// The length of what follows a file's bytes, which repeats its sizes where they do not stand before it.
    private int descriptor(int at, Entry entry) {
        if ((unsigned16(at + 8) & SIZES_FOLLOW) == 0) return 0;
        int from = entry.at() + entry.packed();
        boolean same = bytes.getInt(from) == DESCRIPTOR
                && bytes.getInt(from + 4) == (int) entry.crc()
                && bytes.getInt(from + 8) == entry.packed()
                && bytes.getInt(from + 12) == entry.size();
        if (!same) throw damaged(entry.name() + " does not have the size that it says");
        return DESCRIPTOR_BYTES;
    }

    /// Names that could mean a place outside of a folder, or that two systems read differently, are none.
    private String name(int at, int length) {
        if (length == 0 || length > LONGEST_NAME) throw wrong("it holds a file with a name of odd length");
        var name = new String(bytes.array(), at, length, StandardCharsets.ISO_8859_1);
        if (!NAME.matcher(name).matches())
            throw wrong("it holds a file whose name no run has: '%s'".formatted(name.replaceAll("[^ -~]", "?")));
        return name;
    }

    private int unsigned16(int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    private static SpecException damaged(String how) {
        return wrong("it is damaged: " + how);
    }

    private static SpecException wrong(String what) {
        return new SpecException(what);
    }
}
