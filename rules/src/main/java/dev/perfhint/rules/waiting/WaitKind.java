package dev.perfhint.rules.waiting;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a thread waits for, told by the JDK's methods on its stack. */
public enum WaitKind {
    NAME_LOOKUP("for name look-ups",
            "Inet[46]AddressImpl\\.(lookupAllHostAddr|getHostByAddr)|InetAddress(\\$\\w+)?\\.(lookupAllHostAddr"
            + "|getHostByAddr|get\\w+FromNameService)"),
    LOCK("for a lock",
            "(ReentrantLock|ReentrantReadWriteLock\\$\\w+|StampedLock)\\.\\w*[lL]ock\\w*|Semaphore\\.acquire\\w*"),
    SLEEP("in Thread.sleep", "(Thread|TimeUnit)\\.sleep\\w*"),
    SOCKET_READ("for socket reads",
            "(NioSocketImpl|SocketChannelImpl|Socket\\$SocketInputStream|SocketInputStream|SocketDispatcher)"
            + "\\.(read\\w*|implRead|socketRead0?|blockingRead\\w*|tryRead)"),
    CONNECT("for connections to open",
            "(NioSocketImpl|SocketChannelImpl|PlainSocketImpl|Socket)\\.(connect|socketConnect)"),
    PROCESS("for processes to end", "(ProcessImpl|Process|ProcessHandleImpl)\\.(waitFor\\w*)"),
    FILE_SYNC("for files to be synced",
            "(FileChannelImpl|FileDescriptor|MappedByteBuffer)\\.(force|sync|force0|sync0)"),
    ACCEPT("for connections to accept", "(ServerSocket|NioSocketImpl|ServerSocketChannelImpl|Net|PlainSocketImpl)"
            + "\\.(accept\\w*|implAccept|socketAccept)"),
    SELECT("for events of a selector", "(SelectorImpl|EPollSelectorImpl|EPoll|EPollArrayWrapper|Native)"
            + "\\.(select\\w*|lockAndDoSelect|doSelect|wait|epollWait\\w*)"),
    IDLE_WORKER("for tasks, in idle pool threads",
            "(ThreadPoolExecutor\\.getTask|ForkJoinPool\\.(awaitWork|runWorker|scan))"),
    QUEUE("for a queue", "\\w*(Queue|Deque)\\w*(\\$\\w+)?\\.(take\\w*|poll\\w*|xfer|transfer|put\\w*|offer\\w*)"),
    OTHER_THREAD("for another thread",
            "(FutureTask|CompletableFuture|ForkJoinTask|CountDownLatch|CyclicBarrier|Phaser|Thread|Exchanger)"
            + "\\.(get\\w*|join\\w*|await\\w*|timedGet|waitingGet|dowait|exchange)"),
    NOTIFICATION("in Object.wait", "Object\\.wait0?"),
    PARK("in park", "(LockSupport\\.park\\w*|Unsafe\\.park)");

    private final String label;
    private final Pattern methods;

    WaitKind(String label, String methods) {
        this.label = label;
        // at the end of a qualified name
        this.methods = Pattern.compile("(^|.*[.$])(" + methods + ")");
    }

    /** Returns what follows "waiting" in outputs. */
    public String label() {
        return label;
    }

    /** Returns whether a thread that waits so may just have nothing to do. */
    boolean isIdle() {
        return compareTo(ACCEPT) >= 0;
    }

    /**
     * Returns what a thread with such JDK frames waits for.
     *
     * @param methods qualified names of the frames below the application's, innermost first
     */
    static Optional<WaitKind> of(List<String> methods) {
        Optional<WaitKind> found = Optional.empty();
        for (String method : methods) {
            for (WaitKind kind : values()) {
                if (kind.methods.matcher(method).matches()) {
                    if (kind == NAME_LOOKUP) {
                        return Optional.of(kind);
                    }
                    // the outermost method says most, but for those that are below all others
                    found = found.isEmpty() || kind.compareTo(NOTIFICATION) < 0 ? Optional.of(kind) : found;
                    break;
                }
            }
        }
        return found;
    }
}
