package dev.perfhint.profile.store;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.build.CanonicalProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Writes and reads profiles as compact, checksummed streams of bytes. Equal profiles are equal bytes, in whatever order
 * they were read or merged. Time slices are not kept. {@code docs/reference/profile-file.md} describes the format.
 */
public final class ProfileFile {
    /** Not ASCII, so that no text is taken for a profile; line ends show a copy that changed them. */
    static final byte[] MAGIC = {(byte) 0x8F, 'P', 'H', 'P', '\r', '\n', 0x1A, '\n'};

    /** Of a profile of unobserved recordings. */
    static final int VERSION = 1;

    /** With the text of an observation before the checksum. */
    static final int OBSERVED_VERSION = 2;

    private ProfileFile() {}

    /** Returns whether these are the first bytes of a profile file. */
    public static boolean looksLike(byte[] head) {
        for (int i = 0; i < MAGIC.length; i++) {
            if (i >= head.length || head[i] != MAGIC[i]) {
                return false;
            }
        }
        return true;
    }

    /** Writes a profile of sampled times, which can be merged; the stream is flushed, not closed. */
    public static void write(Profile profile, OutputStream out) throws IOException {
        if (profile.weights() != Profile.Weights.SAMPLED) {
            throw new IllegalArgumentException("only sampled times are stored: read with ReadOptions.asSampled()");
        }
        new ProfileEncoder(CanonicalProfile.of(profile), out).write();
    }

    /**
     * Reads a profile up to the end of the stream, which is not closed.
     *
     * @throws IOException if the stream fails
     * @throws DamagedProfileException if its bytes are no profile, or one that is damaged
     */
    public static Profile read(InputStream in) throws IOException, DamagedProfileException {
        return read(in, Runtime.getRuntime().maxMemory() / 2);
    }

    /** @param memoryBytes how much heap the profile may take */
    public static Profile read(InputStream in, long memoryBytes) throws IOException, DamagedProfileException {
        return new ProfileDecoder(new VarintReader(in, memoryBytes)).read();
    }
}
