package dev.perfhint.rules.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Evidence;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Files and memory that every program uses are no finding; what it does again and again is one. */
class OutputFilesTest {
    private static final String KERNEL = "entry_SYSCALL_64_after_hwframe_[k];do_syscall_64_[k];";
    private static final String OPEN = "java.io.FileOutputStream.<init>:210;java.io.FileOutputStream.open0;__GI___libc_open;"
            + KERNEL + "__x64_sys_openat_[k];do_sys_openat2_[k];path_openat_[k];do_open_[k]";
    private static final String CLOSE =
            "java.io.FileOutputStream.close:380;java.io.FileDescriptor.close0;__close;" + KERNEL + "__x64_sys_close_[k]";
    private static final String DELETE = "java.io.File.delete:1074;java.io.UnixFileSystem.delete0;__unlink;" + KERNEL
            + "__x64_sys_unlink_[k]";
    private static final String CREATE = OPEN + ";ext4_create_[k]";
    private static final String TRUNCATE = OPEN + ";do_truncate_[k]";
    private static final String FAULT = ";asm_exc_page_fault_[k];handle_mm_fault_[k]";

    @Test
    void takesAFileThatIsEmptiedWhenItIsOpenedForOutput() {
        assertThat(found(Stacks.kernel("app.Main.save:12;" + OPEN + " 100"))).containsExactly("open-per-use");
        assertThat(found(Stacks.kernel("app.Main.save:12;" + OPEN + " 100", "app.Main.save:12;" + TRUNCATE + " 20")))
                .isEmpty();
        assertThat(found(Stacks.kernel("app.Main.save:12;" + CLOSE + " 100"))).as("only closed").isEmpty();
        assertThat(found(Stacks.at(Evidence.SYSCALL_STUBS,
                "app.Main.save:12;java.io.FileOutputStream.<init>:210;java.io.FileOutputStream.open0;__GI___libc_open 100")))
                .as("the kernel's frames would say whether it is appended").isEmpty();
    }

    @Test
    void takesAFileThatIsDeletedBeforeItIsCreatedForOutput() {
        String main = "app.Main.main:3;app.Main.save";
        assertThat(found(Stacks.kernel(main + ":12;" + CREATE + " 100", main + ":14;" + DELETE + " 100")))
                .as("used between").contains("file-churn");
        assertThat(found(Stacks.kernel(main + ":14;" + CREATE + " 100", main + ":12;" + DELETE + " 100"))).isEmpty();
        assertThat(found(Stacks.kernel(main + ":14;" + CREATE + " 100", main + ":14;app.Main.fresh:20;" + DELETE + " 100")))
                .as("new FileOutputStream(fresh(name))").isEmpty();
        String pages = "app.Main.main:3;app.Pages.get";
        assertThat(found(Stacks.kernel(pages + ":14;app.Pages.evict:30;app.Pages.out:40;" + CREATE + " 100",
                pages + ":12;app.Pages.in:20;" + DELETE + " 100"))).as("one page in, another out").contains("file-churn");
    }

    @Test
    void takesAHeapThatIsTouchedOnceForTheStart() {
        String compute = "app.Main.compute 3000";
        assertThat(found(Stacks.kernel("app.Main.run:12" + FAULT + " 400", compute))).isEmpty();
        assertThat(found(Stacks.kernel("app.Main.run:12" + FAULT + " 900", compute))).containsExactly("page-fault-churn");
    }

    private static List<String> found(Stacks stacks) {
        return Analysis.run(stacks.profile(), Optional.empty(), AnalysisOptions.DEFAULTS).findings().stream()
                .map(Finding::rule).distinct().toList();
    }
}
