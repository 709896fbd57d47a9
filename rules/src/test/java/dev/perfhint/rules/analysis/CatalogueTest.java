package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.pattern.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pattern of the catalogue, recorded on JDK 17 and 25: the bad ones are named, no other is. */
class CatalogueTest {
    // written by hand from what each method of catalogue/Patterns.java does
    private static final String BAD =
            """
            unbuffered-file-write b64Out checkedOut digestOut dosByte dosBytes dosChars dosInt dosLong dosUtf fcWrite filterOutArr fosArr \
            fosInt nosArr nosInt oosIntFlush oosObj userOut zipOut
            unbuffered-file-read disInt disLine disLong fisAvail fisInt fisSkip fisArr gzipIn nisInt nisArr oisObj pushIn
            unbuffered-random-access fcPos fcRead fcReadPos rafPointer rafRead rafReadInt rafReadLine rafSeek rafSkip rafWrite rafWriteInt
            unbuffered-print-stream psBufAuto psFile psPrintChar psPrintf psWriteArr psWriteInt sysout sysoutChar syserr
            flush-per-record bwFlush dosBosFlush fwFlush pwAuto bosFlush
            log-write-per-event jul
            sync-per-record fcForce fdSync rwd mapForce
            open-per-use openClose fwOpenClose writeStringAppend
            random-seed-per-use urandom
            file-metadata-storm canon fileExists fileLength fileStat filesStat listFiles walkFilter
            unbuffered-socket-write netPingPongByte netRequestRaw netWriteInt sockDos
            page-fault-churn mapFaults pages
            sleep-polling yield
            unbuffered-socket-read netPingPongByte netRequestRaw netReadAvailable netReadData netReadInt netReadTimeout
            """;
    private static final Map<Integer, Map<String, Profile>> PROFILES = new ConcurrentHashMap<>();
    // a copy loop needs its sources, threads that meet need several threads, clients a peer; few samples fall to the logger
    private static final Set<String> NOT_IN_PATTERNS = Set.of("small-copy-buffer", "thread-handoff", "lock-contention",
            "process-per-call", "thread-per-task", "connection-per-request", "round-trip-per-call", "file-churn",
            "log-write-per-event", "partial-socket-writes");
    // enough samples that sampling noise cannot hide the finding
    private static final int SURE = 60;

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void namesTheBadPatternsAndNoOther(int jdk) {
        Map<String, Set<String>> expected = expected();
        assertSoftly(softly -> profiles(jdk).forEach((pattern, profile) -> {
            Set<String> found = rules(profile);
            Set<String> bad = expected.getOrDefault(pattern, Set.of());
            softly.assertThat(bad).as("%s on JDK %d", pattern, jdk).containsAll(found);
            if (CpuTotals.best(profile).systemSamples() >= SURE) {
                softly.assertThat(found).as("%s on JDK %d", pattern, jdk).isEqualTo(bad);
            }
        }));
    }

    @Test
    void seesEveryRuleButCopyLoopsWithoutSources() {
        Set<String> found = new TreeSet<>();
        List.of(17, 25).forEach(jdk -> profiles(jdk).values().forEach(profile -> found.addAll(rules(profile))));

        assertThat(found).containsExactlyElementsOf(
                Rules.all().stream().map(Rule::id).filter(id -> !NOT_IN_PATTERNS.contains(id)).toList());
    }

    @Test
    void goodPatternsAreHot() {
        Map<String, Profile> profiles = profiles(25);
        List<String> hot = profiles.keySet().stream()
                .filter(pattern -> !expected().containsKey(pattern))
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

    private static Map<String, Set<String>> expected() {
        Map<String, Set<String>> byPattern = new TreeMap<>();
        BAD.lines().map(line -> line.split(" +")).forEach(cells -> {
            for (int i = 1; i < cells.length; i++) {
                byPattern.computeIfAbsent(cells[i], key -> new TreeSet<>()).add(cells[0]);
            }
        });
        return byPattern;
    }
}
