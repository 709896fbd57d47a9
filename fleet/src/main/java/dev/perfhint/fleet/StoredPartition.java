package dev.perfhint.fleet;

import dev.perfhint.fleet.format.FlatJson;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The data files of one partition, named by their content.
 *
 * @param tree the merged profile
 * @param rows what the facts say of it, one JSON object a line
 * @param folded whether rare stacks were folded: nothing may be added to it any more
 */
public record StoredPartition(PartitionKey key, String tree, String rows, boolean folded) {
    /** Returns it as a line of the manifest. */
    public String line() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kind", "partition");
        line.put("partition", key.toString());
        line.put("tree", tree);
        line.put("rows", rows);
        line.put("folded", String.valueOf(folded));
        return FlatJson.write(line);
    }

    /** Reads a line of the manifest. */
    public static StoredPartition of(String line) {
        return of(FlatJson.read(line));
    }

    static StoredPartition of(Map<String, String> line) {
        return new StoredPartition(PartitionKey.of(line.get("partition")), line.get("tree"), line.get("rows"),
                line.get("folded").equals("true"));
    }
}
