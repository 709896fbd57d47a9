package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.only;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Reports;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Finding;
import org.junit.jupiter.api.Test;

class RandomSeedPerUseTest {
    private static final String READ = "java.io.FilterInputStream.read:132;java.io.FileInputStream.read:276;"
            + "java.io.FileInputStream.readBytes;readBytes;__GI_read;" + KERNEL + "ksys_read_[k];vfs_read_[k];get_random_bytes_user_[k]";

    @Test
    void flagsSeedBytesForEachToken() {
        assertThat(rules(Stacks.kernel("app.Main.token:12;java.security.SecureRandom.generateSeed:864;"
                + "sun.security.provider.NativePRNG.engineGenerateSeed:229;sun.security.provider.NativePRNG$RandomIO.readFully:431;"
                + READ + " 300"))).containsExactly("random-seed-per-use");
    }

    @Test
    void flagsAGeneratorThatIsSeededForEachToken() {
        String random = "sun.security.provider.NativePRNG$RandomIO.";
        Finding finding = only(Stacks.kernel(
                "app.Main.token:12;java.security.SecureRandom.getSeed:840;java.security.SecureRandom.generateSeed:864;"
                        + random + "readFully:431;" + READ + " 150",
                "app.Main.token:12;java.security.SecureRandom.<init>:273;" + random + "implSetSeed:570;" + Reports.ARRAY_WRITE
                        + " 150"));

        assertThat(finding.message()).startsWith("a random generator is seeded for each use");
        assertThat(finding.samples()).isEqualTo(300);
        assertThat(finding.advice().get(0).advice().text()).startsWith("keep one generator");
    }

    @Test
    void leavesAGeneratorThatReadsItsNextBlock() {
        assertThat(rules(Stacks.kernel("app.Main.token:12;java.security.SecureRandom.nextBytes:770;"
                + "sun.security.provider.NativePRNG.engineNextBytes:200;sun.security.provider.NativePRNG$RandomIO.readFully:431;"
                + READ + " 300"))).isEmpty();
    }
}
