package io.jforge.runtime.store;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// The store's file is not what was written to it.
@SuppressWarnings("serial")
final class Damaged extends SQLException {
    private static final int PRIMARY = 0xff;

    Damaged(String how) {
        super(how);
    }

    static boolean is(SQLException failed) {
        return failed instanceof Damaged || has(failed, SQLiteErrorCode.SQLITE_CORRUPT, SQLiteErrorCode.SQLITE_NOTADB);
    }

    /// What is wrong with it, without the driver's own words around.
    static String how(SQLException failed) {
        if (failed instanceof Damaged) return failed.getMessage();
        return has(failed, SQLiteErrorCode.SQLITE_NOTADB) ? "it is no database" : "its pages are malformed";
    }

    /// Whether SQLite failed with one of these, or with a finer one of its kind.
    static boolean has(SQLException failed, SQLiteErrorCode... codes) {
        if (!(failed instanceof SQLiteException sqlite)) return false;
        int primary = sqlite.getResultCode().code & PRIMARY;
        for (var code : codes) if (code.code == primary) return true;
        return false;
    }
}
