package dev.perfhint.source.compile;

/**
 * A library as build files name it.
 *
 * @param version empty where the build file leaves it to something that cannot be read
 */
record Coordinates(String group, String name, String version) {
    String groupAndName() {
        return group + ":" + name;
    }
}
