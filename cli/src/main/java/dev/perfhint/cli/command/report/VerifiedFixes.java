package dev.perfhint.cli.command.report;

import dev.perfhint.cli.command.option.Session;
import dev.perfhint.cli.command.option.VerifyFlags;
import dev.perfhint.cli.fix.GroupedFixes;
import dev.perfhint.cli.fix.UncomparedFixes;
import dev.perfhint.cli.output.FixVerification;
import dev.perfhint.cli.verify.Verification;
import dev.perfhint.cli.verify.VerificationText;
import dev.perfhint.cli.verify.Verifier;
import dev.perfhint.cli.verify.VerifyOptions;
import dev.perfhint.rules.model.Report;
import dev.perfhint.source.Fix;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.Patch;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The fixes of an analysis that pass a run of the program.
 *
 * @param passed those that may be applied together
 * @param verification the runs; empty if there was no fix to run
 * @param byFix what the runs showed, by the fix's id
 */
record VerifiedFixes(List<Fix> passed, Optional<Verification> verification, Map<String, FixVerification> byFix) {
    /** Runs the program without and with the fixes of a joint patch, and prints what came out on standard error. */
    static VerifiedFixes of(Session session, Sources sources, Report report, List<Fix> fixes, VerifyFlags flags) {
        if (fixes.isEmpty()) {
            return new VerifiedFixes(List.of(), Optional.empty(), FixVerification.NONE);
        }
        GroupedFixes grouped = GroupedFixes.of(sources, fixes);
        List<List<Fix>> groups = grouped.groups();
        Path top = GroupedFixes.top(sources.base(), session.directory().orElse(Path.of("")).toAbsolutePath());
        VerifyOptions options = flags.options(top, top.relativize(sources.base()));
        Verification verification = new Verifier(options, session.err(), session.terminal()).run(grouped.subsets());
        VerificationText.lines(verification).forEach(line -> session.err().println(line));
        session.tell(VerificationText.total(verification));
        Set<Integer> uncompared = UncomparedFixes.of(grouped, report, verification);
        uncompared.forEach(fix -> session.err().println("not verified: " + verification.names().get(fix) + ": "
                + UncomparedFixes.WHY));
        List<Fix> passed = verification.isPassed()
                ? verification.passed().stream().filter(fix -> !uncompared.contains(fix))
                        .flatMap(i -> groups.get(i).stream()).toList()
                : List.of();
        return new VerifiedFixes(passed, Optional.of(verification), byFix(verification, uncompared, groups));
    }

    static Map<String, FixVerification> byFix(Verification verification, Set<Integer> uncompared,
            List<List<Fix>> groups) {
        Map<String, FixVerification> byFix = new HashMap<>();
        boolean differs = !verification.isPassed();
        for (int i = 0; i < groups.size(); i++) {
            int index = i;
            Optional<String> why = Optional.ofNullable(verification.failed().get(i))
                    .or(() -> Optional.ofNullable(verification.untried().get(index)))
                    .or(() -> uncompared.contains(index) ? Optional.of(UncomparedFixes.WHY) : Optional.empty())
                    .or(() -> differs ? Optional.of(VerificationText.verdict(verification)) : Optional.empty());
            FixVerification result = new FixVerification(why, verification.calls(false),
                    why.isPresent() ? Optional.empty() : verification.calls(true), verification.cpuNanos(false),
                    why.isPresent() ? Optional.empty() : verification.cpuNanos(true), verification.before().size());
            groups.get(i).forEach(fix -> byFix.put(fix.id(), result));
        }
        return byFix;
    }

    /** Returns the joint patch of what passed. */
    Patch patch(Sources sources) {
        return Patch.of(sources, passed);
    }
}
