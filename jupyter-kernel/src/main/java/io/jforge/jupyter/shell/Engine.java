package io.jforge.jupyter.shell;

import io.jforge.jupyter.shell.CellResult.CompileError;
import io.jforge.jupyter.shell.CellResult.Problem;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.Snippet.SubKind;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.VarSnippet;

/// JShell, taken snippet by snippet through a cell; for one thread at a time.
final class Engine implements AutoCloseable {
    private static final String PRACTICE = "java.util.List.of(1).stream().map(i -> i + 1).toList()";
    private static final Set<SubKind> VALUED =
            Set.of(SubKind.TEMP_VAR_EXPRESSION_SUBKIND, SubKind.VAR_VALUE_SUBKIND, SubKind.ASSIGNMENT_SUBKIND);

    private final CellControl control;
    private final JShell jshell;
    private final Optional<Leftovers> leftovers;
    private final SourceCodeAnalysis analysis;
    private final Diagnoses diagnoses;
    private final Traces traces;
    private final UnrunText unrun;
    private final TypeIndex types;
    private final Declarations declarations;
    private final Completer completer;
    private final Inspector inspector;
    private final List<Path> classPath;
    private final Deque<Runnable> owed = new ArrayDeque<>();
    private final Indexing indexing = Indexing.heldBack();
    private StandardJavaFileManager files;

    Engine(CellControl control, List<Path> classPath, List<String> compilerOptions) {
        this.control = control;
        this.classPath = new ArrayList<>(classPath);
        this.jshell = JShell.builder()
                .executionEngine(control.provider(), null)
                .compilerOptions(compilerOptions.toArray(String[]::new))
                .fileManager(this::withClassPath)
                .build();
        this.leftovers = Leftovers.of(jshell);
        this.analysis = jshell.sourceCodeAnalysis();
        this.unrun = new UnrunText(analysis);
        this.types = new TypeIndex(classPath, control::isPublicType);
        this.completer = new Completer(jshell, types);
        this.diagnoses = new Diagnoses(jshell, new Hints(jshell, completer, types));
        this.traces = new Traces(diagnoses::missing);
        this.inspector = new Inspector(jshell, control, types, this.classPath);
        this.declarations = new Declarations(jshell);
    }

    private StandardJavaFileManager withClassPath(StandardJavaFileManager manager) {
        files = manager;
        applyClassPath();
        return manager;
    }

    private void applyClassPath() {
        try {
            files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
        } catch (IOException e) {
            throw new UncheckedIOException("the class path of the cells cannot be set", e);
        }
    }

    void addToClassPath(Path jar) {
        classPath.add(jar);
        types.add(jar);
        jshell.addToClasspath(jar.toString());
        applyClassPath(); // JShell has just set its own, which shows every jar of this process
    }

    /// Takes a compiler that has met nothing yet: one that gave up half way, at a limit of class files for
    /// instance, keeps what it had and fails on whatever comes next.
    private void renewCompiler() {
        jshell.addToClasspath(File.pathSeparator); // no entry at all
        applyClassPath();
    }

    /// Lets JShell read what completion offers of types that are not imported.
    void index() {
        indexing.begin();
    }

    /// Puts off a declaration of what cells start with until there is time, or one needs it.
    void owe(Runnable declaration) {
        owed.add(declaration);
    }

    /// Makes the oldest declaration that was put off; whether there was one.
    boolean payOne() {
        Runnable next = owed.poll();
        if (next == null) return false;
        control.forShell(next);
        return true;
    }

    /// Makes all that were put off.
    void payAll() {
        while (payOne()) {}
    }

    /// Declares what every cell may use; a mistake in it is ours.
    void prepare(String declaration) {
        for (SnippetEvent event : jshell.eval(declaration)) {
            if (event.status() == Status.REJECTED) {
                throw new IllegalStateException("the prelude does not compile: " + declaration);
            }
            declarations.give(event.snippet());
        }
    }

    /// Takes the compiler once through what a cell takes it through, and a completion.
    void practise() {
        analysis.analyzeCompletion(PRACTICE);
        Shortcut.keeping(PRACTICE).ifPresent(quicker -> jshell.eval(quicker).forEach(event -> forget(event.snippet())));
        tidyUp();
        completer.complete("\"\".isBl", 7);
    }

