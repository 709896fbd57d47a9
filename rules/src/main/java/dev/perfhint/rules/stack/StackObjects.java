package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.PackagePrefixes;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.ShippedTable;
import dev.perfhint.profile.cause.Causes.Classified;
import dev.perfhint.profile.cause.Causes.Medium;
import dev.perfhint.profile.cause.ThreadKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Names what a stack's system CPU is spent on: a queue, a lock, a kind of memory, a native library. */
final class StackObjects {
    private static final Set<String> RESOLVERS = Set.of("Inet4AddressImpl", "Inet6AddressImpl");
    private static final String DIRECT = "direct buffers";
    private static final String BY_COLLECTOR = "heap, by the garbage collector";
    // what a selector that sleeps is woken with
    private static final Set<String> WAKE_UPS = Set.of("sun.nio.ch.EventFD", "sun.nio.ch.EPollSelectorImpl",
            "sun.nio.ch.IOUtil", "io.netty.channel.epoll.Native", "io.netty.channel.epoll.EpollEventLoop",
            "io.grpc.netty.shaded.io.netty.channel.epoll.Native", "io.netty.channel.nio.NioEventLoop");
    private static final Set<String> PIPES = Set.of("SinkChannelImpl", "SourceChannelImpl");
    private static final Set<String> DATAGRAM_CLASSES = Set.of("java.net.DatagramSocket", "java.net.MulticastSocket",
            "java.net.AbstractPlainDatagramSocketImpl", "java.net.PlainDatagramSocketImpl",
            "java.net.NetMulticastSocket", "sun.nio.ch.DatagramChannelImpl",
            "sun.nio.ch.DatagramSocketAdaptor");
    private static final TreeMap<String, String> LIBRARIES = new TreeMap<>();

    static {
        ShippedTable.read(StackObjects.class, "native-libraries.txt",
                row -> LIBRARIES.put(row.get(0), String.join(" ", row.subList(1, row.size()))));
    }

    private StackObjects() {}

    /** Returns the object's name, empty if it cannot be told. */
    static String of(Profile profile, Classified stack) {
        if (stack.java() == CallTree.ROOT) {
            return stack.cause() == Cause.PAGE_FAULT ? memory(profile, stack)
                    : stack.cause() == Cause.MEMORY_MAP && stack.threads() != ThreadKind.JAVA ? BY_COLLECTOR : "";
        }
        return switch (stack.cause()) {
            case SOCKET_CONNECT -> RESOLVERS.contains(className(profile, stack.frame())) ? SystemStack.NAMES
                    : isDatagram(profile, stack.java()) ? SystemStack.DATAGRAMS : library(profile, stack.java());
            case THREAD_HANDOFF -> wakesSelector(profile, stack.frame()) ? SystemStack.SELECTOR
                    : PIPES.contains(className(profile, stack.frame())) ? "pipe" : className(profile, stack.frame());
            case SLEEP -> className(profile, stack.frame());
            case LOCK -> lock(profile, stack);
            case PAGE_FAULT -> memory(profile, stack);
            case MEMORY_MAP -> javaMemory(profile, stack.java()).equals(DIRECT) ? DIRECT : "";
            case FILE_READ, FILE_WRITE, FILE_OPEN, FILE_SYNC, FILE_METADATA, FILE_CREATE, FILE_DELETE, SOCKET_READ,
            SOCKET_WRITE, SOCKET_WAIT -> library(profile, stack.java()).isEmpty()
                    ? medium(stack.medium())
                    : library(profile, stack.java());
            default -> "";
        };
    }

    /** Returns the native library that a class belongs to, empty if it is not known to have one. */
    static String library(Profile profile, int java) {
        String name = profile.methods().className(profile.tree().method(java));
        Map.Entry<String, String> entry = LIBRARIES.floorEntry(name);
        return entry != null && name.startsWith(entry.getKey()) ? entry.getValue() : "";
    }

    private static String medium(Medium medium) {
        return switch (medium) {
            case PIPE -> "pipe";
            case TERMINAL -> "terminal";
            case PROC -> "/proc";
            default -> "";
        };
    }

    private static boolean wakesSelector(Profile profile, int node) {
        return WAKE_UPS.contains(profile.methods().className(profile.tree().method(node)));
    }

    private static boolean isDatagram(Profile profile, int java) {
        return profile.tree().path(java).mapToObj(node -> profile.methods().className(profile.tree().method(node)))
                .takeWhile(PackagePrefixes.JDK::contain).anyMatch(DATAGRAM_CLASSES::contains);
    }

    private static String lock(Profile profile, Classified stack) {
        String lock = className(profile, stack.frame());
        return stack.frame() == stack.java() ? "monitor in " + lock : lock;
    }

    // the kernel tells files; the rest is told by who touches it first
    private static String memory(Profile profile, Classified stack) {
        if (stack.medium() == Medium.MAPPED_FILE) {
            return stack.java() == CallTree.ROOT ? "code and data of the program" : "mapped files";
        }
        return switch (stack.threads()) {
            case GC -> BY_COLLECTOR;
            case JIT -> "the compiler's memory";
            case VM -> stack.collects() ? BY_COLLECTOR : "the JVM's memory";
            case PROFILER -> "the JVM's memory";
            case JAVA, REAPER -> stack.java() == CallTree.ROOT || stack.nativeLibrary() ? "native memory"
                    : javaMemory(profile, stack.java());
        };
    }

    private static String javaMemory(Profile profile, int java) {
        String name = profile.methods().className(profile.tree().method(java));
        if (name.startsWith("java.lang.ProcessImpl")) {
            return "memory shared with a new process";
        }
        boolean direct = name.equals("jdk.internal.misc.Unsafe") || name.equals("sun.misc.Unsafe")
                || name.startsWith("jdk.internal.misc.ScopedMemoryAccess") || name.startsWith("java.nio.Direct");
        return direct ? DIRECT : "heap, by allocation";
    }

    private static String className(Profile profile, int node) {
        String name = profile.methods().className(profile.tree().method(node));
        int dollar = name.indexOf('$', name.lastIndexOf('.') + 2);
        String top = dollar < 0 ? name : name.substring(0, dollar);
        return top.substring(top.lastIndexOf('.') + 1);
    }
}
