package dev.perfhint.spark;

import dev.perfhint.fleet.DirectoryStorage;
import dev.perfhint.fleet.FleetStorage;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Paths;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Where the store is, for tasks. A directory that all machines share is written without Hadoop: faster. */
record StoreLocation(HadoopFiles files, String root) implements Serializable {
    private static final long serialVersionUID = 1L;

    FleetStorage open() throws IOException {
        Path path = new Path(root.endsWith("/") ? root : root + "/");
        FileSystem system = path.getFileSystem(files.configuration());
        return system.getScheme().equals("file") ? DirectoryStorage.open(Paths.get(system.makeQualified(path).toUri()))
                : new HadoopStorage(system, path, files.configuration());
    }
}
