package dev.perfhint.rules.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreloadTest {
    @ParameterizedTest
    @ValueSource(strings = {"java.lang.invoke.LambdaForm$MH+0x00007fea4c007400.1172131546", "java.lang.invoke.LambdaForm$MH",
            "app.Main$$Lambda$92+0x00007fea4c037f00.1616974404", "app.Main$$Lambda/0x0000", "[Lapp.Main;", "jdk.proxy2.$Proxy17",
            "com.sun.proxy.$Proxy3", "jdk.internal.reflect.GeneratedMethodAccessor12", "app.Shop$$EnhancerBySpringCGLIB$$1a2b",
            "app.Shop$$SpringCGLIB$$0", "java.lang.invoke.BoundMethodHandle$Species_LLL", "app.Item$HibernateProxy$x1Yz", ""})
    void leavesOutWhatIsMadeInTheRun(String name) {
        assertThat(Preload.isLoadable(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app.Main", "app.Main$1", "app.Outer$Inner", "java.util.Formatter$Flags", "Part_17", "app.ByteBuddyUser"})
    void keepsWhatHasAName(String name) {
        assertThat(Preload.isLoadable(name)).isTrue();
    }
}
