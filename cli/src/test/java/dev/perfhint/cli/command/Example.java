package dev.perfhint.cli.command;

import java.nio.file.Path;

/** The worked example that tests read: its recordings and the sources of its application. */
public final class Example {
    private static final Path DIRECTORY = Path.of("../fixtures/worked-example").toAbsolutePath().normalize();
    public static final String CPU = recording("cpu.jfr");
    public static final String CTIMER = recording("ctimer.jfr");
    public static final String JFR = recording("jfr-17.jfr");
    public static final String SOURCE = DIRECTORY.resolve("app").toString();

    private Example() {}

    private static String recording(String name) {
        return DIRECTORY.resolve("recordings").resolve(name).toString();
    }
}
