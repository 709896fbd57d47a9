package dev.perfhint.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The methods and native functions that frames refer to, interned: id 0 upwards. Names are already normalised. */
public final class Methods {
    private final Map<String, Integer> ids = new HashMap<>();
    private final List<String> classNames = new ArrayList<>();
    private final List<String> methodNames = new ArrayList<>();
    private final List<String> modules = new ArrayList<>();
    private final Map<String, String> sources = new HashMap<>();

    /**
     * Returns the id of a method, adding it if new.
     *
     * @param className with dots, nested classes with {@code $}; empty for native and kernel functions
     */
    public int id(String className, String methodName) {
        return ids.computeIfAbsent(className.isEmpty() ? methodName : className + '\n' + methodName, key -> {
            classNames.add(className);
            methodNames.add(methodName);
            modules.add("");
            return classNames.size() - 1;
        });
    }

    /** Notes the named module of a method's class; of several the first by name stays, in whatever order they come. */
    public void module(int id, String module) {
        String known = modules.get(id);
        if (known.isEmpty() || !module.isEmpty() && module.compareTo(known) < 0) {
            modules.set(id, module);
        }
    }

    /**
     * Returns the named module of the method's class; empty for the class path's, and where the recording does not
     * tell.
     */
    public String module(int id) {
        return modules.get(id);
    }

    /** Notes the name of the file that a class was compiled from; of several the first by name stays. */
    public void source(String className, String file) {
        if (!file.isEmpty()) {
            sources.merge(className, file, (known, other) -> known.compareTo(other) <= 0 ? known : other);
        }
    }

    /** Returns the file that the class was compiled from; empty where the recording does not tell. */
    public String source(String className) {
        return sources.getOrDefault(className, "");
    }

    public int size() {
        return classNames.size();
    }

    /** Returns the class name with dots, empty for native and kernel functions. */
    public String className(int id) {
        return classNames.get(id);
    }

    public String methodName(int id) {
        return methodNames.get(id);
    }

    /** Returns {@code pkg.Class.method}, or the bare function name of native code. */
    public String name(int id) {
        return qualified(classNames.get(id), methodNames.get(id));
    }

    private static String qualified(String className, String methodName) {
        return className.isEmpty() ? methodName : className + '.' + methodName;
    }
}
