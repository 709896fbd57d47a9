package dev.perfhint.observer.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;

/** Does what the agent's options ask for; called by {@code Agent} through reflection. */
public final class AgentSession {
    private AgentSession() {}

    /** Begins before the program's main class is loaded. */
    public static void atStart(String arguments, Instrumentation instrumentation) throws IOException {
        AgentOptions options = AgentOptions.parse(arguments);
        options.code().ifPresent(folder -> instrumentation.addTransformer(new CodeReport(folder)));
        if (options.patch().isPresent()) {
            patch(options.patch().get(), instrumentation);
        }
    }

    /** Begins in a running JVM, whose loaded classes are redefined where the JVM allows it. */
    public static void whileRunning(String arguments, Instrumentation instrumentation) throws IOException {
        AgentOptions options = AgentOptions.parse(arguments);
        if (options.patch().isPresent()) {
            patch(options.patch().get(), instrumentation).redefineLoaded();
        }
    }

    private static PatchedClasses patch(Path folder, Instrumentation instrumentation) throws IOException {
        PatchedClasses patched = PatchedClasses.read(folder, instrumentation);
        instrumentation.addTransformer(patched);
        return patched;
    }
}
