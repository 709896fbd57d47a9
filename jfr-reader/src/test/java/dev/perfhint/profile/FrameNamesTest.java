package dev.perfhint.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FrameNamesTest {
    @ParameterizedTest
    @CsvSource({
        "java/io/FileOutputStream, java.io.FileOutputStream",
        "java.io.FileOutputStream, java.io.FileOutputStream",
        "java/util/Map$Entry, java.util.Map$Entry",
        "app/Outer$1, app.Outer$1",
        "app/Outer$Inner2, app.Outer$Inner2",
        "org/apache/log4j2/Level2, org.apache.log4j2.Level2",
        // lambda classes: JDK 11, 17, 21+, async-profiler and JFR spellings
        "app/Mix$$Lambda$5/575335780, app.Mix$$Lambda",
        "app.Mix$$Lambda$14/0x0000000800c03000, app.Mix$$Lambda",
        "app/Mix$$Lambda$2.0x00007faa60003c00, app.Mix$$Lambda",
        "app/Mix$$Lambda.0x0000000057041800, app.Mix$$Lambda",
        "app.Mix$$Lambda/0x00007f1c3c001a30, app.Mix$$Lambda",
        "app.Mix$$Lambda+0x00007f1c3c001a30, app.Mix$$Lambda",
        "app/Mix$Locks$$Lambda.0x0000000057043698, app.Mix$Locks$$Lambda",
        "java/lang/invoke/LambdaForm$MH.0x0000000800c01000, java.lang.invoke.LambdaForm$MH",
        "java.lang.invoke.LambdaForm$DMH/0x0000000800c01000, java.lang.invoke.LambdaForm$DMH",
        "java.lang.invoke.LambdaForm$BMH/317574433, java.lang.invoke.LambdaForm$BMH",
        "app/Generated+0x0000000800c01000, app.Generated",
        "com/sun/proxy/$Proxy12, jdk.proxy.$Proxy",
        "jdk/proxy2/$Proxy7, jdk.proxy.$Proxy",
        "app/$Proxy7, app.$Proxy",
        "$Proxy7, $Proxy",
        "jdk/internal/reflect/GeneratedMethodAccessor42, jdk.internal.reflect.GeneratedMethodAccessor",
        "sun/reflect/GeneratedConstructorAccessor3, sun.reflect.GeneratedConstructorAccessor",
        "jdk/internal/reflect/GeneratedSerializationConstructorAccessor9, jdk.internal.reflect.GeneratedSerializationConstructorAccessor",
        "app/Dao$$EnhancerBySpringCGLIB$$8f3a1b2c, app.Dao$$EnhancerBySpringCGLIB$$",
    })
    void dropsThePerRunPartOfClassNames(String raw, String expected) {
        assertThat(FrameNames.className(raw)).isEqualTo(expected);
        assertThat(FrameNames.className(expected)).as("normal form is stable").isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "__GI_write | __GI_write",
        "libc.so.6`__GI_write | __GI_write",
        "finish_task_switch.isra.0_[k] | finish_task_switch",
        "tcp_schedule_loss_probe.part.0 | tcp_schedule_loss_probe",
        "__netif_receive_skb_core.constprop.0_[k] | __netif_receive_skb_core",
        "do_futex.cold | do_futex",
        "foo.isra.0.cold | foo",
        "vfs_read_[k] | vfs_read",
        "write@@GLIBC_2.2.5 | write",
        "write@plt | write@plt",
        "libjvm.so`Thread::call_run() | Thread::call_run",
        "JavaThread::is_lock_owned(unsigned char*) const | JavaThread::is_lock_owned",
        "Type::Initialize_shared(Compile*)::{lambda(void const*, void const*)#1}::_FUN | Type::Initialize_shared(Compile*)::{lambda(void const*, void const*)#1}::_FUN",
        "libc.so.6 | libc.so.6",
        "Closure::operator() | Closure::operator()",
        "Closure::operator()(int) | Closure::operator()",
    })
    void dropsCompilerSuffixesLibrariesAndArguments(String raw, String expected) {
        assertThat(FrameNames.nativeName(raw)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "worker-12, worker",
        "http-nio-8080-exec-3, http-nio-8080-exec",
        "GC Thread#0, GC Thread",
        "C2 CompilerThread0, C2 CompilerThread",
        "ForkJoinPool-1-worker-7, ForkJoinPool-1-worker",
        "main, main",
        "[tid=10730], [name unknown]",
        "42, 42",
    })
    void groupsThreadsByNameWithoutNumber(String thread, String group) {
        assertThat(FrameNames.threadGroup(thread)).isEqualTo(group);
    }

    @ParameterizedTest
    @CsvSource({
        "DestroyJavaVM, main",
        "C2 CompilerThre, C2 CompilerThread",
        "C2 CompilerThread0, C2 CompilerThread0",
        "shop-checkout-1, shop-checkout-1",
        "G1 Main Marker, G1 Main Marker",
    })
    void namesThreadsAsTheProgramDoes(String recorded, String expected) {
        assertThat(FrameNames.threadName(recorded)).isEqualTo(expected);
    }

    @Test
    void keepsLambdaBodies() {
        assertThat(FrameNames.methodName("lambda$main$0")).isEqualTo("lambda$main$0");
        assertThat(FrameNames.methodName("write(I)V")).isEqualTo("write");
        assertThat(FrameNames.methodName("<init>(Ljava/lang/String;)V")).isEqualTo("<init>");
    }
}
