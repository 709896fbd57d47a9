package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.PackagePrefixes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Finds the stacks that start in the same method or class as a given one: what else the code around it does. */
public final class Surroundings {
    private static final Set<String> TIMERS = Set.of("java.util.TimerThread.mainLoop",
            "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask.run");

    private final CallTree tree;
    private final Methods methods;
    private final List<SystemStack> all;
    private Set<String> sleepers = Set.of();
    private final Map<Cause, Long> byCause = new EnumMap<>(Cause.class);
    private final Map<String, List<SystemStack>> byMethod = new HashMap<>();
    private final Map<String, List<SystemStack>> byClass = new HashMap<>();

    public Surroundings(List<SystemStack> stacks, CallTree tree, Methods methods) {
        this.tree = tree;
        this.methods = methods;
        this.all = List.copyOf(stacks);
        for (SystemStack stack : stacks) {
            byCause.merge(stack.cause(), stack.samples(), Long::sum);
            if (stack.site() <= CallTree.ROOT) {
                continue;
            }
            int method = tree.method(stack.site());
            byMethod.computeIfAbsent(enclosing(method), key -> new ArrayList<>()).add(stack);
            byClass.computeIfAbsent(topLevel(method), key -> new ArrayList<>()).add(stack);
        }
    }

    /** Returns the stacks whose site is in the same method, the given one included. */
    public List<SystemStack> sameMethod(SystemStack stack) {
        return stack.site() <= CallTree.ROOT ? List.of()
                : byMethod.getOrDefault(enclosing(tree.method(stack.site())), List.of());
    }

    /** Returns the stacks whose site is in the same top-level class, the given one included. */
    public List<SystemStack> sameClass(SystemStack stack) {
        return stack.site() <= CallTree.ROOT ? List.of()
                : byClass.getOrDefault(topLevel(tree.method(stack.site())), List.of());
    }

    /** Returns all stacks of the profile. */
    public List<SystemStack> all() {
        return all;
    }

    /** Returns whether the stack runs on a timer, or below a method that also sleeps: what it does, it does again. */
    public boolean isPolled(SystemStack stack) {
        return tree.path(stack.caller()).mapToObj(node -> methods.name(tree.method(node))).anyMatch(this::waits);
    }

    /** Returns the method that does it again: the outermost one that sleeps, or that the timer calls. */
    public String poller(SystemStack stack) {
        String poller = method(stack);
        String inner = poller;
        for (int node = stack.caller(); node > CallTree.ROOT; node = tree.parent(node)) {
            String name = methods.name(tree.method(node));
            poller = !waits(name) ? poller : TIMERS.contains(name) ? inner : name;
            inner = PackagePrefixes.JDK.contain(methods.className(tree.method(node))) ? inner
                    : enclosing(tree.method(node));
        }
        return poller;
    }

    private boolean waits(String name) {
        return TIMERS.contains(name) || sleepers().contains(name);
    }

    private Set<String> sleepers() {
        if (sleepers.isEmpty()) {
            Set<String> found = new HashSet<>();
            found.add("");
            all.stream().filter(stack -> stack.cause() == Cause.SLEEP && stack.caller() > CallTree.ROOT)
                    .forEach(stack -> found.add(methods.name(tree.method(stack.caller()))));
            sleepers = found;
        }
        return sleepers;
    }

    /** Returns the samples of a cause in all of the profile. */
    public long samplesOf(Cause cause) {
        return byCause.getOrDefault(cause, 0L);
    }

    /**
     * Returns the name of the method that the stack's site is in, without the number of a lambda; empty if there is no
     * site.
     */
    public String method(SystemStack stack) {
        return stack.site() <= CallTree.ROOT ? "" : enclosing(tree.method(stack.site()));
    }

    /** Returns whether a method of that name decided the stack's cause, or is called by it. */
    public boolean isOf(SystemStack stack, String method) {
        return tree.path(stack.leaf()).takeWhile(node -> node != stack.caller())
                .anyMatch(node -> methods.methodName(tree.method(node)).equals(method));
    }

    /** Returns the samples of those stacks that match. */
    public static long samples(List<SystemStack> stacks, Predicate<SystemStack> matching) {
        return stacks.stream().filter(matching).mapToLong(SystemStack::samples).sum();
    }

    /** Returns the heaviest stack in the same method that matches, else the given one. */
    public SystemStack heaviest(SystemStack stack, Predicate<SystemStack> matching) {
        return sameMethod(stack).stream()
                .filter(matching)
                .max((a, b) -> a.samples() != b.samples()
                        ? Long.compare(a.samples(), b.samples())
                        : Integer.compare(b.site(), a.site()))
                .orElse(stack);
    }

    // a lambda's body counts as part of the method it stands in
    private String enclosing(int method) {
        String name = methods.methodName(method);
        if (name.startsWith("lambda$")) {
            int end = name.lastIndexOf('$');
            name = end > 7 ? name.substring(7, end) : name;
        }
        return methods.className(method) + '.' + name;
    }

    private String topLevel(int method) {
        String name = methods.className(method);
        int dollar = name.indexOf('$', name.lastIndexOf('.') + 2);
        return dollar < 0 ? name : name.substring(0, dollar);
    }
}
