package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.Stacks;
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
}
