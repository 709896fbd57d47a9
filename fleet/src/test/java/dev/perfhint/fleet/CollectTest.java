package dev.perfhint.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectTest {
    private static final String DAY = "2026-11-24";

    @TempDir
    private Path directory;

    private SmallFleet fleet;

    @BeforeEach
    void addRecordings() throws IOException {
        fleet = new SmallFleet(directory);
        for (int i = 0; i < 6; i++) {
            fleet.add("shop", i < 3 ? "1" : "2", "h" + i % 3, DAY, i);
        }
        fleet.add("cart", "1", "h0", "2026-11-23", 6);
    }

    @Test
    void storesOneTreeForEachServiceVersionAndDate() throws Exception {
        Collect.Result result = fleet.collect("store");
        assertThat(result.read()).hasSize(7).noneMatch(ManifestEntry::isBad);
        assertThat(result.written()).isEqualTo(3);
        assertThat(result.store().partitions()).extracting(one -> one.key().toString()).containsExactly(
                "service=cart/version=1/date=2026-11-23", "service=shop/version=1/date=2026-11-24",
                "service=shop/version=2/date=2026-11-24");
        StoredPartition shop = result.store().partition(new PartitionKey("shop", "1", DAY)).orElseThrow();
        FleetStore store = FleetStore.open(directory.resolve("store"));
        assertThat(store.merged("shop", List.of(shop)).units()).extracting(unit -> unit.host())
                .containsExactly("h0", "h1", "h2");
    }

    @Test
    void readsWhatIsNewOnly() throws Exception {
        fleet.collect("store");
        Map<String, String> before = fleet.files("store");
        assertThat(fleet.collect("store").read()).isEmpty();
        assertThat(fleet.files("store")).isEqualTo(before);
        fleet.add("shop", "1", "h7", DAY, 7);
        Collect.Result more = fleet.collect("store");
        assertThat(more.read()).hasSize(1);
        assertThat(more.written()).isEqualTo(1);
        equalsAFreshStore(MergeStep.DEFAULT_MAX_NODES);
    }

    @Test
    void rebuildsThePartitionOfAChangedFile() throws Exception {
        fleet.collect("store");
        Path changed = fleet.add("shop", "1", "h1", DAY, 1);
        SmallFleet.write(changed, dev.perfhint.profile.Labels.NONE, "app.Main", 9);
        Collect.Result again = fleet.collect("store");
        assertThat(again.read()).extracting(entry -> entry.partition())
                .containsOnly("service=shop/version=1/date=2026-11-24").hasSize(3);
        equalsAFreshStore(MergeStep.DEFAULT_MAX_NODES);
    }

    @Test
    void rebuildsThePartitionOfAVanishedFile() throws Exception {
        Path vanishing = fleet.add("shop", "1", "h9", DAY, 9);
        Path last = fleet.lake().resolve("service=cart/version=1/host=h0/date=2026-11-23/r6.php");
        fleet.collect("store");
        Files.delete(vanishing);
        Files.delete(last);
        Collect.Result again = fleet.collect("store");
        assertThat(again.vanished()).isEqualTo(2);
        assertThat(again.read()).hasSize(3);
        assertThat(fleet.files("store").keySet()).noneMatch(name -> name.contains("cart"))
                .noneMatch(name -> name.contains("2026-11-23"));
        equalsAFreshStore(MergeStep.DEFAULT_MAX_NODES);
    }

    @Test
    void readsAgainWhatOtherLabelsAreGivenTo() throws Exception {
        fleet.collect("store");
        LabelsFile labels = LabelsFile.of("path,service,instances\n*/service=cart/**,basket,40\n");
        Collect.Result again = fleet.collect("store", MergeStep.DEFAULT_MAX_NODES, labels);
        assertThat(again.read()).singleElement().satisfies(entry -> {
            assertThat(entry.partition()).isEqualTo("service=basket/version=1/date=2026-11-23");
            assertThat(entry.instances()).isEqualTo(40);
            assertThat(entry.labelledBy()).isEqualTo("labels-file");
        });
        assertThat(fleet.files("store").keySet()).noneMatch(name -> name.contains("service=cart"));
    }

    @Test
    void foldsOnceHoweverOftenItAdds() throws Exception {
        fleet.collect("store", 12, LabelsFile.NONE);
        fleet.add("shop", "1", "h7", DAY, 7);
        Collect.Result again = fleet.collect("store", 12, LabelsFile.NONE);
        assertThat(again.store().partition(new PartitionKey("shop", "1", DAY)).orElseThrow().folded()).isTrue();
        equalsAFreshStore(12);
    }

    @Test
    void leavesOutTheTreesOfAStoreBelowTheRecordings() throws Exception {
        assertThat(fleet.collect("lake/store").read()).hasSize(7);
        assertThat(fleet.collect("lake/store").read()).isEmpty();
    }

    @Test
    void listsBadFilesWithReasons() throws Exception {
        Files.write(fleet.lake().resolve("empty.jfr"), new byte[0]);
        Files.writeString(fleet.lake().resolve("text.jfr"), "no recording\n");
        Collect.Result result = fleet.collect("store");
        assertThat(result.read()).filteredOn(ManifestEntry::isBad).hasSize(2)
                .allSatisfy(entry -> assertThat(entry.why()).isNotBlank().doesNotContain(directory.toString()));
        assertThat(fleet.collect("store").read()).as("not read again").isEmpty();
    }

    @Test
    void keepsTheOldStoreWhereverItIsEnded() throws Exception {
        fleet.collect("store");
        Map<String, String> before = fleet.files("store");
        fleet.add("shop", "1", "h7", DAY, 7);
        fleet.add("cart", "2", "h8", DAY, 8);
        fleet.collect("fresh");
        Path folder = directory.resolve("store");
        for (int writes = 0; writes < 8; writes++) {
            int limit = writes;
            assertThatThrownBy(() -> fleet.collect(new EndingStorage(DirectoryStorage.open(folder), limit), folder,
                    MergeStep.DEFAULT_MAX_NODES, LabelsFile.NONE)).as("after %d writes", limit)
                    .isInstanceOf(EndedException.class);
            assertThat(fleet.files("store")).containsAllEntriesOf(before);
        }
        fleet.collect("store");
        assertThat(fleet.files("store")).isEqualTo(fleet.files("fresh"));
    }

    @Test
    void refusesASecondWriter() throws Exception {
        try (DirectoryStorage first = DirectoryStorage.lock(directory.resolve("store"))) {
            assertThat(first.list()).isNotNull();
            assertThatThrownBy(() -> fleet.collect("store")).isInstanceOf(IOException.class)
                    .hasMessageContaining("another collect is writing this store");
        }
    }

    @Test
    void leavesTheStoreToTheOtherRunWhereNothingLocksIt() throws Exception {
        fleet.collect("store");
        fleet.add("cart", "2", "h8", DAY, 8);
        Path folder = directory.resolve("store");
        DirectoryStorage bucket = DirectoryStorage.open(folder);
        RecordingFinder finder = new RecordingFinder();
        finder.add(fleet.lake().toString());
        Collect late = new Collect(bucket, new Labeller(LabelsFile.NONE, PathLayout.FOLDERS));
        CollectPlan plan = late.plan(finder.found(), finder::covers);
        fleet.add("cart", "2", "h9", DAY, 9);
        fleet.collect(bucket, folder, MergeStep.DEFAULT_MAX_NODES, LabelsFile.NONE);
        Map<String, String> written = fleet.files("store");
        try (ThreadRunner runner = new ThreadRunner(bucket, 1, MergeStep.DEFAULT_MAX_NODES, size -> {}, folder, StoreNames.NONE)) {
            assertThatThrownBy(() -> late.run(plan, runner)).isInstanceOf(IOException.class)
                    .hasMessageContaining("replaced by another collect");
        }
        assertThat(fleet.files("store")).containsAllEntriesOf(written);
        fleet.collect("store");
        assertThat(fleet.files("store")).isEqualTo(written);
    }

    /** What it would delete may be of a run that goes on. */
    @Test
    void deletesNothingWhereItHasNothingToWriteAndNoLock() throws Exception {
        fleet.collect("store");
        Path folder = directory.resolve("store");
        DirectoryStorage bucket = DirectoryStorage.open(folder);
        bucket.write("tree/service=cart/version=2/date=2026-11-24/tree-0.php", new byte[] {1});
        fleet.collect(bucket, folder, MergeStep.DEFAULT_MAX_NODES, LabelsFile.NONE);
        assertThat(fleet.files("store")).containsKey("tree/service=cart/version=2/date=2026-11-24/tree-0.php");
        fleet.collect("store");
        assertThat(fleet.files("store").keySet()).noneMatch(name -> name.endsWith("tree-0.php"));
    }

    @Test
    void refusesADamagedStore() throws Exception {
        fleet.collect("store");
        Files.writeString(directory.resolve("store/manifest/store.jsonl"), "{\"kind\":\n");
        assertThatThrownBy(() -> fleet.collect("store")).isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
    }

    private void equalsAFreshStore(int maxNodes) throws IOException {
        fleet.collect("fresh", maxNodes, LabelsFile.NONE);
        TreeMap<String, String> fresh = fleet.files("fresh");
        assertThat(fresh.keySet()).anyMatch(name -> name.startsWith("tree/"))
                .anyMatch(name -> name.startsWith("facts/"));
        assertThat(fleet.files("store")).isEqualTo(fresh);
    }

    private static final class EndedException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** A storage whose process is killed after so many writes. */
    private record EndingStorage(FleetStorage storage, int[] left) implements FleetStorage {
        EndingStorage(FleetStorage storage, int writes) {
            this(storage, new int[] {writes});
        }

        @Override
        public Optional<byte[]> read(String name) throws IOException {
            return storage.read(name);
        }

        @Override
        public synchronized void write(String name, byte[] content) throws IOException {
            if (left[0]-- == 0) {
                throw new EndedException();
            }
            storage.write(name, content);
        }

        @Override
        public void delete(String name) throws IOException {
            storage.delete(name);
        }

        @Override
        public boolean exclusive() {
            return false;
        }

        @Override
        public List<String> list() throws IOException {
            return storage.list();
        }
    }
}
