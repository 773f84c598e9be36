package io.jforge.runtime.llm;

import io.jforge.runtime.spec.Nearest;
import io.jforge.runtime.spec.SpecException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Which model is meant, as `--llm` takes it: `anthropic:claude-sonnet-4-5`, `openai:NAME@http://host:port/v1`,
/// `relay:FOLDER`; never with a key.
///
/// @param model as its provider calls it; of the relay, the folder as it was given
/// @param url where it is reached, if not where its provider always is
public record LlmName(Provider provider, String model, Optional<URI> url) {
    private static final String FORMS =
            "--llm takes openai:NAME, anthropic:NAME, gemini:NAME, ollama:NAME, each perhaps"
                    + " with @URL, or relay:FOLDER";
    private static final int LONGEST = 200;
    private static final int LAST_PORT = 65_535;
    private static final Pattern KEY = Pattern.compile("sk-.{16,}|AIza.{20,}|AQ\\..{20,}");
    private static final Pattern MODEL = Pattern.compile("[\\p{Alnum}][\\p{Alnum}._:/+\\-]*");
    private static final Pattern AT_URL = Pattern.compile("@(?=[A-Za-z][A-Za-z0-9+.-]*://)");

    /// Names that tell their provider, by how they begin.
    private static final List<Known> KNOWN = List.of(
            new Known("claude-", Provider.ANTHROPIC),
            new Known("gpt-", Provider.OPENAI),
            new Known("chatgpt-", Provider.OPENAI),
            new Known("o1", Provider.OPENAI),
            new Known("o3", Provider.OPENAI),
            new Known("o4-", Provider.OPENAI),
            new Known("gemini-", Provider.GEMINI));

    private record Known(String start, Provider provider) {
        boolean begins(String model) {
            return start.endsWith("-") ? model.startsWith(start) : model.equals(start) || model.startsWith(start + "-");
        }

        /// What a mistyped name is compared with.
        String stem() {
            return start.replace("-", "");
        }
    }

    /// @throws SpecException if it names no model, saying which forms there are
    public static LlmName parse(String text) {
        var word = text.strip();
        if (word.isEmpty()) throw new SpecException(FORMS);
        if (word.length() > LONGEST) throw new SpecException("the model's name is too long: " + FORMS);
        int colon = word.indexOf(':');
        var provider = colon < 0 ? Optional.<Provider>empty() : Provider.of(word.substring(0, colon));
        var rest = provider.isEmpty() ? word : word.substring(colon + 1).strip();
        if (KEY.matcher(rest).matches())
            throw new SpecException("--llm takes a model's name, and that looks like a key: keys belong in the"
                    + " environment or the keyring (`%forge llms` tells where)");
        if (provider.equals(Optional.of(Provider.RELAY))) return relay(rest);
        var parts = AT_URL.split(rest, 2);
        var model = parts[0];
        var url = parts.length < 2 ? Optional.<URI>empty() : Optional.of(url(parts[1]));
        if (model.isEmpty() && provider.isPresent())
            throw new SpecException("which model of %s? `--llm %s:NAME`"
                    .formatted(provider.get().title(), word.substring(0, colon)));
        return new LlmName(provider.or(() -> inferred(model)).orElseThrow(() -> unknown(model)), model(model), url);
    }

    private static LlmName relay(String folder) {
        if (folder.isEmpty())
            throw new SpecException("the relay needs a folder for its questions and answers: `--llm relay:FOLDER`");
        return new LlmName(Provider.RELAY, folder, Optional.empty());
    }

    private static Optional<Provider> inferred(String model) {
        return KNOWN.stream()
                .filter(known -> known.begins(model))
                .map(Known::provider)
                .findFirst();
    }

    private static SpecException unknown(String model) {
        int colon = model.indexOf(':');
        if (colon > 0) {
            var labels = Arrays.stream(Provider.values()).map(Provider::label).toList();
            return new SpecException("no provider '%s': %s.%s"
                    .formatted(model.substring(0, colon), FORMS, Nearest.suffix(model.substring(0, colon), labels)));
        }
        var stem = model.split("[-@/]", 2)[0];
        return new SpecException("which provider has '%s'? %s.%s".formatted(model, FORMS, suggestion(model, stem)));
    }

    private static String suggestion(String model, String stem) {
        var stems = Stream.concat(
                        KNOWN.stream().map(Known::stem),
                        Arrays.stream(Provider.values()).map(Provider::label))
                .toList();
        var rest = model.substring(stem.length());
        return Nearest.of(stem, stems)
                .map(near -> " Did you mean %s?".formatted(form(near, rest)))
                .orElse("");
    }

    /// Gemini's models begin with their provider's label.
    private static String form(String near, String rest) {
        var provider = Provider.of(near).filter(each -> rest.isEmpty() || each != Provider.GEMINI);
        if (provider.isEmpty()) return near + rest;
        return near + (provider.get() == Provider.RELAY ? ":FOLDER" : ":NAME");
    }

    private static String model(String name) {
        if (!MODEL.matcher(name).matches())
            throw new SpecException(
                    "'%s' is no model's name: it has letters, digits and any of . _ : / + -".formatted(name));
        return name;
    }

    /// What is refused is not repeated: it may hold a secret.
    private static URI url(String text) {
        try {
            var url = new URI(text);
            if (url.getRawUserInfo() != null || text.contains("@"))
                throw new SpecException("a URL with a user or password in it is not taken: it would be in every report;"
                        + " give a key in the environment");
            if (url.getRawQuery() != null || url.getRawFragment() != null)
                throw new SpecException("a URL with ?... or #... is not taken: it may hold a key, and would be in every"
                        + " report; give a key in the environment");
            if (url.getRawPath().contains(";")
                    || Arrays.stream(url.getRawPath().split("/"))
                            .anyMatch(part -> KEY.matcher(part).matches()))
                throw new SpecException("a URL with ;... or a key in its path is not taken: it would be in every"
                        + " report; give a key in the environment");
            if (url.getPort() > LAST_PORT || url.getPort() == 0)
                throw new SpecException("a port is from 1 to %d, not %d".formatted(LAST_PORT, url.getPort()));
            if (url.getHost() == null || !("http".equals(url.getScheme()) || "https".equals(url.getScheme())))
                throw new SpecException("a model's URL is like http://localhost:8000/v1, not '%s'".formatted(text));
            return text.endsWith("/") ? new URI(text.substring(0, text.length() - 1)) : url;
        } catch (URISyntaxException _) {
            throw new SpecException("that is no URL: a model's is like http://localhost:8000/v1");
        }
    }

    /// Where it is asked; not for the relay.
    URI endpoint() {
        return url.orElseGet(() -> URI.create(provider.url()));
    }

    /// As reports show it.
    @Override
    public String toString() {
        return provider.label() + ":" + model + url.map(at -> "@" + at).orElse("");
    }
}
