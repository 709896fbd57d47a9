package dev.perfhint.fleet;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Runs the steps of collecting: on threads of one JVM, or on a cluster. Call trees stay with the runner. */
public interface FleetRunner {
    /** Returns how many tasks run at the same time. */
    int parallelism();

    /** Runs {@link ReadStep} on each task, keeps the call trees, and returns the manifest's lines. */
    List<String> read(List<List<String>> tasks) throws IOException;

    /**
     * Runs {@link MergeStep} on the trees kept, writes its files and returns their names.
     *
     * @param stored files of the store to add, by partition
     */
    List<StoredPartition> merge(Map<String, String> stored) throws IOException;
}
