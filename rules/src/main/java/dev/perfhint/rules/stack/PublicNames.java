package dev.perfhint.rules.stack;

import java.util.Map;

/** Names the documented JDK type behind an internal class, so that a call has one name on JDK 11 to 25. */
public final class PublicNames {
    private static final Map<String, String> PUBLIC = Map.ofEntries(
            Map.entry("java.net.Socket$SocketOutputStream", "java.io.OutputStream"),
            Map.entry("java.net.SocketOutputStream", "java.io.OutputStream"),
            Map.entry("sun.nio.ch.SocketOutputStream", "java.io.OutputStream"),
            Map.entry("sun.nio.ch.ChannelOutputStream", "java.io.OutputStream"),
            Map.entry("java.nio.channels.Channels$1", "java.io.OutputStream"),
            Map.entry("java.nio.channels.Channels", "java.io.OutputStream"),
            Map.entry("java.net.Socket$SocketInputStream", "java.io.InputStream"),
            Map.entry("java.net.SocketInputStream", "java.io.InputStream"),
            Map.entry("sun.nio.ch.SocketInputStream", "java.io.InputStream"),
            Map.entry("sun.nio.ch.ChannelInputStream", "java.io.InputStream"),
            Map.entry("java.util.Base64$EncOutputStream", "java.io.OutputStream"),
            Map.entry("java.util.Base64$DecInputStream", "java.io.InputStream"),
            Map.entry("sun.net.httpserver.PlaceholderOutputStream", "java.io.OutputStream"),
            Map.entry("sun.net.httpserver.FixedLengthOutputStream", "java.io.OutputStream"),
            Map.entry("sun.net.httpserver.UndefLengthOutputStream", "java.io.OutputStream"),
            Map.entry("sun.net.httpserver.Request$WriteStream", "java.io.OutputStream"),
            Map.entry("sun.nio.ch.FileChannelImpl", "java.nio.channels.FileChannel"),
            Map.entry("sun.nio.ch.SocketChannelImpl", "java.nio.channels.SocketChannel"),
            Map.entry("sun.nio.fs.UnixPath", "java.nio.file.Path"),
            Map.entry("java.io.FileDescriptor", "java.io.FileDescriptor"));

    private PublicNames() {}

    /** Returns {@code pkg.Class.method} of the documented type. */
    public static String of(String className, String method) {
        return PUBLIC.getOrDefault(className, className) + '.' + method;
    }

    /** Returns a qualified method name without its package. */
    public static String simple(String qualified) {
        int method = qualified.lastIndexOf('.');
        return qualified.substring(qualified.lastIndexOf('.', method - 1) + 1);
    }
}
