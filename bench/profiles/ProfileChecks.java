import dev.perfhint.profile.CpuTotals;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Rows;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.build.ProfileFold;
import dev.perfhint.profile.store.ProfileFile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.UnreadableRecordingException;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Stores and merges all recordings below a directory: ProfileChecks DIR [LARGE...]. Prints counts, asserts nothing. */
final class ProfileChecks {
    private static final ReadOptions OPTIONS = ReadOptions.DEFAULTS.asSampled();
    private static final int[] LIMITS = {Integer.MAX_VALUE, 2_000_000, 200_000, 50_000};

    public static void main(String[] args) throws Exception {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(Path.of(args[0]))) {
            files = walk.filter(file -> file.toString().matches(".*\\.jfr(\\.gz)?")).filter(Files::isRegularFile)
                    .sorted().filter(ProfileChecks::readable).toList();
        }
        roundTrip(files);
        groups(files);
        orders(files);
        for (String large : Arrays.asList(args).subList(1, args.length)) {
            limits(Path.of(large));
        }
    }

    private static boolean readable(Path file) {
        try {
            return read(file).tree().size() > 1;
        } catch (UnreadableRecordingException e) {
            return false;
        }
    }

    private static Profile read(Path... files) throws UnreadableRecordingException {
        return Recordings.read(List.of(files), OPTIONS);
    }

    private static byte[] bytes(Profile profile) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ProfileFile.write(profile, out);
        return out.toByteArray();
    }

    private static Profile stored(Profile profile) throws Exception {
        return ProfileFile.read(new ByteArrayInputStream(bytes(profile)));
    }

    private static Profile merged(List<Profile> parts) {
        ProfileBuilder builder = new ProfileBuilder();
        parts.forEach(builder::add);
        return builder.build(List.of());
    }

    private static void roundTrip(List<Path> files) throws Exception {
        long recorded = 0;
        long plain = 0;
        long packed = 0;
        int equal = 0;
        for (Path file : files) {
            byte[] bytes = bytes(read(file));
            equal += Arrays.equals(bytes, bytes(ProfileFile.read(new ByteArrayInputStream(bytes)))) ? 1 : 0;
            byte[] recording = Files.readAllBytes(file);
            recorded += file.toString().endsWith(".gz") ? unpacked(recording) : recording.length;
            plain += bytes.length;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
                gzip.write(bytes);
            }
            packed += out.size();
        }
        System.out.printf("round trip: %d of %d; %.1f MB recorded, stored %.1f %%, gzip'd %.1f %%%n", equal, files.size(),
                recorded / 1e6, 100.0 * plain / recorded, 100.0 * packed / recorded);
    }

    private static long unpacked(byte[] gzip) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
            return in.readAllBytes().length;
        } catch (Exception cutOff) {
            return gzip.length;
        }
    }

    private static void groups(List<Path> files) throws Exception {
        int groups = files.size() / 3;
        int rows = 0;
        int findings = 0;
        for (int group = 0; group < groups; group++) {
            Path[] three = {files.get(group), files.get(group + groups), files.get(group + 2 * groups)};
            Profile together = read(three);
            Profile merged = merged(List.of(stored(read(three[0])), stored(read(three[1])), stored(read(three[2]))));
            rows += sums(together).equals(sums(merged)) ? 1 : 0;
            boolean same = findings(together).equals(findings(merged));
            findings += same ? 1 : 0;
            if (!same) {
                System.out.println("  other findings: " + Arrays.toString(three));
            }
        }
        System.out.printf("groups of 3, read together = read apart, stored, merged: rows %d, findings with notes %d of %d%n",
                rows, findings, groups);
    }

    private static String findings(Profile profile) {
        return Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS).findings().stream()
                .map(one -> one.id() + one.severity() + one.message() + one.samples() + " " + one.nanos()
                        + one.savingSystemShare() + one.savingCpuShare() + one.notes())
                .toList().toString();
    }

    private static void orders(List<Path> files) throws Exception {
        int forwards = 0;
        int tree = 0;
        int folded = 0;
        int all = Math.min(90, files.size());
        for (Path file : files.subList(0, all)) {
            List<Profile> windows = new ArrayList<>();
            long nanos = read(file).recordings().get(0).durationMillis() * 1_000_000 / 6 + 1;
            for (int window = 0; window < 6; window++) {
                windows.add(Recordings.read(List.of(file), OPTIONS.withTime(window * nanos, (window + 1) * nanos)));
            }
            List<Profile> backwards = new ArrayList<>(windows);
            Collections.reverse(backwards);
            byte[] bytes = bytes(merged(windows));
            Profile asTree = merged(List.of(stored(merged(windows.subList(4, 6))), merged(List.of(
                    stored(merged(windows.subList(0, 2))), stored(merged(windows.subList(2, 4)))))));
            forwards += Arrays.equals(bytes, bytes(merged(backwards))) ? 1 : 0;
            tree += Arrays.equals(bytes, bytes(asTree)) ? 1 : 0;
            folded += Arrays.equals(bytes(ProfileFold.fold(merged(windows), 2000)),
                    bytes(ProfileFold.fold(asTree, 2000))) ? 1 : 0;
        }
        System.out.printf("6 windows: backwards %d, as a tree %d, folded to 2,000 nodes %d of %d%n", forwards, tree, folded,
                all);
    }

    private static void limits(Path large) throws Exception {
        for (int limit : LIMITS) {
            Profile profile = Recordings.read(List.of(large), OPTIONS.withMaxNodes(limit));
            CpuTotals totals = CpuTotals.best(profile);
            System.out.printf("%s, %,d nodes allowed: %,d nodes, %,d samples, %,d ns, %,d system samples, %,d ns%n",
                    large.getFileName(), limit, profile.tree().size(), totals.samples(), totals.nanos(),
                    totals.systemSamples(), totals.systemNanos());
            Analysis.run(profile, Optional.empty(), AnalysisOptions.DEFAULTS).findings().stream()
                    .filter(finding -> finding.systemShare().orElse(0) >= 0.05)
                    .forEach(finding -> System.out.printf("  %s %s %.1f %%%n", finding.id(), finding.rule(),
                            100 * finding.systemShare().orElse(0)));
        }
    }

    private static Map<String, List<Long>> sums(Profile profile) {
        Map<String, List<Long>> sums = new TreeMap<>();
        Rows rows = profile.rows();
        for (int row = 0; row < rows.size(); row++) {
            StringBuilder key = new StringBuilder();
            for (int node = rows.leaf(row); node > 0; node = profile.tree().parent(node)) {
                key.append(profile.methods().name(profile.tree().method(node))).append(':')
                        .append(profile.tree().line(node)).append(profile.tree().kind(node)).append(' ');
            }
            key.append(profile.threadGroups().get(rows.threadGroup(row))).append(profile.events().get(rows.event(row)))
                    .append(profile.units().get(rows.unit(row)).host())
                    .append(profile.units().get(rows.unit(row)).hourMillis());
            List<Long> values = List.of(rows.samples(row), rows.nanos(row), rows.systemSamples(row),
                    rows.systemNanos(row));
            if (values.stream().anyMatch(value -> value != 0)) {
                sums.merge(key.toString(), values, (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1),
                        a.get(2) + b.get(2), a.get(3) + b.get(3)));
            }
        }
        return sums;
    }
}
