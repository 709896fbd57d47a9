package dev.perfhint.source.logging;

import dev.perfhint.source.file.Edit;
import java.util.Optional;

/** The settings of one declared appender, in whatever notation. */
interface Settings {
    Optional<String> value(String name);

    /** Returns whether the setting stands where it can be replaced. */
    boolean isPlain(String name);

    Edit replace(String name, String value);

    Edit add(String name, String value);
}
