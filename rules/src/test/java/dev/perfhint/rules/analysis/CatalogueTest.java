package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pattern of the catalogue, recorded on JDK 17 and 25: the bad ones are named, no other is. */
class CatalogueTest {
    private static final Map<Integer, Map<String, Profile>> PROFILES = new ConcurrentHashMap<>();
    private static final Pattern MARKER = Pattern.compile("static void (\\w+)\\(.* //~ (.*)");
    private static final Map<String, Set<String>> EXPECTED = expected();
    // a pattern of it is there, but too few samples fall to the logger
    private static final String SELDOM_SEEN = "log-write-per-event";
    // enough samples that sampling noise cannot hide the finding
    private static final int SURE = 60;

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void namesTheBadPatternsAndNoOther(int jdk) {
        assertSoftly(softly -> profiles(jdk).forEach((pattern, profile) -> {
            Set<String> found = rules(profile);
            Set<String> bad = EXPECTED.getOrDefault(pattern, Set.of());
            softly.assertThat(bad).as("%s on JDK %d", pattern, jdk).containsAll(found);
            if (CpuTotals.best(profile).systemSamples() >= SURE) {
                softly.assertThat(found).as("%s on JDK %d", pattern, jdk).isEqualTo(bad);
            }
        }));
    }

    @Test
    void seesEveryRuleThatAPatternNames() {
        Set<String> found = new TreeSet<>();
        List.of(17, 25).forEach(jdk -> profiles(jdk).values().forEach(profile -> found.addAll(rules(profile))));

        assertThat(found).containsExactlyInAnyOrderElementsOf(EXPECTED.values().stream().flatMap(Set::stream)
                .filter(rule -> !rule.equals(SELDOM_SEEN)).collect(Collectors.toSet()));
    }

    @Test
    void goodPatternsAreHot() {
        Map<String, Profile> profiles = profiles(25);
        List<String> hot = profiles.keySet().stream()
                .filter(pattern -> !EXPECTED.containsKey(pattern))
                .filter(pattern -> CpuTotals.best(profiles.get(pattern)).systemShare() >= 0.2)
                .filter(pattern -> CpuTotals.best(profiles.get(pattern)).systemSamples() >= 20)
                .toList();

        assertThat(hot).hasSizeGreaterThan(35).contains("fos8k", "netRequestFlush", "rafBlocks", "groupCommit");
    }

    @Test
    void givesEqualIdsOnBothJdks() {
        Map<String, Profile> on17 = profiles(17);
        Map<String, Profile> on25 = profiles(25);
        assertSoftly(softly -> on17.forEach((pattern, profile) -> {
            Set<String> first = ids(profile);
            Set<String> second = on25.containsKey(pattern) ? ids(on25.get(pattern)) : Set.of();
            if (!first.isEmpty() && !second.isEmpty()) {
                softly.assertThat(second).as(pattern).isEqualTo(first);
            }
        }));
    }

    private static Set<String> rules(Profile profile) {
        return findings(profile).stream().map(Finding::rule).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> ids(Profile profile) {
        return findings(profile).stream().map(Finding::id).collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Finding> findings(Profile profile) {
        return Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS).counting();
    }

    private static Map<String, Profile> profiles(int jdk) {
        return PROFILES.computeIfAbsent(jdk, CatalogueTest::read);
    }

    private static Map<String, Profile> read(int jdk) {
        Map<String, List<String>> lines = new TreeMap<>();
        for (String line : Stacks.lines("patterns-" + jdk + ".collapsed.gz")) {
            int end = line.indexOf(';');
            lines.computeIfAbsent(line.substring(0, end), key -> new ArrayList<>()).add(line.substring(end + 1));
        }
        Map<String, Profile> profiles = new TreeMap<>();
        lines.forEach((pattern, stacks) -> profiles.put(pattern,
                Stacks.kernel(stacks.toArray(String[]::new)).mainClass("org.example.Patterns").profile()));
        return profiles;
    }

    // written by hand from what each method does: "//~ rule" behind it
    private static Map<String, Set<String>> expected() {
        Map<String, Set<String>> byPattern = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("src/test/catalogue/Patterns.java"))) {
                Matcher marker = MARKER.matcher(line);
                if (marker.find()) {
                    byPattern.put(marker.group(1), new TreeSet<>(List.of(marker.group(2).split(" "))));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return byPattern;
    }
}
