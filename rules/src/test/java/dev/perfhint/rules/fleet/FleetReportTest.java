package dev.perfhint.rules.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.fleet.FleetReport.FindingLine;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plants one-byte writes of a known cost; one sample is a millisecond. */
class FleetReportTest {
    private static final String WRITE =
            "app.Export.run:12;java.io.FileOutputStream.write:300;java.io.FileOutputStream.write;writeSingle;"
                    + "__GI_write;entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];__x64_sys_write_[k];ksys_write_[k] ";
    private static final String COMPUTE = "app.Export.compute:40 ";
    private static final long HOUR = 3_600_000;
    private static final long MINUTE = 60_000;

    @Test
    void ranksPlantedSavingsByCores() {
        Map<String, JudgedService> services = new LinkedHashMap<>();
        double[] cores = {0.4, 4, 0.1, 2, 1};
        for (int i = 0; i < cores.length; i++) {
            services.put("s" + i, service(3, cores[i], 0.25));
        }
        FleetReport report = FleetReport.of(services, Map.of(), List.of());
        assertThat(report.services()).extracting(FleetReport.ServiceLine::service)
                .containsExactly("s1", "s3", "s4", "s0", "s2");
        for (int i = 0; i < cores.length; i++) {
            JudgedService service = services.get("s" + i);
            JudgedFinding finding = service.findings().get(0);
            assertThat(service.cores()).isCloseTo(cores[i] * 3, within(0.001));
            assertThat(service.savedCores(finding)).hasValueSatisfying(saved -> {
                double truth = 0.25 * service.cores();
                assertThat(saved.low()).isLessThanOrEqualTo(truth);
                assertThat(saved.high()).isGreaterThanOrEqualTo(truth);
            });
        }
        List<FindingLine> apart = services.entrySet().stream().flatMap(each -> FleetReport
                .of(Map.of(each.getKey(), each.getValue()), Map.of(), List.of()).findings().stream()).toList();
        assertThat(apart.stream().sorted((a, b) -> Double.compare(b.saved().high(), a.saved().high()))
                .map(line -> line.services().get(0))).containsExactly("s1", "s3", "s4", "s0", "s2");
    }

    @Test
    void addsTheSameFindingOfSeveralServices() {
        Map<String, JudgedService> services = new LinkedHashMap<>();
        services.put("one", service(2, 1, 0.25));
        services.put("other", service(2, 1, 0.25));
        FindingLine line = FleetReport.of(services, Map.of(), List.of()).findings().get(0);
        assertThat(line.services()).containsExactly("one", "other");
        assertThat(line.saved().high()).isCloseTo(
                2 * FleetReport.of(Map.of("one", services.get("one")), Map.of(), List.of()).findings().get(0).saved()
                        .high(), within(1e-9));
        assertThat(line.extrapolated()).isFalse();
    }

    /** Ids of findings about a whole program hold no place. */
    @Test
    void keepsTheSameFindingOfOtherMethodsApart() {
        Map<String, JudgedService> services = new LinkedHashMap<>();
        for (String type : List.of("app.One", "app.Two")) {
            Stacks faults = Stacks.kernel(type + ".run:12;JVM_Fill;asm_exc_page_fault_[k];exc_page_fault_[k];"
                    + "handle_mm_fault_[k];clear_page_erms_[k] 900", type + ".compute:40 2700").during(HOUR, MINUTE);
            services.put(type, JudgedService.of(faults.profile().withHost("h")));
        }
        List<FindingLine> lines = FleetReport.of(services, Map.of(), List.of()).findings();
        assertThat(lines).extracting(FindingLine::place).containsExactlyInAnyOrder("app.One.run", "app.Two.run");
        assertThat(lines).extracting(FindingLine::id).hasSize(2).containsOnly(lines.get(0).id());
    }

    @Test
    void multipliesByInstancesWhereLabelsGiveThem() {
        FleetReport report = FleetReport.of(Map.of("one", service(2, 1, 0.25)), Map.of("one", 10.0), List.of());
        FindingLine line = report.findings().get(0);
        assertThat(line.extrapolated()).isTrue();
        assertThat(line.fleetSaved().high()).isCloseTo(5 * line.saved().high(), within(1e-9));
    }

