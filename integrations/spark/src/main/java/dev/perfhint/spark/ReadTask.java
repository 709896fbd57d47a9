package dev.perfhint.spark;

import dev.perfhint.fleet.KeyedBytes;
import dev.perfhint.fleet.ReadStep;
import dev.perfhint.profile.Profile;
import dev.perfhint.reader.Recordings;
import dev.perfhint.reader.input.ReadOptions;
import dev.perfhint.reader.input.RecordingStorageException;
import dev.perfhint.reader.input.UnreadableRecordingException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.PairFlatMapFunction;
import scala.Tuple2;

/** Reads the recordings of a task. An error of the storage fails it, so that Spark tries again. */
record ReadTask(HadoopFiles files) implements PairFlatMapFunction<String, String, byte[]> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<Tuple2<String, byte[]>> call(String recordings)
            throws IOException, RecordingStorageException {
        Configuration configuration = files.configuration();
        ReadStep step = new ReadStep((path, options) -> read(path, options, configuration), true);
        List<Tuple2<String, byte[]>> results = new ArrayList<>();
        for (KeyedBytes each : step.run(List.of(recordings.split("\n")), size -> {})) {
            results.add(new Tuple2<>(each.key(), each.bytes()));
        }
        return results.iterator();
    }

    private static Profile read(String name, ReadOptions options, Configuration configuration)
            throws IOException, UnreadableRecordingException {
        Path path = new Path(name);
        try (FSDataInputStream in = path.getFileSystem(configuration).open(path)) {
            return Recordings.read(name, in, options);
        } catch (FileNotFoundException e) {
            throw new UnreadableRecordingException(name + ": no such file", e);
        }
    }
}
