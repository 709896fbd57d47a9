package dev.perfhint.cli.record;

import java.nio.file.Path;

/**
 * The directory in which perfhint keeps what it can make anew: {@code $XDG_CACHE_HOME/perfhint}, by default in the
 * home.
 */
public final class UserCache {
    private UserCache() {}

    public static Path directory() {
        String named = System.getenv("XDG_CACHE_HOME");
        // the XDG specification: a relative path is invalid and ignored
        Path cache = named == null || !named.startsWith("/") ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(named);
        return cache.resolve("perfhint");
    }
}
