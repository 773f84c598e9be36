package io.jforge.jupyter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The preview features of this Java, which a process has from its start or not at all.
final class Preview {
    private static final String OPTION = "--enable-preview";

    private Preview() {}

    static boolean isEnabled() {
        return isAsked(System.getenv());
    }

    private static boolean isAsked(Map<String, String> environment) {
        return !environment.getOrDefault(KernelspecContent.PREVIEW, "").isEmpty();
    }

    /// Runs the same command in a Java that has them; its exit status.
    static int again(List<String> words) throws IOException, InterruptedException {
        Interrupts.ignore(); // the other process is interrupted too
        var command = new ArrayList<>(Installation.java(List.of(OPTION)));
        words.stream().filter(word -> !word.equals(OPTION)).forEach(command::add);
        var start = new ProcessBuilder(command).inheritIO();
        start.environment().put(KernelspecContent.PREVIEW, "1");
        return start.start().waitFor();
    }
}
