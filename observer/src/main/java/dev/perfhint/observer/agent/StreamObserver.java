package dev.perfhint.observer.agent;

import dev.perfhint.observer.agent.Hooks.Watched;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts the hooks into the JDK's classes, those that are loaded and those that will be, and can take them out again. */
final class StreamObserver implements ClassFileTransformer {
    private final Map<String, Watched> watched;
    private final Set<String> natives;
    private final Instrumentation instrumentation;
    private final RecorderClasses recorder;
    private volatile Optional<String> misfit = Optional.empty();
    private volatile boolean ended;

    private StreamObserver(
            Map<String, Watched> watched, Instrumentation instrumentation, RecorderClasses recorder) {
        this.watched = watched;
        this.natives = NativeCallSites.ofThisJdk();
        this.instrumentation = instrumentation;
        this.recorder = recorder;
    }

    /** Begins to observe; what does not fit this JDK ends it before it has begun. */
    static StreamObserver start(AgentOptions options, Path file, Instrumentation instrumentation) throws Throwable {
        StreamObserver observer =
                new StreamObserver(Hooks.read(), instrumentation, RecorderClasses.define(instrumentation));
        instrumentation.addTransformer(observer, true);
        observer.retransform();
        if (!options.mode().equals("off")) {
            observer.recorder.start(file, !options.mode().equals("count"), options.worth());
        }
        if (observer.misfit.isPresent()) {
            observer.end("error " + observer.misfit.get());
        }
        return observer;
    }

    /** Takes the hooks out and writes the file. */
    void end(String why) throws Throwable {
        recorder.finish(why);
        ended = true;
        retransform();
        instrumentation.removeTransformer(this);
    }

    private void retransform() throws Exception {
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (each.getClassLoader() == null && watched.containsKey(each.getName().replace('.', '/'))) {
                loaded.add(each);
            }
        }
        instrumentation.retransformClasses(loaded.toArray(new Class<?>[0]));
    }

    @Override
    public byte[] transform(
            Module module, ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] old) {
        try {
            if (ended || name == null) {
                return null;
            }
            if (loader == null) {
                Watched hooks = watched.get(name);
                return hooks == null ? null : HookWriter.write(old, hooks);
            }
            return loader == StreamObserver.class.getClassLoader() ? null : NativeCallSites.write(old, natives);
        } catch (Throwable e) {
            if (loader == null) {
                misfit = Optional.of(String.valueOf(e.getMessage()));
            }
            return null;
        }
    }
}
