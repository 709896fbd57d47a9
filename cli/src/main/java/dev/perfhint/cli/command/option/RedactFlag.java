package dev.perfhint.cli.command.option;

import dev.perfhint.profile.Profile;
import dev.perfhint.profile.redact.Redaction;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether an output is to leave the house: then names that say more than code are pseudonyms in it. */
public final class RedactFlag {
    @Option(names = "--redact",
            description = "Replace command lines, hosts, paths, properties and all but the stem of thread names by "
                    + "pseudonyms, for a file that leaves the house.")
    private boolean redact;

    private Optional<Redaction> names = Optional.empty();

    public boolean wanted() {
        return redact;
    }

    /** Returns the profile that outputs are made of. */
    public Profile of(Profile profile) {
        names = redact ? Optional.of(Redaction.random()) : Optional.empty();
        return names.map(each -> each.of(profile)).orElse(profile);
    }

    /** Returns what gave the profile its names; empty if they are its own. */
    public Optional<Redaction> names() {
        return names;
    }
}
