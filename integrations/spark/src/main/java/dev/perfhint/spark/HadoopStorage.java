package dev.perfhint.spark;

import dev.perfhint.fleet.FleetStorage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * A store in a file system of Hadoop. Object stores show a file when it is closed; elsewhere it is written under
 * another name and renamed.
 */
record HadoopStorage(FileSystem system, Path root, Configuration configuration) implements FleetStorage {
    private static final Set<String> OBJECT_STORES = Set.of("s3a", "s3", "gs", "oss", "cosn", "wasb", "wasbs");

    @Override
    public Optional<byte[]> read(String name) throws IOException {
        try (FSDataInputStream in = system.open(path(name))) {
            return Optional.of(in.readAllBytes());
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public void write(String name, byte[] content) throws IOException {
        Path file = path(name);
        Path part = OBJECT_STORES.contains(system.getScheme()) ? file : path(name + "." + UUID.randomUUID() + ".part");
        try (FSDataOutputStream out = system.create(part, true)) {
            out.write(content);
        }
        if (!part.equals(file)) {
            FileContext.getFileContext(system.getUri(), configuration).rename(part, file, Options.Rename.OVERWRITE);
        }
    }

    @Override
    public void delete(String name) throws IOException {
        system.delete(path(name), false);
    }

    @Override
    public boolean exclusive() {
        return false;
    }

    @Override
    public List<String> list() throws IOException {
        int start = system.makeQualified(path("x")).toString().length() - 1;
        List<String> names = new ArrayList<>();
        try {
            RemoteIterator<LocatedFileStatus> files = system.listFiles(root, true);
            while (files.hasNext()) {
                names.add(files.next().getPath().toString().substring(start));
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return names.stream().sorted().toList();
    }

    private Path path(String name) {
        return system.makeQualified(new Path(root, name));
    }
}
