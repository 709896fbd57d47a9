package dev.perfhint.rules.roundtrip;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.Advice;
import dev.perfhint.rules.Candidate;
import dev.perfhint.rules.Parts;
import dev.perfhint.rules.Range;
import dev.perfhint.rules.Rule;
import dev.perfhint.rules.Verdict;
import dev.perfhint.rules.account.Explanation;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import java.util.List;
import java.util.Optional;

/**
 * Connections that are opened, accepted and closed again and again, so that they cost system CPU beside what is sent
 * over them; a thread started for each connection belongs to it. All of a program's connections are one finding: a
 * stack does not tell which peer they belong to. Host names that are looked up are another one.
 */
public final class ConnectionPerRequest implements Rule {
    private static final double MIN_ACCEPTS = 0.1;
    /** The native method of reverse look-ups. */
    private static final String REVERSE = "getHostByAddr";
    // below that connections carry much
    private static final double MIN_SYSTEM_SHARE = 0.1;

    @Override
    public String id() {
        return "connection-per-request";
    }

    @Override
    public String family() {
        return "socket-write";
    }

    @Override
    public String summary() {
        return "a connection opened and closed for each request: about fifteen system calls, and a handshake";
    }

    @Override
    public boolean tracesStream() {
        return false;
    }

    @Override
    public List<String> outranks() {
        return List.of("thread-per-task");
    }

    @Override
    public boolean selects(SystemStack stack, Surroundings surroundings) {
        return isConnection(stack) || stack.cause() == Cause.THREAD_START
                && surroundings.sameMethod(stack).stream().anyMatch(other -> other.cause() == Cause.SOCKET_ACCEPT);
    }

    @Override
    public Optional<String> subject(SystemStack stack, Surroundings surroundings) {
        return Optional.of(!isLookup(stack) ? "connections"
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
        boolean accepts = candidate.share(stack -> stack.cause() == Cause.SOCKET_ACCEPT) >= MIN_ACCEPTS;
        List<String> notes = List.of("how many requests a connection carries cannot be seen in the profile;"
                + " one that carries many does not show here");
        Range most = new Range(0.5, 1);
        return Optional.of(accepts
                ? Verdict.advised(
                        "peers open and close connections all the time: accept, set-up and close cost system CPU",
                        notes,
                        List.of(Advice.of(Advice.Kind.CONFIG,
                                "let connections carry many requests: HTTP keep-alive on both"
                                + " sides, a pool in the client, a longer idle timeout in the server",
                                "Connection: "
                                        + "keep-alive\nserver.tomcat.keep-alive-timeout=60s\n"
                                        + "server.tomcat.max-keep-alive-requests=1000",
                                most)))
                : Verdict.advised(
                        "connections are opened and closed all the time: connect, set-up and close cost system CPU",
                        notes,
                        List.of(Advice.of(Advice.Kind.DESIGN,
                                "keep connections: one shared HttpClient, a connection pool for a"
                                + " database, and read each answer to its end",
                                "new HikariDataSource(config) // in place of"
                                + " DriverManager.getConnection", most))));
    }

    private static Verdict lookup() {
        return Verdict.advised("host names are looked up all the time: files are read and servers asked for each",
                List.of("the JDK keeps an answer for 30 s unless it is told otherwise (networkaddress.cache.ttl)"),
                List.of(Advice.of(Advice.Kind.JVM, "let the JDK keep the answers", "-Dsun.net.inetaddr.ttl=30",
                        new Range(0.5, 1))));
    }

    // the JDK's cache holds addresses of names, not names of addresses
    private static Verdict reverseLookup() {
        return Verdict.advised(
                "names of addresses are looked up all the time: files are read and servers asked for each",
                List.of("networkaddress.cache.ttl does not hold for them: the JDK keeps no names of addresses"),
                List.of(Advice.of(Advice.Kind.DESIGN,
                        "keep the names in the application, or log addresses (InetAddress.getHostAddress)",
                        new Range(0.8, 1))));
    }

    @Override
    public Optional<Explanation> explain(Candidate candidate, SystemStack stack) {
        return !isConnection(stack) ? Optional.empty()
                : Optional.of(Explanation.inherent((isLookup(stack) ? "host names are looked up"
                        : "connections are opened and closed") + " beside much else: "
                        + Parts.ofSystemCpu(candidate)));
    }

    private static boolean isLookup(SystemStack stack) {
        return stack.object().equals(SystemStack.NAMES);
    }

    private static boolean isConnection(SystemStack stack) {
        return stack.cause() == Cause.SOCKET_ACCEPT || stack.cause() == Cause.SOCKET_CONNECT;
    }
}