    @Test
    void keepsGradesApart() {
        Map<String, JudgedService> services = new LinkedHashMap<>();
        services.put("kernel", service(2, 1, 0.25));
        Stacks stubs = Stacks.at(Evidence.SYSCALL_STUBS,
                "app.Export.run:12;java.io.FileOutputStream.write:300;java.io.FileOutputStream.write;writeSingle;"
                        + "__GI_write 900",
                COMPUTE + 2700).during(HOUR, MINUTE);
        services.put("stubs", JudgedService.of(stubs.profile().withHost("h")));
        assertThat(FleetReport.of(services, Map.of(), List.of()).findings()).isNotEmpty()
                .allSatisfy(line -> assertThat(line.services()).hasSize(1));
    }

    @Test
    void findsInSixtyRecordingsWhatNoneShowsAlone() {
        ProfileBuilder all = new ProfileBuilder();
        for (int i = 0; i < 60; i++) {
            Profile minute = Stacks.kernel(WRITE + 2, COMPUTE + 40).during(i * MINUTE, MINUTE).profile().withHost("h");
            assertThat(JudgedService.of(minute).findings()).isEmpty();
            all.add(minute);
        }
        JudgedService judged = JudgedService.of(all.build(List.of()));
        assertThat(judged.findings()).extracting(each -> each.finding().rule()).contains("unbuffered-file-write");
        assertThat(judged.units()).singleElement()
                .satisfies(unit -> assertThat(unit.recordedSeconds()).isEqualTo(3_600));
    }

    @Test
    void countsTheTimeOfOverlappingRecordingsOnce() {
        ProfileBuilder both = new ProfileBuilder();
        both.add(Stacks.kernel(WRITE + 500, COMPUTE + 1500).during(0, 60_000).profile().withHost("h"));
        both.add(Stacks.kernel(WRITE + 500, COMPUTE + 1500).during(30_000, 60_000).profile().withHost("h"));
        assertThat(JudgedService.of(both.build(List.of())).cores()).isCloseTo(4.0 / 90, within(1e-9));
    }

    @Test
    void countsTimeOfTheBestGradeOnlyWhereAnHourHasTwo() {
        ProfileBuilder both = new ProfileBuilder();
        both.add(Stacks.kernel(WRITE + 500, COMPUTE + 1500).during(HOUR, 60_000).profile().withHost("h"));
        both.add(Stacks.at(Evidence.SYSCALL_STUBS, COMPUTE + 9000).during(HOUR + 60_000, 60_000).profile()
                .withHost("h"));
        both.add(Stacks.at(Evidence.SYSCALL_STUBS, COMPUTE + 9000).during(HOUR, 60_000).profile().withHost("i"));
        JudgedService judged = JudgedService.of(both.build(List.of()));
        assertThat(judged.evidence()).isEqualTo(Evidence.KERNEL_FRAMES);
        assertThat(judged.cores()).isCloseTo(2.0 / 60, within(1e-9));
        assertThat(judged.hosts()).containsExactly("h");
        assertThat(judged.otherHosts()).isEqualTo(1);
    }

    @Test
    void countsTheFindingForEachHost() {
        JudgedService judged = service(3, 1, 0.25);
        assertThat(judged.hostSamples(judged.findings().get(0), "")).hasSize(3).allSatisfy(host -> {
            assertThat(host.findingSeconds()).isCloseTo(0.25 * host.cpuSeconds(), within(0.001));
            assertThat(host.recordedSeconds()).isEqualTo(60);
        });
    }

    /** A service of so many hosts, each with so many cores for a minute, of which a share writes single bytes. */
    private static JudgedService service(int hosts, double cores, double share) {
        long samples = Math.round(cores * MINUTE);
        long written = Math.round(samples * share);
        ProfileBuilder builder = new ProfileBuilder();
        for (int host = 0; host < hosts; host++) {
            builder.add(Stacks.kernel(WRITE + written, COMPUTE + (samples - written)).during(HOUR, MINUTE).profile()
                    .withHost("h" + host));
        }
        return JudgedService.of(builder.build(List.of()));
    }
}
