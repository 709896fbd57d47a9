package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.ARRAY_WRITE;
import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.report;
import static dev.perfhint.rules.Reports.row;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Cause;
import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.AccountVerdict;
import dev.perfhint.rules.model.Finding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OpenPerUseTest {
    private static final String OPEN = "java.io.FileOutputStream.<init>:210;java.io.FileOutputStream.open0;__GI___libc_open;"
            + KERNEL + "__x64_sys_openat_[k];do_sys_openat2_[k];path_openat_[k];do_open_[k]";
    private static final String CLOSE =
            "java.io.FileOutputStream.close:380;java.io.FileDescriptor.close0;__close;" + KERNEL + "__x64_sys_close_[k]";
    private static final String TRUNCATE = OPEN + ";do_truncate_[k]";

    @Test
    void namesLookUpsOfOwnersAsSuch() {
        String names = "app.Main.pack:7;java.nio.file.Files.getOwner:2000;sun.nio.fs.UnixNativeDispatcher.%s;"
                + "__nss_files_fopen;__GI___open_nocancel;" + KERNEL + "__x64_sys_openat_[k];do_open_[k] 300";
        assertThat(messages(Stacks.kernel(names.formatted("getpwuid"))))
                .containsExactly("names of owners and groups are looked up for each file");
        assertThat(messages(Stacks.kernel(names.formatted("open0"))))
                .containsExactly("a file is opened and closed for each use");
    }

    @Test
    void takesAFileThatIsEmptiedWhenItIsOpenedForOutput() {
        assertThat(rules(Stacks.kernel("app.Main.save:12;" + OPEN + " 100"))).containsExactly("open-per-use");
        assertThat(rules(Stacks.kernel("app.Main.save:12;" + OPEN + " 100", "app.Main.save:12;" + TRUNCATE + " 20")))
                .isEmpty();
        assertThat(rules(Stacks.kernel("app.Main.save:12;" + CLOSE + " 100"))).as("only closed").isEmpty();
        assertThat(rules(Stacks.at(Evidence.SYSCALL_STUBS,
                "app.Main.save:12;java.io.FileOutputStream.<init>:210;java.io.FileOutputStream.open0;__GI___libc_open 100")))
                .as("the kernel's frames would say whether it is appended").isEmpty();
    }

    @Test
    void advisesToKeepAsManyFilesAsWereSeen() {
        assertThat(advised()).isEqualTo("keep the file open, or keep its content (several files: in a map by path)");
        assertThat(advised("path 1 a.txt 40000")).isEqualTo("keep the file open, or keep its content");
        assertThat(advised("path 1 a.txt 20000", "path 1 b.txt 20000"))
                .isEqualTo("keep the files open, or their content, in a map by path");
    }

    @Test
    void opensTheWrittenFileWhereTheLoopIsOrEachOnce() {
        String written = "app.Main.save:13;" + ARRAY_WRITE + " 20";
        assertThat(appended(written)).isEqualTo("open the file once, in the method that loops over the records, and "
                + "close it after the last (several writers: in a map by path)");
        assertThat(appended(written, "path 1 a.txt 40000")).endsWith("over the records, and close it after the last");
        assertThat(appended(written, "path 1 a.txt 20000", "path 1 b.txt 20000"))
                .isEqualTo("keep the writer of each file open, in a map by path, and close all after the last");
    }

    @Test
    void takesTheWritesOfTheSameMethodAlong() {
        String[] seen = {"time 2600000000 stacks ", "frame 1 java.io.FileOutputStream <init> F.java 210 4",
            "frame 2 app.Main save Main.java 12 9", "frame 3 java.io.FileOutputStream write F.java 340 4",
            "frame 4 app.Main save Main.java 13 9", "stack 1 1,2", "stack 2 3,4", "site 1 file-out 1 a",
            "life 1 40000 40000 0 0 0", "op 1 write 40000 1560000 0 6:40000", "op 1 close 40000 0 0 ",
            "turn 1 write close 40000", "call 1 write 2 40000 1560000"};
        String writes = "app.Main.save:13;" + ARRAY_WRITE + " 20";
        assertThat(row(report(Stacks.kernel("app.Main.save:12;" + OPEN + " 100", writes).observed(seen)), Cause.FILE_WRITE))
                .satisfies(row -> assertThat(row.verdict()).isEqualTo(AccountVerdict.REDESIGN))
                .satisfies(row -> assertThat(row.why()).isEqualTo("observed: 40,000 writes of 39 bytes, close after each; "
                        + "the advice of open-per-use saves them too"));
        assertThat(row(report(Stacks.kernel("app.Main.compute:20 100", writes).observed(seen)), Cause.FILE_WRITE).verdict())
                .isEqualTo(AccountVerdict.INHERENT);
    }

    private static String advised(String... paths) {
        return appended("app.Main.compute:20 20", paths);
    }

    private static String appended(String beside, String... paths) {
        Stacks stacks = Stacks.kernel("app.Main.save:12;" + OPEN + " 100", beside);
        String[] seen = {"time 2600000000 stacks ", "frame 1 java.io.FileOutputStream <init> F.java 210 4",
            "frame 2 app.Main save Main.java 12 9", "stack 1 1,2", "site 1 file-out 1 a",
            "life 1 40000 40000 0 0 0"};
        return only(paths.length == 0 ? stacks : stacks.observed(
                Stream.concat(Arrays.stream(seen), Arrays.stream(paths)).toArray(String[]::new)))
                .advice().get(0).advice().text();
    }

    /** A log that is appended to line by line, and that the program copies and deletes between the lines. */
    @Test
    void namesWhatElseIsDoneWithTheFile() {
        Finding kept = finding("path 2 out/other.gz 4", "metapath delete out/other.gz 4");
        assertThat(kept.seen().orElseThrow().lines().get(0)).contains(", no other access seen, ");
        assertThat(kept.advice().get(0).advice().text()).endsWith("close it after the last");
        Finding rotated = finding("path 2 out/job.log 4", "metapath delete out/job.log 5", "metapath rename out/x 1");
        String uses = "opened for reading in Log.rotate:43 (4 times), deleted (5 times)";
        assertThat(rotated.seen().orElseThrow().lines().get(0)).contains(", no other access seen while open, ");
        assertThat(rotated.seen().orElseThrow().lines()).contains("the same file, at another time: " + uses);
        assertThat(rotated.advice().get(0).advice().text())
                .endsWith("close it after the last; close and open it again where other code uses it: " + uses);
    }

    private static Finding finding(String... uses) {
        List<String> lines = new ArrayList<>(List.of("time 2600000000 stacks ",
                "frame 1 java.io.FileOutputStream <init> F.java 210 4", "frame 2 app.Main save Main.java 12 7",
                "frame 3 java.io.FileInputStream <init> F.java 99 4", "frame 4 app.Log rotate Log.java 43 7",
                "stack 1 1,2", "stack 2 3,4", "site 1 file-out 1 append", "life 1 30000 30000 0 0 0",
                "op 1 write 30000 900000 0 5:30000", "call 1 write 1 30000 900000", "close 1 1 30000",
                "path 1 out/job.log 30000", "site 2 file-in 2 r", "life 2 4 4 0 0 0"));
        lines.addAll(List.of(uses));
        return only(Stacks.kernel("app.Main.save:12;" + OPEN + " 300", "app.Main.save:12;" + ARRAY_WRITE + " 100")
                .observed(lines.toArray(String[]::new)));
    }
}
