package io.jforge.runtime.store;

import io.jforge.runtime.propose.Exchange;
import io.jforge.runtime.spec.Sha256;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.core.JacksonException;

/// The transcripts of runs: a row for each exchange with a model, its texts apart, each text once.
final class Exchanges {
    static final String DELETE_UNUSED = "delete from texts where hash not in (select system from exchanges"
            + " union select prompt from exchanges union select answer from exchanges)";

    private static final String WHOLE = "select detail, coalesce(s.text, '') as system, coalesce(p.text, '') as prompt,"
            + " coalesce(a.text, '') as answer from exchanges"
            + " left join texts s on s.hash = system left join texts p on p.hash = prompt"
            + " left join texts a on a.hash = answer where run = ? order by number";

    private final Database database;

    Exchanges(Database database) {
        this.database = database;
    }

    /// Commits one, or what became of it since.
    void put(String run, Exchange exchange) {
        database.together(() -> insert(run, exchange));
    }

    /// The same as a part of what is committed together.
    void insert(String run, Exchange exchange) {
        database.write(
                "insert or replace into exchanges (run, number, detail, system, prompt, answer)"
                        + " values (?, ?, ?, ?, ?, ?)",
                run,
                exchange.number(),
                OutcomeJson.JSON.writeValueAsString(exchange.with("", "", "")),
                kept(exchange.asked().system()),
                kept(exchange.asked().prompt()),
                kept(exchange.reply().text()));
    }

    private String kept(String text) {
        if (text.isEmpty()) return "";
        var hash = Sha256.of(text);
        database.write("insert or ignore into texts (hash, text) values (?, ?)", hash, text);
        return hash;
    }

    /// Those of a run, in the order of asking.
    List<Exchange> whole(String run) {
        return database.read(
                WHOLE,
                row -> read(row).with(row.getString("system"), row.getString("prompt"), row.getString("answer")),
                run);
    }

    /// The same without their texts.
    List<Exchange> brief(String run) {
        return database.read("select detail from exchanges where run = ? order by number", Exchanges::read, run);
    }

    private static Exchange read(ResultSet row) throws SQLException {
        return OutcomeJson.JSON.readValue(row.getString("detail"), Exchange.class);
    }

    static boolean isReadable(ResultSet row) throws SQLException {
        try {
            return read(row).number() == row.getInt("number");
        } catch (JacksonException | IllegalArgumentException unreadable) {
            return false;
        }
    }
}
