package dev.perfhint.fleet;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.build.ProfileBuilder;
import dev.perfhint.profile.store.ProfileFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Recordings of a minute with one-byte writes, and stores made of them. */
final class SmallFleet {
    static final long MIDNIGHT = 1_795_478_400_000L;
    private static final long MILLISECOND = 1_000_000;

    private final Path directory;

    SmallFleet(Path directory) {
        this.directory = directory;
    }

    Path lake() {
        return directory.resolve("lake");
    }

    /** Writes a recording with its labels in folders; each number makes other stacks and sums. */
    Path add(String service, String version, String host, String date, int number) throws IOException {
        Path file = lake().resolve("service=" + service + "/version=" + version + "/host=" + host + "/date=" + date
                + "/r" + number + ".php");
        return write(file, Labels.NONE, "app.Main", number);
    }

    static Path write(Path file, Labels labels, String mainClass, int number) throws IOException {
        ProfileBuilder builder = new ProfileBuilder();
        int event = builder.event(new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true));
        int thread = builder.threadGroup("main");
        int[] leaves = {leaf(builder, "app.Export", number % 7, true), leaf(builder, "app.Only" + number, 3, false)};
        long[] samples = {1_000 + number, 3_000};
        for (int i = 0; i < leaves.length; i++) {
            builder.sample(leaves[i], thread, event, samples[i], samples[i] * MILLISECOND, -1);
        }
        Recording recording = new Recording(file.toString(), "jfr", "perf_events", "cpu", Evidence.KERNEL_FRAMES, "",
                mainClass, MIDNIGHT, 60_000, MILLISECOND, samples[0] + samples[1],
                (samples[0] + samples[1]) * MILLISECOND, samples[0] * MILLISECOND, 0, 0, true, 0, List.of(), labels,
                Optional.empty());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ProfileFile.write(builder.build(List.of(recording)), bytes);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes.toByteArray());
        Files.setLastModifiedTime(file, FileTime.fromMillis(MIDNIGHT + number));
        return file;
    }

    private static int leaf(ProfileBuilder builder, String type, int line, boolean writes) {
        int node = builder.child(CallTree.ROOT, builder.method(type, "run"), line, FrameKind.JAVA);
        if (!writes) {
            return node;
        }
        node = builder.child(node, builder.method("java.io.FileOutputStream", "write"), 300, FrameKind.JAVA);
        node = builder.child(node, builder.method("java.io.FileOutputStream", "write"), 0, FrameKind.JAVA);
        for (String frame : List.of("writeSingle", "__GI_write")) {
            node = builder.child(node, builder.method("", frame), 0, FrameKind.NATIVE);
        }
        for (String frame : List.of("do_syscall_64", "__x64_sys_write", "ksys_write")) {
            node = builder.child(node, builder.method("", frame), 0, FrameKind.KERNEL);
        }
        return node;
    }

    Collect.Result collect(String store) throws IOException {
        return collect(store, MergeStep.DEFAULT_MAX_NODES, LabelsFile.NONE);
    }

    Collect.Result collect(String store, int maxNodes, LabelsFile labels) throws IOException {
        Path folder = directory.resolve(store);
        try (DirectoryStorage storage = DirectoryStorage.lock(folder)) {
            return collect(storage, folder, maxNodes, labels);
        }
    }

    Collect.Result collect(FleetStorage storage, Path scratch, int maxNodes, LabelsFile labels) throws IOException {
        RecordingFinder finder = new RecordingFinder();
        finder.add(lake().toString());
        Collect collect = new Collect(storage, new Labeller(labels, PathLayout.FOLDERS));
        try (ThreadRunner runner = new ThreadRunner(storage, 2, maxNodes, size -> {}, scratch, StoreNames.NONE)) {
            return collect.run(collect.plan(finder.found(), finder::covers), runner);
        }
    }

    /** Returns the store's files by name, but the lock. */
    TreeMap<String, String> files(String store) throws IOException {
        TreeMap<String, String> files = new TreeMap<>();
        DirectoryStorage storage = DirectoryStorage.open(directory.resolve(store));
        for (String name : storage.list()) {
            if (!name.startsWith(".")) {
                files.put(name, ContentHash.of(storage.read(name).orElseThrow()));
            }
        }
        return files;
    }
}
