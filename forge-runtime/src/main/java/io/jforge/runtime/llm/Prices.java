package io.jforge.runtime.llm;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// What models cost, as a table with its date: a price that is not in it is unknown, never nothing.
public final class Prices {
    private static final String FILE = "/llm/prices.yaml";

    /// What a provider puts behind a model's name for one state of it, at the same price.
    private static final Pattern STATE = Pattern.compile("|-latest|-\\d{8}|-\\d{4}-\\d{2}-\\d{2}|-0");

    private final Table table;

    private record Table(LocalDate date, Map<String, Listed> providers) {}

    private record Listed(String source, Map<String, Row> models) {}

    private record Row(BigDecimal in, BigDecimal cached, BigDecimal out) {
        Price price() {
            return new Price(in, out, cached == null ? in : cached);
        }
    }

    private Prices(Table table) {
        this.table = table;
    }

    /// The table that came with this JForge.
    public static Prices builtIn() {
        try (InputStream file = Objects.requireNonNull(Prices.class.getResourceAsStream(FILE), FILE)) {
            return new Prices(new YAMLMapper().readValue(file, Table.class));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// When it held.
    public LocalDate date() {
        return table.date();
    }

    /// Where a provider's prices are from; empty where there are none of it.
    public String source(Provider provider) {
        var listed = table.providers().get(provider.label());
        return listed == null ? "" : listed.source();
    }

    /// Empty for what the table does not have, for the relay, for Ollama, and at a URL of one's own.
    public Optional<Price> of(LlmName llm) {
        var listed = table.providers().get(llm.provider().label());
        if (listed == null || llm.url().isPresent()) return Optional.empty();
        return listed.models().entrySet().stream()
                .filter(model -> isOf(llm.model(), model.getKey()))
                .findFirst()
                .map(model -> model.getValue().price());
    }

    private static boolean isOf(String name, String model) {
        return name.startsWith(model)
                && STATE.matcher(name.substring(model.length())).matches();
    }
}
