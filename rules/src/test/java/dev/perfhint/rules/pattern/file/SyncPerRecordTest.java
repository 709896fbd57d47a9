package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import dev.perfhint.rules.model.Report;
import org.junit.jupiter.api.Test;

class SyncPerRecordTest {
    @Test
    void gathersAStoresFilesAndNamesItsSettings() {
        String step = "app.Main.save:12;org.sqlite.jdbc3.JDBC3PreparedStatement.executeUpdate:105;org.sqlite.core.NativeDB.step;";
        Finding finding = only(Stacks.kernel(
                step + "sqlite3_step;fsync;" + KERNEL + "__x64_sys_fsync_[k];ext4_sync_file_[k] 300",
                step + "sqlite3_step;open64;" + KERNEL + "__x64_sys_openat_[k];path_openat_[k];ext4_create_[k] 200",
                step + "sqlite3_step;unlink;" + KERNEL + "__x64_sys_unlink_[k];ext4_unlink_[k] 100"));

        assertThat(finding.rule()).isEqualTo("sync-per-record");
        assertThat(finding.message()).isEqualTo("SQLite commits every few rows: each commit syncs its files");
        assertThat(finding.samples()).isEqualTo(600);
        assertThat(finding.advice()).extracting(one -> one.advice().after().orElse("")).anyMatch(lines -> lines.contains("journal_mode=WAL"));
    }

    @Test
    void callsGroupCommitInherent() {
        Report report = report(Stacks.kernel("org.apache.zookeeper.server.SyncRequestProcessor.run:190;"
                + "org.apache.zookeeper.server.persistence.FileTxnLog.commit:400;sun.nio.ch.FileChannelImpl.force:460;"
                + "sun.nio.ch.FileDispatcherImpl.force0;fdatasync;" + KERNEL + "__x64_sys_fdatasync_[k];ext4_sync_file_[k] 300"));

        assertThat(report.findings()).isEmpty();
        assertThat(report.account().get(0).why()).contains("one sync for the group of transactions");
    }
}
