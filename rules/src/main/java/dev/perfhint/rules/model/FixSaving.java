package dev.perfhint.rules.model;

import java.util.Optional;

/** What one form of fix really saves, and the user's own lines before and after it. */
public record FixSaving(Optional<Range> systemShare, Optional<Range> cpuShare, Optional<Preview> preview) {
    public static final FixSaving NONE = new FixSaving(Optional.empty(), Optional.empty(), Optional.empty());

    /** Lines of one file, whole ones, as they are and as they become. */
    public record Preview(String before, String after) {}
}
