package dev.perfhint.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the table of modules, what each may import, and who sees which library. */
class HouseTest {
    private static final String PROFILE = "dev.perfhint.profile..";
    private static final String READER = "dev.perfhint.reader..";
    private static final String SOURCE = "dev.perfhint.source..";
    private static final String RULES = "dev.perfhint.rules..";
    private static final String FLEET = "dev.perfhint.fleet..";
    private static final String CLI = "dev.perfhint.cli..";
    private static final String COMMAND = "dev.perfhint.cli.command..";
    private static final String OUTPUT = "dev.perfhint.cli.output..";
    private static final List<String> MODULES =
            List.of("jfr-reader", "source-rewriter", "rules", "cli", "fleet", "observer",
                    "integrations/maven", "integrations/spark");
    private static final int MAX_COLUMNS = 120;
    private static final int MAX_FILES = 30;
    private static final int MAX_LINES = 400;
    private static JavaClasses classes;

    @BeforeAll
    static void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.perfhint");
    }

    @Test
    void seesAllModules() {
        assertThat(classes.stream().map(JavaClass::getPackageName))
                .contains("dev.perfhint.profile", "dev.perfhint.reader", "dev.perfhint.source", "dev.perfhint.rules",
                        "dev.perfhint.cli.command", "dev.perfhint.cli.output",
                        "dev.perfhint.observer.agent");
    }

    @Test
    void profileImportsNobody() {
        check(leaves(PROFILE, READER, SOURCE, RULES, CLI));
        check(onlyJdkAnd(PROFILE, "dev.perfhint.profile"));
    }

    @Test
    void readerImportsTheProfileOnly() {
        check(leaves(READER, SOURCE, RULES, CLI));
    }

    @Test
    void sourceRewriterImportsNobody() {
        check(leaves(SOURCE, PROFILE, READER, RULES, CLI));
    }

    @Test
    void rulesImportTheProfileButNeverTheReader() {
        check(leaves(RULES, READER, CLI));
        check(onlyJdkAnd(RULES, "dev.perfhint.rules", "dev.perfhint.profile", "dev.perfhint.source",
                "org.HdrHistogram"));
    }

    @Test
    void fleetImportsReaderAndRulesButNotTheCommandLine() {
        check(leaves(FLEET, SOURCE, CLI));
        check(onlyJdkAnd(FLEET, "dev.perfhint.fleet", "dev.perfhint.profile", "dev.perfhint.reader",
                "dev.perfhint.rules"));
        check(noClasses().that().resideInAnyPackage(PROFILE, READER, SOURCE, RULES)
                .should().dependOnClassesThat().resideInAPackage(FLEET));
    }

    @Test
    void fleetIsSeenByItsCommandsOnly() {
        check(noClasses().that().resideInAPackage(CLI).and().haveSimpleNameNotStartingWith("Fleet")
                .should().dependOnClassesThat().resideInAnyPackage(FLEET, "dev.perfhint.rules.fleet.."));
    }

    @Test
    void sparkIsSeenByItsIntegrationOnly() {
        check(noClasses().that().resideOutsideOfPackage("dev.perfhint.spark..")
                .should().dependOnClassesThat().resideInAnyPackage("org.apache.spark..", "org.apache.hadoop.."));
    }

    @Test
    void histogramsAreSeenByTheDistributionsOnly() {
        check(noClasses().that().resideOutsideOfPackage("dev.perfhint.rules.latency")
                .should().dependOnClassesThat().resideInAPackage("org.HdrHistogram.."));
    }

    @Test
    void observerImportsAsmOnlyAndIsImportedByNobody() {
        String observer = "dev.perfhint.observer..";
        check(onlyJdkAnd(observer, "dev.perfhint.observer", "org.objectweb.asm"));
        check(noClasses().that().resideOutsideOfPackage(observer)
                .should().dependOnClassesThat().resideInAPackage(observer));
    }

    @Test
    void picocliIsSeenByTheCommandsOnly() {
        check(noClasses().that().resideOutsideOfPackage(COMMAND).should().dependOnClassesThat().resideInAPackage("picocli.."));
    }

    @Test
    void jansiIsSeenByTheOutputOnly() {
        check(noClasses().that().resideOutsideOfPackage(OUTPUT).should().dependOnClassesThat().resideInAPackage("org.jline.."));
    }

    @Test
    void tomlIsSeenByTheConfigurationOnly() {
        check(noClasses().that().resideOutsideOfPackage("dev.perfhint.cli.config..")
                .should().dependOnClassesThat().resideInAPackage("org.tomlj.."));
    }

    @Test
    void lsp4jIsSeenByTheLanguageServerOnly() {
        check(noClasses().that().resideOutsideOfPackage("dev.perfhint.cli.lsp..")
                .should().dependOnClassesThat().resideInAPackage("org.eclipse.lsp4j.."));
    }

    @Test
    void theProtocolOfAssistantsIsSeenByItsServerOnly() {
        check(noClasses().that().resideOutsideOfPackage("dev.perfhint.cli.mcp..")
                .should().dependOnClassesThat().resideInAnyPackage("io.modelcontextprotocol..", "reactor..",
                        "org.reactivestreams..", "tools.jackson..", "com.fasterxml.jackson..", "org.slf4j.."));
    }

    @Test
    void parserAndDiffAreSeenByTheSourceRewriterOnly() {
        check(noClasses().that().resideOutsideOfPackage(SOURCE)
                .should().dependOnClassesThat().resideInAnyPackage("com.github.javaparser..", "com.github.difflib.."));
    }

    @Test
    void packagesFormNoImportCircle() {
        check(SlicesRuleDefinition.slices()
                .assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        String name = type.getPackageName();
                        return name.startsWith("dev.perfhint") ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages";
                    }
                })
                .should().beFreeOfCycles());
    }

    @Test
    void packagesAreDescribedAndSmallEnoughToOverlook() throws IOException {
        Map<Path, List<Path>> packages = new TreeMap<>();
        for (Path file : sources()) {
            packages.computeIfAbsent(file.getParent(), folder -> new ArrayList<>()).add(file.getFileName());
        }
        Path description = Path.of("package-info.java");
        assertThat(packages).allSatisfy((folder, files) -> {
            assertThat(files).as("package-info.java of %s", folder).contains(description);
            assertThat(files.stream().filter(file -> !file.equals(description))).as("files of %s", folder)
                    .hasSizeLessThanOrEqualTo(MAX_FILES);
        });
    }

    @Test
    void filesOfMainCodeAreShort() throws IOException {
        Map<String, Long> tooLong = new TreeMap<>();
        for (Path file : sources()) {
            long lines = Files.readAllLines(file).stream().filter(line -> !line.isBlank()).count();
            if (lines > MAX_LINES) {
                tooLong.put(file.getFileName().toString(), lines);
            }
        }
        assertThat(tooLong).as("files of more than %d non-blank lines", MAX_LINES).isEmpty();
    }

    @Test
    void noPackageForOddsAndEnds() {
        Set<String> refused = Set.of("util", "utils", "common", "helper", "helpers", "manager", "managers");
        check(noClasses().should(com.tngtech.archunit.lang.conditions.ArchConditions.be(
                DescribedPredicate.describe("in a package for odds and ends",
                        type -> Set.of(type.getPackageName().split("\\.")).stream().anyMatch(refused::contains)))));
    }

    @Test
    void noNamesForOddsAndEnds() {
        check(noClasses().should().haveSimpleNameEndingWith("Utils")
                .orShould().haveSimpleNameEndingWith("Util")
                .orShould().haveSimpleNameEndingWith("Helper")
                .orShould().haveSimpleNameEndingWith("Manager")
                .orShould().haveSimpleNameStartingWith("Abstract"));
    }

    /** Tests included: a name that is said leads to one file. */
    @Test
    void eachSimpleNameIsBorneByOneClass() throws IOException {
        List<Path> files = new ArrayList<>(sources(MODULES, "src/main/java"));
        files.addAll(sources(MODULES, "src/test/java"));
        files.addAll(sources(List.of("fixtures"), "src/test/java"));
        Map<String, List<Path>> names = files.stream()
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        assertThat(names.values().stream().filter(bearers -> bearers.size() > 1)).isEmpty();
    }

    @Test
    void noLineOfMainCodeIsLongerThan120Columns() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : sources()) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > MAX_COLUMNS) {
                    tooLong.add(file.getFileName() + ":" + (i + 1));
                }
            }
        }
        assertThat(tooLong).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        return sources(MODULES, "src/main/java");
    }

    private static List<Path> sources(List<String> modules, String folder) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : modules) {
            Path root = Path.of("..", module, folder);
            if (!Files.exists(root)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(root)) {
                files.filter(each -> each.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        return sources;
    }

    private static ArchRule leaves(String from, String... alone) {
        return noClasses().that().resideInAPackage(from).should().dependOnClassesThat().resideInAnyPackage(alone);
    }

    private static ArchRule onlyJdkAnd(String from, String... packages) {
        return noClasses().that().resideInAPackage(from).should().dependOnClassesThat(
                DescribedPredicate.describe("outside the JDK and what it may import", type -> {
                    JavaClass base = type.getBaseComponentType();
                    String name = base.getPackageName();
                    return !base.isPrimitive() && !name.startsWith("java.")
                            && Set.of(packages).stream().noneMatch(own -> name.equals(own) || name.startsWith(own + "."));
                }));
    }

    private static void check(ArchRule rule) {
        rule.check(classes);
    }
}
