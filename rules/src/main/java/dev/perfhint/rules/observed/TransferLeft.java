package dev.perfhint.rules.observed;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code InputStream.transferTo} leaves of the calls of a copy loop, which depends on the JDK that ran it. */
public final class TransferLeft {
    private static final Pattern RELEASE = Pattern.compile("(?:^| )(\\d+)(?:[.+]|-ea|$)");
    /** From here on files are copied by a channel. */
    private static final int BY_CHANNEL = 18;
    /** From here on the block has 16 KiB. */
    private static final int LARGER = 21;

    private TransferLeft() {}

    /**
     * Returns the same streams with what is left of their calls.
     *
     * @param jvm name and version of the recorded JVM; may be empty
     */
    public static SeenStreams of(SeenStreams seen, String jvm) {
        Matcher found = RELEASE.matcher(jvm);
        int release = found.find() ? Integer.parseInt(found.group(1)) : 0;
        if (release >= BY_CHANNEL && seen.life().site().kind().startsWith("file")) {
            return seen;
        }
        CallsLeft left = CallsLeft.blocks(seen.life(), seen.operation(),
                release >= LARGER ? 2 * CallsLeft.BUFFER_BYTES : CallsLeft.BUFFER_BYTES);
        return seen.leaving(left.scaled(seen.calls().calls()));
    }
}
