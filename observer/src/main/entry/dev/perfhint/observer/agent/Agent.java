package dev.perfhint.observer.agent;

import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The entry of the agent, which every JVM since 8 can load: below 17 it returns at once.
 *
 * <p>The rest is loaded anew by a class loader that the program does not see. Nothing is thrown into the program, which
 * goes on without the agent where it does not fit.
 */
public final class Agent {
    private static final int MIN_RELEASE = 17;

    private Agent() {}

    /** Starts before the program's main class is loaded. */
    public static void premain(String arguments, Instrumentation instrumentation) {
        start("atStart", arguments, instrumentation);
    }

    /** Starts in a running JVM. */
    public static void agentmain(String arguments, Instrumentation instrumentation) {
        start("whileRunning", arguments, instrumentation);
    }

    /** Returns whether a JVM of that specification, {@code 1.8} or {@code 17}, has what the agent needs. */
    static boolean fits(String specification) {
        return specification != null && specification.matches("\\d+") && Integer.parseInt(specification) >= MIN_RELEASE;
    }

    private static void start(String method, String arguments, Instrumentation instrumentation) {
        try {
            if (fits(System.getProperty("java.specification.version"))) {
                URL jar = Agent.class.getProtectionDomain().getCodeSource().getLocation();
                ClassLoader platform = ClassLoader.getSystemClassLoader().getParent();
                ClassLoader loader = new URLClassLoader(new URL[] {jar}, platform);
                loader.loadClass("dev.perfhint.observer.agent.AgentSession")
                        .getMethod(method, String.class, Instrumentation.class)
                        .invoke(null, arguments, instrumentation);
            }
        } catch (Throwable unobserved) {
            // the program must start as ever; whoever loaded the agent misses its files and says so
        }
    }
}
