package dev.perfhint.observer.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Set;

/** Defines a class in another class loader. */
final class ClassDefiner {
    private final Method define;
    private final Method findLoaded;

    private ClassDefiner(Method define, Method findLoaded) {
        this.define = define;
        this.findLoaded = findLoaded;
    }

    static ClassDefiner open(Instrumentation instrumentation) {
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(),
                Map.of("java.lang", Set.of(ClassDefiner.class.getModule())), Set.of(), Map.of());
        try {
            Method define = ClassLoader.class.getDeclaredMethod(
                    "defineClass", String.class, byte[].class, int.class, int.class, ProtectionDomain.class);
            Method findLoaded = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
            define.setAccessible(true);
            findLoaded.setAccessible(true);
            return new ClassDefiner(define, findLoaded);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Defines it unless the loader has a class of that name already, by another thread. */
    void define(ClassLoader loader, String name, byte[] bytes, ProtectionDomain domain) {
        String binary = name.replace('/', '.');
        try {
            define.invoke(loader, binary, bytes, 0, bytes.length, domain);
        } catch (InvocationTargetException e) {
            if (!isLoaded(loader, binary)) {
                throw new IllegalStateException(binary + ": " + e.getCause(), e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean isLoaded(ClassLoader loader, String binary) {
        try {
            return findLoaded.invoke(loader, binary) != null;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
