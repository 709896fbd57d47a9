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

    /** Returns the store for the driver: a directory is locked until the job ends. */
    FleetStorage lock() throws IOException {
        FileSystem system = path().getFileSystem(files.configuration());
        return isDirectory(system) ? DirectoryStorage.lock(directory(system)) : hadoop(system);
    }

    /** Returns the store for a task. */
    FleetStorage open() throws IOException {
        FileSystem system = path().getFileSystem(files.configuration());
        return isDirectory(system) ? DirectoryStorage.open(directory(system)) : hadoop(system);
    }

    private Path path() {
        return new Path(root.endsWith("/") ? root : root + "/");
    }

    private static boolean isDirectory(FileSystem system) {
        return system.getScheme().equals("file");
    }

    private java.nio.file.Path directory(FileSystem system) {
        return Paths.get(system.makeQualified(path()).toUri());
    }

    private FleetStorage hadoop(FileSystem system) {
        return new HadoopStorage(system, path(), files.configuration());
    }
}
