package dev.perfhint.rules.pattern.file;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.messages;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
import org.junit.jupiter.api.Test;

class FileChurnTest {
    private static final String CREATE = "java.nio.file.Files.createTempFile:900;sun.nio.fs.UnixNativeDispatcher.open0;"
            + KERNEL + "__x64_sys_openat_[k];do_open_[k];ext4_create_[k]";
    private static final String RENAME = "java.nio.file.Files.move:1400;sun.nio.fs.UnixNativeDispatcher.rename0;rename;"
            + KERNEL + "__x64_sys_rename_[k]";
    private static final String UNLINK = "java.nio.file.Files.delete:1100;sun.nio.fs.UnixNativeDispatcher.unlink0;unlink;"
            + KERNEL + "__x64_sys_unlink_[k]";
    private static final String DELETE = "java.io.File.delete:1074;java.io.UnixFileSystem.delete0;__unlink;" + KERNEL
            + "__x64_sys_unlink_[k]";

    @Test
    void doesNotCallRenamedFilesDeleted() {
        String save = "app.Store.save:12;";
        assertThat(messages(Stacks.kernel(save + CREATE + " 300", "app.Store.save:14;" + RENAME + " 100")))
                .containsExactly("creates files and renames them");
        assertThat(messages(Stacks.kernel(save + CREATE + " 300", "app.Store.save:14;" + UNLINK + " 100")))
                .containsExactly("creates and deletes short-lived files");
        assertThat(messages(Stacks.kernel("app.Store.save:14;" + CREATE + " 300", save + RENAME + " 100")))
                .as("what is renamed before is another file").containsExactly("creates files and renames them");
    }

    @Test
    void takesAFileThatIsDeletedBeforeItIsCreatedForOutput() {
        String main = "app.Main.main:3;app.Main.save";
        assertThat(rules(Stacks.kernel(main + ":12;" + CREATE + " 100", main + ":14;" + DELETE + " 100")))
                .as("used between").contains("file-churn");
        assertThat(rules(Stacks.kernel(main + ":14;" + CREATE + " 100", main + ":12;" + DELETE + " 100"))).isEmpty();
        assertThat(rules(Stacks.kernel(main + ":14;" + CREATE + " 100", main + ":14;app.Main.fresh:20;" + DELETE + " 100")))
                .as("new FileOutputStream(fresh(name))").isEmpty();
        String pages = "app.Main.main:3;app.Pages.get";
        assertThat(rules(Stacks.kernel(pages + ":14;app.Pages.evict:30;app.Pages.out:40;" + CREATE + " 100",
                pages + ":12;app.Pages.in:20;" + DELETE + " 100"))).as("one page in, another out").contains("file-churn");
    }
}
