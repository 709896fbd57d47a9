package dev.perfhint.observer.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** Does what the agent's options ask for; called by {@code Agent} through reflection. */
public final class AgentSession {
    private AgentSession() {}

    /** Begins before the program's main class is loaded. */
    public static void atStart(String arguments, Instrumentation instrumentation) throws Throwable {
        AgentOptions options = AgentOptions.parse(arguments);
        options.code().ifPresent(folder -> instrumentation.addTransformer(new CodeReport(folder)));
        if (options.patch().isPresent()) {
            patch(options.patch().get(), instrumentation);
        }
        if (options.observe().isPresent()) {
            StreamObserver.start(options, options.observe().get(), instrumentation);
        }
    }

    /** Begins in a running JVM, whose loaded classes are redefined where the JVM allows it. */
    public static void whileRunning(String arguments, Instrumentation instrumentation) throws Throwable {
        AgentOptions options = AgentOptions.parse(arguments);
        if (options.patch().isPresent()) {
            patch(options.patch().get(), instrumentation).redefineLoaded();
        }
        if (options.observe().isPresent()) {
            StreamObserver observer = StreamObserver.start(options, options.observe().get(), instrumentation);
            if (options.millis() > 0) {
                endLater(observer, options.millis());
            }
        }
    }

    private static PatchedClasses patch(Path folder, Instrumentation instrumentation) throws IOException {
        PatchedClasses patched = PatchedClasses.read(folder, instrumentation);
        instrumentation.addTransformer(patched);
        return patched;
    }

    private static void endLater(StreamObserver observer, long millis) {
        Thread thread = new Thread(() -> {
            try {
                Thread.sleep(millis);
                observer.end("");
            } catch (Throwable unobserved) {
                // the program goes on; its file is missing
            }
        }, "perfhint-observer-end");
        thread.setDaemon(true);
        thread.start();
    }
}
