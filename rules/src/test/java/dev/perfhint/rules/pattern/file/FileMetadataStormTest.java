package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import org.junit.jupiter.api.Test;

class FileMetadataStormTest {
    @Test
    void gathersWhatAHandlerAsksForEachRequest() {
        String handler = "io.undertow.server.handlers.resource.ResourceHandler.handleRequest:200;"
                + "io.undertow.server.handlers.resource.PathResourceManager.getResource:150;";
        Finding finding = only(Stacks.kernel(
                handler + "java.nio.file.Files.exists:2500;sun.nio.fs.UnixNativeDispatcher.exists0;access;" + KERNEL
                        + "__x64_sys_access_[k];do_faccessat_[k] 300",
                handler + "java.nio.channels.FileChannel.open:350;sun.nio.fs.UnixNativeDispatcher.open0;open64;" + KERNEL
                        + "__x64_sys_openat_[k];path_openat_[k] 200"));

        assertThat(finding.rule()).isEqualTo("file-metadata-storm");
        assertThat(finding.message()).isEqualTo("Undertow's ResourceHandler looks up the file for every "
                                                        + "request");
        assertThat(finding.samples()).isEqualTo(500);
        assertThat(finding.advice().get(0).advice().after().orElseThrow()).contains("CachingResourceManager");
    }

    @Test
    void takesADirectoryMonitorForOneCause() {
        String check = ";java.io.UnixFileSystem.getBooleanAttributes0;__GI___xstat64;" + KERNEL + "__x64_sys_newstat_[k]";
        Finding finding = only(Stacks.kernel(
                "app.Monitor.run:10;java.io.File.exists:830" + check + " 100",
                "app.Monitor.run:11;java.io.File.isFile:880" + check + " 100",
                "app.Monitor.run:12;app.Monitor.look:20;java.io.File.lastModified:930" + check + " 100",
                "app.Monitor.run:14;java.lang.Thread.sleep:450;java.lang.Thread.sleep0;___pthread_cond_timedwait64;" + KERNEL
                        + "__x64_sys_futex_[k] 50"));

        assertThat(finding.message()).startsWith("a directory is scanned on a timer");
        assertThat(finding.samples()).isEqualTo(350);
    }

    @Test
    void joinsWhatOneMethodAsksInOneFinding() {
        String check = ";java.io.UnixFileSystem.getBooleanAttributes0;__GI___xstat64;" + KERNEL + "__x64_sys_newstat_[k]";
        Finding finding = only(Stacks.kernel(
                "app.Main.run:12;java.io.File.exists:830" + check + " 100",
                "app.Main.run:13;java.io.File.isDirectory:880" + check + " 100"));

        assertThat(finding.message())
                .isEqualTo("2 checks in one method, a system call each: File.exists, File.isDirectory");
        assertThat(finding.samples()).isEqualTo(200);
    }

    /** The number is of the calls that one line makes of one use; what may be kept between uses is said beside it. */
    @Test
    void pricesTheMergedCallsAndSaysThatTheFileIsTheSame() {
        String check = ";java.io.UnixFileSystem.getBooleanAttributes0;__GI___xstat64;" + KERNEL + "__x64_sys_newstat_[k]";
        String exists = "app.Main.run:12;java.io.File.exists:830" + check + " 100";
        String changed = "app.Main.run:12;java.io.File.lastModified:930" + check + " 100";
        Finding finding = only(Stacks.kernel(exists, changed, "app.Main.compute:20 200").observed(
                "time 2600000000 stacks ", "meta exists 300000", "meta attributes 300010",
                "metapath exists stop.words 300000", "metapath attributes stop.words 300001",
                "metapath attributes other 9"));
        assertThat(finding.savingCpuShare().orElseThrow().high()).isBetween(0.2, 0.35);
        assertThat(finding.notes()).contains(
                "observed: 300,000 calls of exists in the program, nearly all on stop.words",
                "observed: 300,010 calls of attributes in the program, nearly all on stop.words");
        assertThat(finding.help()).singleElement().asString()
                .endsWith("; more goes where the answer is kept from one use to the next");
        assertThat(only(Stacks.kernel(exists, changed)).help()).singleElement().asString().doesNotContain("kept");
    }
}
