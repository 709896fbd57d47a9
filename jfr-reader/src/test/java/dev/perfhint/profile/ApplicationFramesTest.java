package dev.perfhint.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ApplicationFramesTest {
    private final CallTree tree = new CallTree();
    private final Methods methods = new Methods();
    private final ApplicationFrames frames = new ApplicationFrames(tree, methods);

    @Test
    void takesTheInnermostJavaFrameOutsideTheJdk() {
        int run = add(CallTree.ROOT, "java.lang.Thread", "run", FrameKind.JAVA);
        assertThat(frames.method(CallTree.ROOT)).isEqualTo(-1);
        assertThat(frames.method(run)).isEqualTo(-1);
        int outer = add(run, "app.Main", "main", FrameKind.JAVA);
        int inner = add(outer, "app.Writer", "write", FrameKind.JAVA);
        int jdk = add(inner, "java.io.FileOutputStream", "write", FrameKind.JAVA);
        int leaf = add(add(jdk, "", "__GI_write", FrameKind.NATIVE), "", "ksys_write", FrameKind.KERNEL);
        assertThat(frames.method(leaf)).isEqualTo(tree.method(inner));
        assertThat(frames.method(inner)).isEqualTo(tree.method(inner));
        assertThat(frames.method(outer)).isEqualTo(tree.method(outer));
        assertThat(frames.method(run)).isEqualTo(-1);
    }

    @Test
    void followsATreeThatGrows() {
        int parent = CallTree.ROOT;
        for (int i = 0; i < 1000; i++) {
            parent = add(parent, i % 10 == 0 ? "app.Main" : "java.util.List", "m" + i, FrameKind.JAVA);
            assertThat(methods.methodName(frames.method(parent))).isEqualTo("m" + i / 10 * 10);
        }
    }

    private int add(int parent, String className, String methodName, FrameKind kind) {
        return tree.child(parent, methods.id(className, methodName), 1, kind);
    }
}
