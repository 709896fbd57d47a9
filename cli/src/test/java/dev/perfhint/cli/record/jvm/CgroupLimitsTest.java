package dev.perfhint.cli.record.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of /proc and of the control groups as kernels with version 1, version 2 and neither write them. */
class CgroupLimitsTest {
    @TempDir
    private Path root;

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private String text() {
        return CgroupLimits.of(root, "7").text().orElse("none");
    }

    @Test
    void takesTheNarrowestGroupOfVersionTwo() throws IOException {
        file("proc/self/mountinfo", "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n");
        file("proc/7/cgroup", "0::/pods/one\n");
        file("sys/fs/cgroup/pods/cpu.max", "150000 100000\n");
        file("sys/fs/cgroup/pods/memory.max", "268435456\n");
        file("sys/fs/cgroup/pods/one/cpu.max", "max 100000\n");
        file("sys/fs/cgroup/pods/one/memory.max", "max\n");
        file("sys/fs/cgroup/other/cpu.max", "1000 100000\n");
        assertThat(text()).isEqualTo("1.50 processors, 256 MiB of memory");
    }

    @Test
    void readsTheControllersOfVersionOne() throws IOException {
        file("proc/self/mountinfo", """
                32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
                35 31 0:32 /docker/a /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
                """);
        file("proc/7/cgroup", "4:memory:/docker/a\n1:cpu,cpuacct:/half\n9:name=systemd:/\n");
        file("sys/fs/cgroup/cpu/half/cpu.cfs_quota_us", "50000\n");
        file("sys/fs/cgroup/cpu/half/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
        file("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
        assertThat(text()).isEqualTo("0.500 processors, 1,024 MiB of memory");
        file("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
        assertThat(text()).isEqualTo("0.500 processors");
    }

    @Test
    void isSilentWithoutLimits() throws IOException {
        assertThat(text()).isEqualTo("none");
        file("proc/self/mountinfo", "31 23 0:28 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
        file("proc/7/cgroup", "0::/../../elsewhere\n");
        file("sys/fs/cgroup/cpu.max", "max 100000\n");
        assertThat(text()).isEqualTo("none");
    }
}
