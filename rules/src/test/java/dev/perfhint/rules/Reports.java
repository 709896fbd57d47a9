package dev.perfhint.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.rules.analysis.Analysis;
import dev.perfhint.rules.analysis.AnalysisOptions;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import java.util.List;
import java.util.Optional;

/** Analyses hand-made stacks without sources, and holds the frames that many of them share. */
public final class Reports {
    public static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    public static final String WRITE = KERNEL + "__x64_sys_write_[k];ksys_write_[k];vfs_write_[k]";
    public static final String READ = KERNEL + "__x64_sys_read_[k];ksys_read_[k];vfs_read_[k]";
    public static final String SINGLE_WRITE =
            "java.io.FileOutputStream.write:300;java.io.FileOutputStream.write;writeSingle;__GI_write;" + WRITE;
    public static final String ARRAY_WRITE =
            "java.io.FileOutputStream.write:340;java.io.FileOutputStream.writeBytes;writeBytes;__GI_write;" + WRITE;
    public static final String ARRAY_READ =
            "java.io.FileInputStream.read:276;java.io.FileInputStream.readBytes;readBytes;__GI_read;" + READ;

    private Reports() {}

    public static Report report(Stacks stacks) {
        return Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS);
    }

    /** Returns the only finding that counts. */
    public static Finding only(Stacks stacks) {
        List<Finding> findings = report(stacks).counting();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    /** Returns the rules that name the stacks, each once. */
    public static List<String> rules(Stacks stacks) {
        return report(stacks).findings().stream().map(Finding::rule).distinct().toList();
    }

    /** Returns what is said of the stacks, each message once. */
    public static List<String> messages(Stacks stacks) {
        return report(stacks).findings().stream().map(Finding::message).distinct().toList();
    }

    /** Returns the largest row of the account with that cause. */
    public static AccountRow row(Report report, Cause cause) {
        return report.account().stream().filter(row -> row.cause() == cause).findFirst().orElseThrow();
    }
}
