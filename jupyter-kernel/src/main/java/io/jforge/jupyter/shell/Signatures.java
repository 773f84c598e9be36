package io.jforge.jupyter.shell;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// JShell's signatures, written as Java people write them.
final class Signatures {
    /// `R Owner<T>.<R>name(...)`: where type parameters of a method stand.
    private static final Pattern OF_METHOD =
            Pattern.compile("(?<result>.+?) (?<owner>[^ ]+)\\.(?<own><.+>)(?<rest>\\w+\\(.*)");

    private static final Pattern OF_COMPONENT = Pattern.compile("(?<owner>\\w+)\\([^()]*\\)\\.");

    private Signatures() {}

    static String readable(String signature) {
        String plain = spaced(signature.replace(" extends Object", ""))
                .replaceFirst("^([\\w.$]+):(.*)$", "$2 $1")
                .replace(Surroundings.MADE_UP + "Cell.", "");
        plain = OF_COMPONENT.matcher(plain).replaceFirst("${owner}.");
        Matcher method = OF_METHOD.matcher(plain);
        return method.matches()
                ? "%s %s %s.%s"
                        .formatted(
                                method.group("own"),
                                method.group("result"),
                                method.group("owner"),
                                method.group("rest"))
                : plain;
    }

    /// With a blank after every comma.
    static String spaced(String text) {
        return text.replaceAll(",(?! )", ", ");
    }
}
