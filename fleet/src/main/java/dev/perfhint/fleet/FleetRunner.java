package dev.perfhint.fleet;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Runs the steps of collecting: on threads of one JVM, or on a cluster. */
public interface FleetRunner {
    /** Returns what {@link ReadStep} makes of each task. */
    List<KeyedBytes> read(List<List<String>> tasks) throws IOException;

    /** Writes the files that {@link MergeStep} makes of the parts of each partition, and returns their names. */
    List<StoredPartition> merge(Map<String, List<byte[]>> parts) throws IOException;
}
