package dev.perfhint.rules;

import dev.perfhint.profile.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The findings on a profile, worst first.
 *
 * @param sourceBase what paths in findings are relative to; empty without sources
 * @param warnings about sources and rules; those about recordings stand in the profile
 */
public record Report(
        Profile profile,
        Optional<Path> sourceBase,
        List<Finding> findings,
        List<NotEvaluated> notEvaluated,
        List<String> warnings) {}
