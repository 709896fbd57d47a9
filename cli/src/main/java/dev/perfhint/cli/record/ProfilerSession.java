package dev.perfhint.cli.record;

import dev.perfhint.cli.record.jvm.JavaImage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** A profiler in a running JVM: started once, stopped once, from any thread; a stop during the start waits for it. */
final class ProfilerSession {
    /** Beyond the duration: perfhint stops in time, the profiler does it itself only if perfhint was killed. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final TargetProcess target;
    private final Engine engine;
    private final Workspace workspace;
    private Optional<Path> library = Optional.empty();
    private boolean begun;
    private boolean limited;
    private boolean over;

    ProfilerSession(TargetProcess target, Engine engine, Workspace workspace) {
        this.target = target;
        this.engine = engine;
        this.workspace = workspace;
    }

    synchronized void start(RecordOptions options) {
        if (over) {
            return;
        }
        begun = true;
        limited = options.duration().isPresent();
        Optional<Duration> limit = options.duration().map(MARGIN::plus);
        if (engine == Engine.JFR) {
            int release = JavaImage.ofProcess(target.pid()).map(JavaImage::release).orElse(OptionalInt.empty())
                    .orElse(0);
            options.checkTracing(release, Long.toString(target.pid()));
            boolean throttled = release >= 25;
            Path settings = AgentArguments.writeSettings(workspace, throttled, options);
            attach().startFlightRecorder(AgentArguments.flightRecorderStart(Container.inside(settings), limit,
                    Container.inside(file())));
            return;
        }
        attach().startAsyncProfiler(library(),
                AgentArguments.asyncProfiler(engine, options.firstInterval(), limit, Container.inside(file()),
                        Container.inside(workspace.log())));
    }

    /** Stops the profiler and has the file completed, if the target still lives. */
    synchronized void stop() {
        if (over || !begun || !target.isAlive()) {
            over = true;
            return;
        }
        over = true;
        try {
            if (engine == Engine.JFR) {
                attach().stopFlightRecorder(file());
            } else {
                attach().stopAsyncProfiler(library(), file());
            }
        } catch (RecordException e) {
            // on a busy machine the profiler reaches its own limit first: the file is complete then
            if (target.isAlive() && !limited || workspace.isMissing(file())) {
                throw e;
            }
        }
    }

    private Attach attach() {
        return new Attach(target.pid(), workspace.log(), target.owner());
    }

    // another user's file is written once, and not again over what may lie there by then
    private Path library() {
        if (library.isEmpty()) {
            boolean elsewhere = target.owner().isPresent() || target.container().isPresent();
            library = Optional.of(elsewhere ? ProfilerLibrary.unpackInto(workspace)
                    : ProfilerLibrary.unpack(workspace));
        }
        return library.get();
    }

    private Path file() {
        return workspace.recording(target.pid());
    }
}
