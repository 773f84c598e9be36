package io.jforge.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.jforge.runtime.device.Worker;
import java.io.IOException;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Holds the table of DESIGN.md: who may import whom.
class ArchitectureTest {
    private static final String ROOT = "io.jforge.";
    private static final Path SOURCES = Path.of("src/main/java/io/jforge");

    /// In the order in which data flows: each imports only what stands before it.
    private static final List<String> PACKAGES = List.of(
            "runtime.spec",
            "runtime.trial",
            "runtime.ops",
            "runtime.llm",
            "runtime.propose",
            "runtime.compile",
            "runtime.device",
            "runtime.verify",
            "runtime.export",
            "runtime.measure",
            "runtime.search",
            "runtime.store",
            "runtime.report",
            "runtime");

    private static final Pattern NAMED = Pattern.compile("`(?:io\\.jforge\\.)?(runtime(?:\\.[a-z]+)*)`");
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.jforge");

    private static String packageInfo(String name) throws IOException {
        return Files.readString(SOURCES.resolve(name.replace('.', '/')).resolve("package-info.java"));
    }

    /// The packages that a package-info's "May import" names.
    private static Set<String> named(String name) throws IOException {
        var info = packageInfo(name);
        if (name.equals("runtime")) return Set.copyOf(PACKAGES);
        int from = info.indexOf("May import");
        return from < 0
                ? Set.of()
                : NAMED.matcher(info.substring(from))
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toSet());
    }

    @Test
    void everyPackageIsInTheTable() {
        var there = CLASSES.stream()
                .map(each -> each.getPackageName().substring(ROOT.length()))
                .distinct();
        assertThat(there).containsExactlyInAnyOrderElementsOf(PACKAGES);
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageSaysWhatItIsForAndNamesOnlyWhatStandsBeforeIt(String name) throws IOException {
        assertThat(packageInfo(name)).startsWith("/// ").contains("import");
        var before = PACKAGES.subList(0, PACKAGES.indexOf(name));
        if (!name.equals("runtime")) assertThat(before).containsAll(named(name));
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageImportsOnlyWhatItsOwnInfoNames(String name) throws IOException {
        var allowed = new ArrayList<String>(List.of(ROOT + name));
        for (var other : named(name)) allowed.add(ROOT + other);
        classes()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.describe(
                        "are in " + allowed + " or not of JForge",
                        (JavaClass used) ->
                                !used.getPackageName().startsWith(ROOT) || allowed.contains(used.getPackageName())))
                .check(CLASSES);
    }

    @Test
    void noPackagesImportEachOtherInACircle() {
        slices().matching("io.jforge.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    /// The worker sends what candidates print away from the channel that its replies take.
    @Test
    void theRuntimeNeverPrints() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Worker.class.getName())
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace")
                .check(CLASSES);
    }

    @Test
    void theEnvironmentComesInFromOutside() {
        noClasses()
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    @Test
    void nativeCodeIsCalledInTheFenceAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "runtime.device", ROOT + "runtime.compile")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Linker.class, SymbolLookup.class)
                .check(CLASSES);
    }

    /// The verifier reads the outputs that the worker mapped.
    @Test
    void foreignMemoryIsReadOnlyWhereItIsMapped() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "runtime.device", ROOT + "runtime.compile", ROOT + "runtime.verify")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign")
                .check(CLASSES);
    }

    @Test
    void typesHaveNamesThatSayWhatTheyAre() {
        noClasses()
                .should()
                .haveSimpleName("Kernel")
                .orShould()
                .haveNameMatching(".*(Impl|Manager|Utils?|Helper)")
                .check(CLASSES);
    }
}
