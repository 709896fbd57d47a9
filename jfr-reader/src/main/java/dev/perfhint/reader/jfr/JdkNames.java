package dev.perfhint.reader.jfr;

import dev.perfhint.reader.chunk.Names;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names that were resolved before, numbered in the order they came. */
final class JdkNames implements Names {
    private record Method(String className, String name, String module) {}

    private record ThreadName(long id, String name, boolean virtual) {}

    private final Map<Object, Long> ids = new HashMap<>();
    private final List<Object> values = new ArrayList<>();
    private final Map<Long, String> eventNames = new HashMap<>();

    JdkNames() {
        // number 0 is what a missing value has
        values.add("");
    }

    long addText(String text) {
        return text.isEmpty() ? 0 : add(text);
    }

    long addMethod(String className, String name, String module) {
        return add(new Method(className, name, module));
    }

    long addThread(long id, String name, boolean virtual) {
        return add(new ThreadName(id, name, virtual));
    }

    void addEvent(long typeId, String name) {
        eventNames.put(typeId, name);
    }

    private long add(Object value) {
        return ids.computeIfAbsent(value, v -> {
            values.add(v);
            return values.size() - 1L;
        });
    }

    @Override
    public String text(long value) {
        return (String) values.get((int) value);
    }

    @Override
    public boolean hasMethod(long methodKey) {
        return values.get((int) methodKey) instanceof Method;
    }

    @Override
    public String className(long methodKey) {
        return ((Method) values.get((int) methodKey)).className();
    }

    @Override
    public String methodName(long methodKey) {
        return ((Method) values.get((int) methodKey)).name();
    }

    @Override
    public String classOf(long classKey) {
        return text(classKey);
    }

    @Override
    public String moduleName(long methodKey) {
        return ((Method) values.get((int) methodKey)).module();
    }

    @Override
    public String threadName(long threadKey) {
        return values.get((int) threadKey) instanceof ThreadName thread ? thread.name() : "";
    }

    @Override
    public boolean virtualThread(long threadKey) {
        return values.get((int) threadKey) instanceof ThreadName thread && thread.virtual();
    }

    @Override
    public long threadNumber(long threadKey) {
        return values.get((int) threadKey) instanceof ThreadName thread ? thread.id() : -1;
    }

    @Override
    public String eventName(long typeId) {
        return eventNames.getOrDefault(typeId, "");
    }
}
