package dev.perfhint.cli.verify;

import dev.perfhint.source.compile.RunningCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A run of the command with a profiler.
 *
 * @param recordings one for each of its JVMs, the largest first
 * @param code what its JVMs ran; empty without the agent
 * @param copy where the tree was
 */
public record RecordedRun(Run run, List<Path> recordings, Optional<RunningCode> code, Path copy) {
    /** Returns where a path of the copy is in the user's tree. */
    public Path original(Path path, Path tree) {
        return path.startsWith(copy) ? tree.resolve(copy.relativize(path)) : path;
    }
}
