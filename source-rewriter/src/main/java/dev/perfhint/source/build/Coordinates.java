package dev.perfhint.source.build;

import java.util.regex.Pattern;

/**
 * A library as build files name it.
 *
 * @param version empty where the build file leaves it to something that cannot be read
 */
record Coordinates(String group, String name, String version) {
    private static final Pattern GROUP = Pattern.compile("[\\w-]++(?:\\.[\\w-]++)*+");
    private static final Pattern PLAIN = Pattern.compile("[\\w+-][\\w.+-]*+");

    String groupAndName() {
        return group + ":" + name;
    }

    /**
     * Returns whether the parts are names of files and no ways through directories, as {@code .proc.self.cwd} would be.
     */
    boolean isPlain() {
        return GROUP.matcher(group).matches() && PLAIN.matcher(name).matches() && PLAIN.matcher(version).matches();
    }
}
