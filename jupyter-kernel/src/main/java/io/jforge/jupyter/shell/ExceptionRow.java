package io.jforge.jupyter.shell;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jshell.spi.ExecutionControl.ResolutionException;
import jdk.jshell.spi.ExecutionControl.RunException;
import jdk.jshell.spi.ExecutionControl.UserException;
import jdk.jshell.spi.SPIResolutionException;

/// An exception, its causes and its suppressed ones in a row.
///
/// JShell translates lines along a chain of causes and forgets suppressed ones. So all are chained as if
/// each were the cause of the one before, and the name of each says what it really is.
final class ExceptionRow {
    private static final int MOST = 30;
    private static final String NAMED = "%s %s %s";
    private static final Pattern NAME = Pattern.compile("(?<role>\\w+) (?<parent>-?\\d+) (?<type>.*)");

    private final List<Place> places = new ArrayList<>();
    private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /// What an exception is to another one.
    enum Role {
        THROWN,
        CAUSE,
        SUPPRESSED
    }

    private record Place(Throwable exception, Role role, int parent) {}

    private ExceptionRow() {}

    /// The row that begins with an exception; it asks the cell's own code, so it belongs on the cell's thread.
    static RunException of(Throwable thrown) {
        ExceptionRow row = new ExceptionRow();
        row.add(thrown, Role.THROWN, -1);
        RunException chain = null;
        for (Place place : row.places.reversed()) {
            RunException link = link(place);
            if (chain != null) {
                link.initCause(chain);
            }
            chain = link;
        }
        return chain;
    }

    private void add(Throwable exception, Role role, int parent) {
        if (exception == null || places.size() == MOST || !seen.add(exception)) {
            return;
        }
        int at = places.size();
        places.add(new Place(exception, role, parent));
        for (Throwable suppressed : exception.getSuppressed()) {
            add(suppressed, Role.SUPPRESSED, at);
        }
        add(causeOf(exception), Role.CAUSE, at);
    }

    /// A cell's own exception class may do anything here.
    private static Throwable causeOf(Throwable exception) {
        try {
            return exception.getCause();
        } catch (Throwable e) {
            return e instanceof CellStopped ? null : e;
        }
    }

    private static String messageOf(Throwable exception) {
        try {
            return exception.getMessage();
        } catch (Throwable e) {
            return "(its message cannot be shown: getMessage() threw %s)"
                    .formatted(e.getClass().getSimpleName());
        }
    }

    private static RunException link(Place place) {
        Throwable exception = place.exception();
        if (exception instanceof SPIResolutionException waits) {
            return new ResolutionException(waits.id(), waits.getStackTrace()); // it has no cause: it ends the row
        }
        String name = NAMED.formatted(
                place.role(), place.parent(), exception.getClass().getName());
        return new UserException(messageOf(exception), name, exception.getStackTrace());
    }

    /// What one of the row really is.
    record Named(Role role, int parent, String type) {

        static Named of(String name) {
            Matcher parts = NAME.matcher(name);
            return parts.matches()
                    ? new Named(
                            Role.valueOf(parts.group("role")),
                            Integer.parseInt(parts.group("parent")),
                            parts.group("type"))
                    : new Named(Role.THROWN, -1, name);
        }
    }
}
