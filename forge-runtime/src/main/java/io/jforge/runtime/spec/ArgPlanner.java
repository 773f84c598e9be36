package io.jforge.runtime.spec;

/// Gives a launch's arguments their values and types.
final class ArgPlanner {
    private static final long MOST_U32 = 0xFFFF_FFFFL;

    private final Header header;
    private final Task task;
    private final Scope scope;

    ArgPlanner(Header header, Task task, Scope scope) {
        this.header = header;
        this.task = task;
        this.scope = scope;
    }

    PlannedArg plan(Arg arg) {
        return switch (arg) {
            case Arg.Named(var name) -> named(name);
            case Arg.Scalar(var type, var value) -> scalar(type, value);
        };
    }

    private PlannedArg named(Expr name) {
        var text = name.text();
        if (isBuffer(text)) return new PlannedArg.Buffer(text);
        var attribute = task.op().attribute(text);
        if (attribute.isEmpty()) return scalar(ScalarType.I32, name);
        return switch (attribute.get().type()) {
            case FLOAT -> scalar(ScalarType.F32, name);
            case U64 -> new PlannedArg.U64(task.attributes().get(text).longValue());
            case INT, BOOL, ENUM -> scalar(ScalarType.I32, name);
        };
    }

    private boolean isBuffer(String name) {
        return task.op().input(name).isPresent()
                || task.op().output(name).isPresent()
                || header.scratch().stream().anyMatch(s -> s.name().equals(name))
                || header.tensorMaps().stream().anyMatch(m -> m.name().equals(name));
    }

    private PlannedArg scalar(ScalarType type, Expr expr) {
        return switch (type) {
            case I32 -> new PlannedArg.I32((int) within(type, expr, Integer.MIN_VALUE, Integer.MAX_VALUE));
            case I64 -> new PlannedArg.I64(expr.eval(scope));
            case U32 -> new PlannedArg.U32((int) within(type, expr, 0, MOST_U32));
            case U64 -> new PlannedArg.U64(within(type, expr, 0, Long.MAX_VALUE));
            case F32 -> new PlannedArg.F32((float) real(expr));
            case F64 -> new PlannedArg.F64(real(expr));
        };
    }

    private long within(ScalarType type, Expr expr, long least, long most) {
        long value = expr.eval(scope);
        if (value >= least && value <= most) return value;
        var hint = type == ScalarType.I32 ? ": write i64(%s)".formatted(expr.text()) : "";
        throw expr.place()
                .error("%s is %d, which does not fit in %s%s".formatted(expr.text(), value, type.label(), hint));
    }

    /// Exact arithmetic, unless a float attribute takes part.
    private double real(Expr expr) {
        boolean exact = expr.names().stream().allMatch(n -> scope.real(n).isEmpty());
        return exact ? expr.eval(scope) : expr.evalReal(scope);
    }
}
