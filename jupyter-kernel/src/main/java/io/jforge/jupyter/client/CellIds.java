package io.jforge.jupyter.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/// Ids for cells that have none; the same notebook always gets the same ones, so that a second run changes nothing.
final class CellIds {
    private CellIds() {}

    static String fresh(Cell cell, Set<String> taken) {
        for (int attempt = 0; ; attempt++) {
            String id = digest(attempt + "\n" + cell.source());
            if (!taken.contains(id)) {
                return id;
            }
        }
    }

    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
