package io.jforge.jupyter;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.jforge.jupyter.server.KernelProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /// In the order in which things build on one another: each imports only what stands before it.
    private static final List<String> PACKAGES = List.of(
            "jupyter.wire",
            "jupyter.shell",
            "jupyter.display",
            "jupyter.history",
            "jupyter.magic",
            "jupyter.magic.maven",
            "jupyter.magic.common",
            "jupyter.magic.forge",
            "jupyter.server",
            "jupyter.repl",
            "jupyter.client",
            "jupyter");

    private static final Pattern NAMED = Pattern.compile("`(?:io\\.jforge\\.)?((?:runtime|jupyter)(?:\\.[a-z]+)*)`");
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.jforge.jupyter");

    private static String packageInfo(String name) throws IOException {
        return Files.readString(SOURCES.resolve(name.replace('.', '/')).resolve("package-info.java"));
    }

    /// The packages that a package-info's "May import" names; `runtime` is the whole of that module.
    private static Set<String> named(String name) throws IOException {
        var info = packageInfo(name);
        int from = info.indexOf("May import");
        return from < 0
                ? Set.of()
                : NAMED.matcher(info.substring(from))
                        .results()
                        .map(match -> match.group(1))
                        .collect(Collectors.toSet());
    }

    private static boolean isAllowed(String used, String name, Set<String> named) {
        return !used.startsWith(ROOT)
                || used.equals(ROOT + name)
                || named.contains(used.substring(ROOT.length()))
                || (named.contains("runtime") && used.startsWith(ROOT + "runtime"));
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
        assertThat(packageInfo(name)).startsWith("/// ").contains("May import");
        var before = PACKAGES.subList(0, PACKAGES.indexOf(name));
        assertThat(named(name).stream().filter(other -> !other.startsWith("runtime")))
                .isSubsetOf(before);
    }

    @ParameterizedTest
    @FieldSource("PACKAGES")
    void aPackageImportsOnlyWhatItsOwnInfoNames(String name) throws IOException {
        if (name.equals("jupyter")) return; // the command line stands on everything
        var named = named(name);
        classes()
                .that()
                .resideInAPackage(ROOT + name)
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.describe(
                        "are in " + named + " or not of JForge",
                        (JavaClass used) -> isAllowed(used.getPackageName(), name, named)))
                .check(CLASSES);
    }

    @Test
    void noPackagesImportEachOtherInACircle() {
        slices().matching("io.jforge.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void theShellStandsOnTheJdkAlone() {
        classes()
                .that()
                .resideInAPackage(ROOT + "jupyter.shell")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(ROOT + "jupyter.shell", "java..", "javax..", "jdk..", "com.sun.source..")
                .check(CLASSES);
    }

    @Test
    void theEnvironmentIsReadWhereAProcessBegins() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "jupyter")
                .and()
                .doNotHaveFullyQualifiedName(KernelProcess.class.getName())
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .check(CLASSES);
    }

    @Test
    void nativeCodeIsTheRuntimesAffair() {
        noClasses()
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
