package dev.perfhint.rules.pattern.socket;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.model.Advice;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.pattern.Explanation;
import dev.perfhint.rules.pattern.Parts;
import dev.perfhint.rules.pattern.Rule;
import dev.perfhint.rules.pattern.Saving;
import dev.perfhint.rules.pattern.Verdict;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Connections that are opened, accepted and closed again and again, so that they cost system CPU beside what is sent
 * over them; a thread started for each connection belongs to it. All of a program's connections are one finding: a
 * stack does not tell which peer they belong to. Host names that are looked up are another one, sockets for datagrams
 * a third: they have no connections.
 */
public final class ConnectionPerRequest implements Rule {
    private static final double MIN_ACCEPTS = 0.1;
    private static final double MIN_CONNECTS = 0.05;
    private static final Set<String> CONNECTS = Set.of("connect", "connect0", "socketConnect", "finishConnect");
    /** The native method of reverse look-ups. */
    private static final String REVERSE = "getHostByAddr";
    // below that connections carry much
    private static final double MIN_SYSTEM_SHARE = 0.1;

    @Override
    public String id() {
        return "connection-per-request";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isConnection(stack) || stack.cause() == Cause.THREAD_START
                && surroundings.sameMethod(stack).stream().anyMatch(other -> other.cause() == Cause.SOCKET_ACCEPT);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(isDatagram(stack) ? SystemStack.DATAGRAMS : !isLookup(stack) ? "connections"
                : surroundings.isOf(stack, REVERSE) ? REVERSE : SystemStack.NAMES);
    }

    @Override
    public Optional<Verdict> judge(Candidate candidate) {
        if (candidate.systemShare() < MIN_SYSTEM_SHARE) {
            return Optional.empty();
        }
        if (isLookup(candidate.main())) {
            return Optional.of(candidate.subject().orElseThrow().equals(REVERSE) ? reverseLookup() : lookup());
        }
        if (isDatagram(candidate.main())) {
            return Optional.of(datagrams());
        }
        // a program with both sides, or a proxy, can keep its own connections
        boolean accepts = candidate.share(stack -> connects(candidate, stack)) < MIN_CONNECTS
                && candidate.share(stack -> stack.cause() == Cause.SOCKET_ACCEPT) >= MIN_ACCEPTS;
        List<String> notes = List.of("the profile does not show requests per connection; connections with "
                                             + "many requests do not appear here");
        return Optional.of(accepts
                ? Verdict.advised(
                        "peers open a connection per request: accept, set-up and close cost system time", notes,
                        List.of(Advice.of(Advice.Kind.CONFIG,
                                "reuse connections: HTTP keep-alive on both sides, a pool in the client, a "
                                        + "longer idle timeout in the server",
                                "Connection: keep-alive")))
                : Verdict.advised(
                        "a connection per request: connect, set-up and close cost system time", notes,
                        List.of(Advice.design("reuse connections: one shared HttpClient, a database connection pool; "
                                        + "read each reply to its end",
                                "new HikariDataSource(config) // in place of DriverManager.getConnection"))));
    }

    // the first calls on a connection are dearer than those that follow
    @Override
    public List<SystemStack> takenAlong(Candidate candidate) {
        return isLookup(candidate.main()) || isDatagram(candidate.main()) ? List.of()
                : candidate.surroundings().all().stream()
                .filter(stack -> stack.cause() == Cause.SOCKET_READ || stack.cause() == Cause.SOCKET_WRITE).toList();
    }

    private static Verdict datagrams() {
        return Verdict.advised("a datagram socket per request: socket(), bind() and close() each",
                List.of("the profile does not show requests per socket"), List.of(Advice.design(
                        "keep one socket and send all requests through it; match replies by their identifier",
                        "private final DatagramChannel channel = DatagramChannel.open().bind(null);")));
    }

    private static Verdict lookup() {
        return Verdict.advised("repeated host name look-ups: each reads files and queries name servers",
                List.of("the JDK caches an answer for 30 s by default (networkaddress.cache.ttl)"),
                List.of(Advice.of(Advice.Kind.JVM, "let the JDK keep the answers", "-Dsun.net.inetaddr.ttl=30")
                        .saving(Saving.KEPT)));
    }

    // the JDK's cache holds addresses of names, not names of addresses
    private static Verdict reverseLookup() {
        return Verdict.advised(
                "repeated reverse look-ups: each reads files and queries name servers",
                List.of("the JDK does not cache reverse look-ups (networkaddress.cache.ttl has no effect)"),
                List.of(Advice.design("cache the names, or log addresses (InetAddress.getHostAddress)")));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return !isConnection(stack) ? Optional.empty()
                : Optional.of(Explanation.inherent((isLookup(stack) ? "host names are looked up"
                        : isDatagram(stack) ? "datagram sockets are opened and closed"
                        : "connections are opened and closed") + " beside much else: " + Parts.ofSystemCpu(candidate)));
    }

    private static boolean isLookup(SystemStack stack) {
        return stack.object().equals(SystemStack.NAMES);
    }

    private static boolean connects(Candidate candidate, SystemStack stack) {
        return stack.cause() == Cause.SOCKET_CONNECT
                && CONNECTS.stream().anyMatch(name -> candidate.surroundings().isOf(stack, name));
    }

    private static boolean isDatagram(SystemStack stack) {
        return stack.object().equals(SystemStack.DATAGRAMS);
    }

    private static boolean isConnection(SystemStack stack) {
        return stack.cause() == Cause.SOCKET_ACCEPT || stack.cause() == Cause.SOCKET_CONNECT;
    }
}
