package io.jforge.jupyter;

import io.jforge.jupyter.wire.Json;
import io.jforge.runtime.compile.Folders;
import io.jforge.runtime.spec.SpecException;
import io.jforge.runtime.store.StoreException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// A folder by which Jupyter knows a kernel.
record Kernelspec(Path folder) {
    static final String USUAL_NAME = "jforge";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]+");
    private static final List<String> LOGOS = List.of("logo-32x32.png", "logo-64x64.png", "logo-svg.svg");

    /// @param data one of Jupyter's folders
    /// @param name what the kernel's folder is called, which is how `--kernel` names it
    static Kernelspec in(Path data, String name) {
        if (!NAME.matcher(name).matches())
            throw new SpecException(
                    "a kernel cannot be named '%s': letters, digits, '.', '_' and '-' can be used".formatted(name));
        return new Kernelspec(data.resolve("kernels").resolve(name));
    }

    /// Under the usual name in the person's own folder.
    static Kernelspec ofUser(JupyterFolders folders) {
        return in(folders.user(), USUAL_NAME);
    }

    /// Those of ours in one of Jupyter's folders, by name.
    static List<Kernelspec> ours(Path data) {
        try (Stream<Path> all = Files.list(data.resolve("kernels"))) {
            return all.sorted().map(Kernelspec::new).filter(Kernelspec::isOurs).toList();
        } catch (IOException _) {
            return List.of(); // Jupyter too passes over what is not there
        }
    }

    String name() {
        return folder.getFileName().toString();
    }

    boolean isInstalled() {
        return Files.isReadable(file());
    }

    private Path file() {
        return folder.resolve("kernel.json");
    }

    /// One without our mark is ours by its name: the first ones had none.
    private boolean isOurs() {
        return read().map(spec -> spec.path("metadata").has(USUAL_NAME)).orElse(false)
                || (isInstalled() && name().equals(USUAL_NAME));
    }

    /// What clients call it; empty where its file cannot be read.
    Optional<String> displayName() {
        return read().map(spec -> spec.path("display_name").asString(""));
    }

    /// What it starts; empty where its file cannot be read.
    List<String> command() {
        return read().map(spec -> spec.path("argv").values().stream()
                        .map(word -> word.asString(""))
                        .toList())
                .orElse(List.of());
    }

    private Optional<JsonNode> read() {
        try {
            return Optional.of(Json.MAPPER.readTree(Files.readString(file())));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    /// @throws SpecException when another kernel has the name
    /// @throws StoreException when the folder cannot be written
    void install(KernelspecContent content) {
        refuseOthers("choose another --name");
        try {
            Files.createDirectories(folder);
            for (var logo : LOGOS) copy(logo);
            var text = Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(content.json());
            Files.writeString(file(), text + "\n");
        } catch (IOException failed) {
            throw new StoreException("cannot write the kernelspec to " + folder + " (" + reason(failed)
                    + "): give a folder that you can write with --prefix, or set JUPYTER_DATA_DIR");
        }
    }

    private void copy(String logo) throws IOException {
        try (var picture = Kernelspec.class.getResourceAsStream("kernelspec/" + logo)) {
            Files.copy(picture, folder.resolve(logo), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String reason(IOException failed) {
        var why = failed instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : failed.getClass()
                        .getSimpleName()
                        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                        .replace(" Exception", "");
        return why.toLowerCase(Locale.ROOT);
    }

    /// @throws SpecException when it is another kernel's
    /// @throws StoreException when it cannot be removed
    void uninstall() {
        refuseOthers("JForge leaves it alone");
        Folders.delete(folder);
        if (isInstalled()) throw new StoreException("cannot remove " + folder + ": its owner must do so");
    }

    private void refuseOthers(String whatNow) {
        if (isInstalled() && !isOurs())
            throw new SpecException(
                    "the kernel '%s' in %s is not JForge's: %s".formatted(name(), folder.getParent(), whatNow));
    }
}
