package io.jforge.jupyter.shell;

/// Something that a cell has declared and that later ones can use.
///
/// @param type a variable's type, a method's signature, or what kind of type it is
public record Declared(Kind kind, String name, String type) {
    public enum Kind {
        VARIABLE,
        METHOD,
        TYPE
    }
}
