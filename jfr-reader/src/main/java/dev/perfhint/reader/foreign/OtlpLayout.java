package dev.perfhint.reader.foreign;

import java.io.IOException;
import java.util.List;

/**
 * The numbers of fields in the releases of OpenTelemetry's profiles, which moved them; those that all have in common
 * are not here. A field that a release does not have is {@link #NONE}.
 */
enum OtlpLayout {
    /** Releases 1.5: each profile has its tables. */
    TABLES_OF_PROFILES(new Tables(3, 4, 6, 10, 7, -1, 5, true), 5, new Times(11, 12, 13, 14), new Sample(3, 4, 6)),
    /** Release 1.6: the file has the tables. */
    TABLES_OF_FILE(new Tables(2, 3, 4, 6, 7, -1, 5, true), 3, new Times(4, 5, 6, 7), new Sample(3, 4, 6)),
    /** Release 1.7, which async-profiler 4.1 to 4.2 write: a dictionary has the tables. */
    DICTIONARY(new Tables(1, 2, 3, 5, 6, -1, 5, true), 3, new Times(4, 5, 6, 7), new Sample(3, 4, 6)),
    /** Since release 1.8 of September 2025: the dictionary has the stacks too. */
    STACKS(new Tables(1, 2, 3, 5, 6, 7, 4, false), -1, new Times(3, 4, 5, 6), new Sample(4, 2, 5));

    static final int NONE = -1;
    static final int DICTIONARY_FIELD = 2;

    /**
     * Fields of what has the tables, then of their rows.
     *
     * @param locationAttributes in a location
     * @param textKeys whether the key of an attribute is a text, and not the index of one
     */
    record Tables(int mappings, int locations, int functions, int strings, int attributes, int stacks,
            int locationAttributes, boolean textKeys) {}

    /** Fields of a profile. */
    record Times(int start, int duration, int periodType, int period) {}

    /** Fields of a sample; without a table of stacks, 1 and 2 are where its stack begins and how long it is. */
    record Sample(int values, int attributes, int times) {}

    private final Tables tables;
    private final int locationIndices;
    private final Times times;
    private final Sample sample;

    OtlpLayout(Tables tables, int locationIndices, Times times, Sample sample) {
        this.tables = tables;
        this.locationIndices = locationIndices;
        this.times = times;
        this.sample = sample;
    }

    Tables tables() {
        return tables;
    }

    /** Returns the field of a profile with the places that its samples' stacks are sections of. */
    int locationIndices() {
        return locationIndices;
    }

    Times times() {
        return times;
    }

    Sample sample() {
        return sample;
    }

    /**
     * Returns the layout of a file.
     *
     * @param fields the numbers of its fields
     * @param profiles all of its profiles
     */
    static OtlpLayout of(List<Integer> fields, List<ProtobufInput> profiles) throws IOException {
        if (fields.stream().anyMatch(field -> field > DICTIONARY_FIELD)) {
            return TABLES_OF_FILE;
        }
        for (ProtobufInput profile : profiles) {
            // a list of places in release 1.7, a time of eight bytes since
            if (!fields.contains(DICTIONARY_FIELD)) {
                return TABLES_OF_PROFILES;
            }
            if (hasBytes(profile.copy(), DICTIONARY.locationIndices)) {
                return DICTIONARY;
            }
        }
        return STACKS;
    }

    private static boolean hasBytes(ProtobufInput message, int wanted) throws IOException {
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == wanted && message.isBytes()) {
                return true;
            }
            message.skip();
        }
        return false;
    }
}