    /// Declares a variable and gives it a value of this process.
    void bind(String name, String type, Object value) {
        prepare("%s %s = null;".formatted(type, name));
        try {
            var field = control.takeInvoked().orElseThrow().getDeclaredField(name);
            field.setAccessible(true);
            field.set(null, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the variable %s cannot be bound".formatted(name), e);
        }
    }

    /// Runs the cell's snippets one after the other until one fails or the run is stopped.
    CellResult evaluate(CellText cell, CellRun run) {
        control.workFor(run);
        try {
            return snippets(cell, run);
        } catch (StackOverflowError | InternalError e) { // the compiler's own: a cell's are caught on its thread
            if (!(e instanceof StackOverflowError)
                    && !String.valueOf(e.getMessage()).contains("StackOverflowError")) throw e;
            renewCompiler();
            String message = "this is nested too deeply for the compiler; take it apart";
            return new CompileError(List.of(cell.problem(message, cell.afterBlanks(0), cell.afterBlanks(0) + 1)));
        } finally {
            control.workFor(null);
        }
    }

    private CellResult snippets(CellText cell, CellRun run) {
        int comment = cell.openComment(); // JShell passes over what stands in it
        if (comment >= 0) {
            return new CompileError(List.of(cell.problem("this comment has no end", comment, comment + 2)));
        }
        List<Snippet> declared = new ArrayList<>();
        CellResult result = new CellResult.Nothing();
        int at = cell.afterBlanks(0);
        while (at < cell.text().length()) {
            CompletionInfo next = analysis.analyzeCompletion(cell.text().substring(at));
            if (next.completeness() == Completeness.EMPTY) {
                break;
            }
            result = snippet(cell, at, next, declared);
            tidyUp();
            if (run.isStopped()) {
                return new CellResult.Interrupted(false);
            }
            if (result instanceof CompileError error) {
                return stillUndefined(cell, declared, run).map(error::after).orElse(error);
            }
            if (result instanceof CellResult.Thrown) {
                return result;
            }
            at = startOfNext(cell, next);
        }
        Optional<CompileError> undefined = stillUndefined(cell, declared, run);
        return undefined.isPresent() ? undefined.get() : result;
    }

    private static int startOfNext(CellText cell, CompletionInfo done) {
        int end = cell.text().length();
        boolean more = done.completeness() == Completeness.COMPLETE;
        return more ? cell.afterBlanks(end - done.remaining().length()) : end;
    }

    private CellResult snippet(CellText cell, int at, CompletionInfo info, List<Snippet> declared) {
        String source = info.source() == null ? cell.text().substring(at) : info.source();
        return byShortcut(source, cell, at, hasHiddenValue(info)).orElseGet(() -> {
            payAll();
            return asItStands(source, cell, at, info, declared);
        });
    }

    /// What came of an expression that was compiled as something quicker; nothing where it cannot be, and
    /// then nothing of it ran.
    ///
    /// One that needs nothing of what cells start with does not wait for that.
    private Optional<CellResult> byShortcut(String source, CellText cell, int at, boolean hidden) {
        return (hidden ? Shortcut.doing(source) : Shortcut.keeping(source))
                .map(quicker -> jshell.eval(quicker).getLast())
                .filter(this::isValid)
                .map(event -> {
                    traces.remember(event.snippet().id(), cell.name(), cell.lineOf(at));
                    Object value = control.takeValue();
                    forget(event.snippet());
                    if (event.exception() != null) {
                        return traces.tell(event.exception());
                    }
                    return hidden ? new CellResult.Nothing() : new CellResult.Value(value);
                });
    }

    private boolean isValid(SnippetEvent event) {
        if (event.status() != Status.VALID && event.status() != Status.REJECTED) jshell.drop(event.snippet());
        return event.status() == Status.VALID;
    }

    private CellResult asItStands(String source, CellText cell, int at, CompletionInfo info, List<Snippet> declared) {
        CellResult result = new CellResult.Nothing();
        for (SnippetEvent event : events(source)) {
            Snippet snippet = event.snippet();
            if (event.causeSnippet() != null) {
                compiledAgain(event);
                continue;
            }
            traces.remember(snippet.id(), cell.name(), cell.lineOf(at));
            declared.add(snippet);
            Object value = control.takeValue();
            result = resultOf(event, cell, at, value, hasHiddenValue(info));
            if (!isForLater(snippet) && event.status() == Status.VALID) {
                forget(snippet); // else each later compilation would import one more $n
            }
            if (!(result instanceof CellResult.Value || result instanceof CellResult.Nothing)) {
                break;
            }
        }
        return result;
    }

    /// An earlier variable whose type has just been written again cannot keep its object, which is of the old type.
    private void compiledAgain(SnippetEvent event) {
        if (event.snippet() instanceof VarSnippet variable
                && event.previousStatus() == Status.VALID
                && event.status() != Status.OVERWRITTEN) {
            if (event.status() == Status.RECOVERABLE_NOT_DEFINED) { // JShell cannot infer the type of a `var` again
                jshell.eval("%s %s;".formatted(variable.typeName(), variable.name()));
            }
            control.note("%s is null now: the type %s it was declared with has been defined anew\n"
                    .formatted(variable.name(), variable.typeName()));
        }
    }

    /// A record may leave the `public` of its constructor out, as it may outside JShell.
    private List<SnippetEvent> events(String source) {
        List<SnippetEvent> events = jshell.eval(source);
        // what it would have replaced comes after it
        return !events.isEmpty() && events.getFirst().status() == Status.REJECTED
                ? diagnoses
                        .withPublicConstructor(events.getFirst().snippet())
                        .map(this::events)
                        .orElse(events)
                : events;
    }

    /// Whether a later snippet can name it.
    private static boolean isForLater(Snippet snippet) {
        return snippet.kind() != Snippet.Kind.STATEMENT && snippet.subKind() != SubKind.TEMP_VAR_EXPRESSION_SUBKIND;
    }

    /// Lets go of a snippet that has just run and that no later one can name.
    private void forget(Snippet snippet) {
        jshell.drop(snippet);
    }

    private void tidyUp() {
        leftovers.map(Leftovers::takeOut).ifPresent(classes -> classes.forEach(control::forget));
    }

    /// A semicolon after an expression says that nobody wants to see its value.
    private static boolean hasHiddenValue(CompletionInfo info) {
        return info.completeness() == Completeness.COMPLETE
                && info.source().stripTrailing().endsWith(";");
    }

    private CellResult resultOf(SnippetEvent event, CellText cell, int at, Object value, boolean hidden) {
        if (event.status() == Status.REJECTED) {
            if (diagnoses.isBeyondLimits(event.snippet())) renewCompiler();
            return diagnoses.compileError(event.snippet(), cell, at);
        }
        if (diagnoses.needsNothing(event.snippet())) {
            CompileError error = diagnoses.compileError(event.snippet(), cell, at);
            jshell.drop(event.snippet()); // else JShell tries it again with every later one
            renewCompiler();
            return error;
        }
        if (event.exception() != null) {
            return traces.tell(event.exception());
        }
        return VALUED.contains(event.snippet().subKind()) && !hidden
                ? new CellResult.Value(value)
                : new CellResult.Nothing();
    }

    /// Declarations that wait for a name are kept, so that a later cell can supply it.
    ///
    /// One that cannot even be named before that is an error; one that merely cannot run yet is worth a note.
    private Optional<CompileError> stillUndefined(CellText cell, List<Snippet> declared, CellRun run) {
        List<Problem> undefined = new ArrayList<>();
        for (Snippet snippet : declared) {
            if (snippet instanceof DeclarationSnippet declaration) {
                switch (jshell.status(snippet)) {
                    case RECOVERABLE_NOT_DEFINED -> undefined.add(diagnoses.waiting(declaration, cell));
                    case RECOVERABLE_DEFINED ->
                        run.note(diagnoses.waiting(declaration, cell).message() + "\n");
                    default -> {}
                }
            }
        }
        return undefined.isEmpty() ? Optional.empty() : Optional.of(new CompileError(undefined));
    }

    Declarations declarations() {
        return declarations;
    }

    io.jforge.jupyter.shell.Completeness completeness(String code) {
        return unrun.completeness(code);
    }

    Completion complete(String code, int cursor) {
        return completer.complete(code, cursor);
    }

    Optional<Inspection> inspect(String code, int cursor, boolean withDocumentation) {
        return inspector.inspect(code, cursor, withDocumentation);
    }

    @Override
    public void close() {
        indexing.begin();
        jshell.close();
    }
}
