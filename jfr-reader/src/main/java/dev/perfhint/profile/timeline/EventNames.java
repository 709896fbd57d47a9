package dev.perfhint.profile.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The texts, threads and stack traces of a recording's events, each kept once and known by its number. */
public final class EventNames {
    /** A frame of a stack trace; the line is 0 if it was not recorded. */
    public record CodeLine(String className, String methodName, int line) {
        /** Returns {@code pkg.Type.method}. */
        public String method() {
            return className + "." + methodName;
        }

        /** A record's own is linked when it is first called, which takes milliseconds of a short run. */
        @Override
        public int hashCode() {
            return (className.hashCode() * 31 + methodName.hashCode()) * 31 + line;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof CodeLine that && line == that.line && methodName.equals(that.methodName)
                    && className.equals(that.className);
        }
    }

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> textNumbers = new HashMap<>();
    private final List<List<CodeLine>> stacks = new ArrayList<>();
    private final Map<List<CodeLine>, Integer> stackNumbers = new HashMap<>();
    private final Map<CodeLine, CodeLine> frames = new HashMap<>();
    private final List<String> threads = new ArrayList<>();
    private final Map<Long, Integer> threadNumbers = new HashMap<>();

    /** Returns the number of a text. */
    public int number(String text) {
        return textNumbers.computeIfAbsent(text, key -> {
            texts.add(key);
            return texts.size() - 1;
        });
    }

    /** Returns the text of a number, empty for {@link EventSeries#NONE}. */
    public String text(int number) {
        return number < 0 ? "" : texts.get(number);
    }

    /** Returns the number of a thread, known in the recording by a key; a name may become known later. */
    public int thread(long key, String name) {
        Integer number = threadNumbers.get(key);
        if (number == null) {
            number = threads.size();
            threadNumbers.put(key, number);
            threads.add(name);
        } else if (threads.get(number).isEmpty()) {
            threads.set(number, name);
        }
        return number;
    }

    /** Gives all threads other names. */
    public void renameThreads(UnaryOperator<String> renamed) {
        threads.replaceAll(renamed);
    }

    /** Returns the name of a thread, empty if it has none. */
    public String thread(int number) {
        return number < 0 ? "" : threads.get(number);
    }

    /** Returns the number of a stack trace, innermost frame first. */
    public int stack(List<CodeLine> stack) {
        return stackNumbers.computeIfAbsent(stack, key -> {
            stacks.add(List.copyOf(key.stream().map(frame -> frames.computeIfAbsent(frame, same -> same)).toList()));
            return stacks.size() - 1;
        });
    }

    /** Returns a stack trace, innermost frame first; empty for {@link EventSeries#NONE}. */
    public List<CodeLine> stack(int number) {
        return number < 0 ? List.of() : stacks.get(number);
    }
}
