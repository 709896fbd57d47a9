package dev.perfhint.profile.observed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CallCountTest {
    /** 10,499 calls of 22 bytes: rounded each by itself the mean would be 23. */
    @Test
    void keepsTheMeanSizeOfAnEstimate() {
        CallCount estimate = new CallCount(10_499, 230_978, 0, new TreeMap<>()).estimated();
        assertThat(estimate.calls()).isEqualTo(10_000);
        assertThat(estimate.bytesPerCall()).isEqualTo(22);
    }
}
