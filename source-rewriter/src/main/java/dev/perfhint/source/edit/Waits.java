package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Finds calls that may wait for a peer: reads of streams and channels, and what waits for other threads or processes.
 * Follows the methods of the sources that are called.
 */
public record Waits(Resolver resolver, Set<Node> entered) {
    private static final int MAX_METHODS = 100;
    private static final List<String> READ = List.of("java.io.InputStream", "java.io.Reader", "java.io.DataInput",
            "java.nio.channels.ReadableByteChannel");
    private static final List<String> OTHERS = List.of("java.lang.Thread", "java.lang.Process", "java.net.ServerSocket",
            "java.nio.channels.Selector", "java.util.concurrent.Future", "java.util.concurrent.BlockingQueue",
            "java.util.concurrent.CountDownLatch", "java.util.concurrent.Semaphore",
            "java.util.concurrent.locks.Condition");
    private static final Set<String> WAITING = Set.of("sleep", "join", "waitFor", "accept", "select", "get", "take",
            "put", "await", "acquire", "wait", "poll");

    /** Returns whether the code may wait; also where more methods are called than are followed. */
    public static boolean in(Resolver resolver, Node code) {
        return new Waits(resolver, Collections.newSetFromMap(new IdentityHashMap<>())).in(code);
    }

    private boolean in(Node code) {
        if (!entered.add(code)) {
            return false;
        }
        return entered.size() > MAX_METHODS || code.findAll(MethodCallExpr.class).stream().anyMatch(this::mayWait);
    }

    private boolean mayWait(MethodCallExpr call) {
        String name = call.getNameAsString();
        boolean reads = name.startsWith("read") || name.equals("transferTo") || name.equals("skip");
        boolean waits = reads && call.getScope().filter(scope -> isOne(scope, READ)).isPresent()
                || WAITING.contains(name) && (name.equals("wait") && call.getScope().isEmpty()
                        || call.getScope().filter(scope -> name.equals("wait") || isOne(scope, OTHERS)).isPresent()
                        || resolver.ownerOf(call).filter(OTHERS::contains).isPresent());
        return waits || resolver.calledMethod(call).filter(method -> in(method)).isPresent();
    }

    private boolean isOne(Node value, List<String> types) {
        return types.stream().anyMatch(type -> resolver.isSubtype(value, type));
    }
}
