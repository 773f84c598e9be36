import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Copies the jars of one folder for the archive of `install/bundle`: entries stored, so that xz sees through them,
/// and of native libraries only those that JForge on Linux, x86-64 and glibc can load.
/// Run as `java StoreJars.java FROM TO`.
///
/// A program rather than `zip` and `unzip`, since a JDK is what every machine that builds JForge has.
final class StoreJars {
    private static final Pattern NATIVE = Pattern.compile(".*\\.(dll|dylib|jnilib|so(\\.[0-9]+)*)");
    private static final Pattern NEVER_OF_LINUX = Pattern.compile(".*\\.(dll|dylib|jnilib)");

    /// JCuda's binding of the PTX compiler: 24 MB, six of them after xz, and JForge compiles by NVRTC.
    private static final Pattern UNUSED = Pattern.compile(".*/libJNvPTXCompiler-.*");

    /// A jar of one platform's natives, by Maven's custom of a classifier: `jcuda-natives-1.0-windows-x86_64.jar`.
    private static final Pattern CLASSIFIED =
            Pattern.compile(".*-(linux|windows|mac|macosx?|osx|android|freebsd)-.+\\.jar");

    /// Words in a path that is meant for another platform, once `x86_64` has been made one word.
    private static final Set<String> ELSEWHERE = Set.of(
            "windows", "win", "win32", "mac", "macos", "macosx", "osx", "darwin", "apple", "ios", "android",
            "freebsd", "openbsd", "netbsd", "dragonflybsd", "sunos", "solaris", "aix", "musl",
            "x86", "x32", "i386", "i486", "i586", "i686", "arm", "armel", "armhf", "armv5", "armv6", "armv7",
            "armv7a", "arm64", "aarch64", "ppc", "ppc64", "ppc64le", "powerpc", "riscv", "riscv32", "riscv64",
            "s390", "s390x", "mips", "mips64", "mips64el", "sparc", "sparcv9", "ia64", "loongarch64");

    /// Puts what ends alike together (`Int2IntOpenHashMap.class` and `Long2LongOpenHashMap.class`): xz then finds the
    /// likeness within its window, which saves a megabyte.
    private static final Comparator<ZipEntry> BY_ENDING =
            Comparator.comparing(entry -> new StringBuilder(entry.getName()).reverse().toString());

    private StoreJars() {}

    public static void main(String[] arguments) throws IOException {
        var to = Files.createDirectories(Path.of(arguments[1]));
        try (var files = Files.list(Path.of(arguments[0]))) {
            for (var jar : files.sorted().toList()) {
                if (isWanted(jar.getFileName().toString())) store(jar, to.resolve(jar.getFileName()));
            }
        }
    }

    private static boolean isWanted(String jar) {
        return jar.endsWith(".jar") && !(CLASSIFIED.matcher(jar).matches() && namesAnotherPlatform(jar));
    }

    private static void store(Path jar, Path copy) throws IOException {
        try (var in = new ZipFile(jar.toFile());
                var out = new ZipOutputStream(Files.newOutputStream(copy))) {
            out.setMethod(ZipOutputStream.STORED);
            for (var entry : in.stream().sorted(BY_ENDING).toList()) {
                if (isNeedless(entry.getName())) continue;
                var bytes = in.getInputStream(entry).readAllBytes();
                out.putNextEntry(stored(entry, bytes));
                out.write(bytes);
            }
        }
    }

    private static ZipEntry stored(ZipEntry original, byte[] bytes) {
        var checksum = new CRC32();
        checksum.update(bytes);
        var entry = new ZipEntry(original.getName());
        entry.setTimeLocal(original.getTimeLocal());
        entry.setSize(bytes.length);
        entry.setCompressedSize(bytes.length);
        entry.setCrc(checksum.getValue());
        return entry;
    }

    private static boolean isNeedless(String path) {
        return NATIVE.matcher(path).matches()
                && (NEVER_OF_LINUX.matcher(path).matches()
                        || UNUSED.matcher(path).matches()
                        || namesAnotherPlatform(path));
    }

    private static boolean namesAnotherPlatform(String path) {
        var words = path.toLowerCase(Locale.ROOT).replaceAll("x86[-_]64", "amd64").split("[^a-z0-9]+");
        return Arrays.stream(words).anyMatch(ELSEWHERE::contains);
    }
}
