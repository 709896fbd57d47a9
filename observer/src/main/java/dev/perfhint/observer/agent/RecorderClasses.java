package dev.perfhint.observer.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Defines the recorder inside {@code java.base}, where every class of the JDK and of the program finds it.
 *
 * <p>To append it to the boot class path would print a warning, and end the sharing of the program's own classes.
 */
final class RecorderClasses {
    private static final List<String> NAMES = List.of("PerfhintLife", "PerfhintBlock", "PerfhintStream", "PerfhintUnit",
            "PerfhintSite", "PerfhintStacks", "PerfhintRegistry$Earlier", "PerfhintRegistry", "PerfhintFields$Known",
            "PerfhintFields", "PerfhintText$1", "PerfhintText$2", "PerfhintText", "PerfhintWriter$Writing",
            "PerfhintWriter", "PerfhintObserver");

    private final Class<?> recorder;
    private final MethodHandles.Lookup lookup;

    private RecorderClasses(Class<?> recorder, MethodHandles.Lookup lookup) {
        this.recorder = recorder;
        this.lookup = lookup;
    }

    static RecorderClasses define(Instrumentation instrumentation) throws IOException, IllegalAccessException {
        Module own = RecorderClasses.class.getModule();
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
                Map.of("java.io", Set.of(own)), Set.of(), Map.of());
        MethodHandles.Lookup lookup =
                MethodHandles.privateLookupIn(FileOutputStream.class, MethodHandles.lookup());
        Class<?> recorder = null;
        for (String name : NAMES) {
            try (InputStream in = RecorderClasses.class.getResourceAsStream("/java/io/" + name + ".class")) {
                recorder = lookup.defineClass(in.readAllBytes());
            }
        }
        return new RecorderClasses(recorder, lookup);
    }

    void start(Path file, boolean stacks, long worthCalls) throws Throwable {
        method("start", String.class, boolean.class, long.class).invoke(file.toString(), stacks, worthCalls);
    }

    /** Ends it and writes what was observed. */
    void finish(String why) throws Throwable {
        method("finish", String.class).invoke(why);
    }

    private MethodHandle method(String name, Class<?>... parameters) throws ReflectiveOperationException {
        return lookup.findStatic(recorder, name, MethodType.methodType(void.class, parameters));
    }
}
