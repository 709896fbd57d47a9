package dev.perfhint.rules.pattern.system;

import static dev.perfhint.rules.Reports.KERNEL;
import static dev.perfhint.rules.Reports.rules;
import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.rules.Stacks;
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
    void leavesAGeneratorThatReadsItsNextBlock() {
        assertThat(rules(Stacks.kernel("app.Main.token:12;java.security.SecureRandom.nextBytes:770;"
                + "sun.security.provider.NativePRNG.engineNextBytes:200;sun.security.provider.NativePRNG$RandomIO.readFully:431;"
                + READ + " 300"))).isEmpty();
    }
}
