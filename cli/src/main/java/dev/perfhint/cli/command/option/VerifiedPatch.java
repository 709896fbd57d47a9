package dev.perfhint.cli.command.option;

import dev.perfhint.cli.output.OutputFile;
import dev.perfhint.cli.output.ShellWord;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.source.patch.PatchHeading;
import java.nio.file.Path;

/** Writes the fixes that pass as a patch with the counts in its heading. */
public final class VerifiedPatch {
    public static final String DEFAULT = "perfhint-verified.patch";

    private VerifiedPatch() {}

    /** Checks that the file can be written and is none that somebody else wrote. */
    public static OutputFile checked(String name) {
        OutputFile file = OutputFile.checked(name);
        file.refuseToReplace("# perfhint", false, "a patch that perfhint wrote");
        return file;
    }

    public static void write(Session session, OutputFile file, Verification verification, Path directory) {
        file.write(PatchHeading.verified(verification.patch(), VerificationText.lines(verification)));
        session.tell("wrote " + file.path() + ": " + verification.passed().size() + " of "
                + verification.names().size() + " fixes pass; " + apply(directory, file.path()));
    }

    /** Returns the command that applies a patch to the tree that it was verified in. */
    public static String apply(Path directory, Path patch) {
        return "apply with: git -C " + ShellWord.quoted(directory.toString()) + " apply "
                + ShellWord.quoted(patch.toAbsolutePath().normalize().toString());
    }
}
