package dev.perfhint.rules.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceFileNameTest {
    @ParameterizedTest
    @CsvSource({
        "app.Main, Main.java", "app.Main$Inner, Main.java", "app.Main$1, Main.java", "app.Main$$Lambda, Main.java", "Main, Main.java",
        "app.$Generated, $Generated.java",
        // Kotlin: top-level functions, and lambdas in them
        "app.MainKt, Main.kt", "app.MainKt$main$1, Main.kt", "app.Kt, Kt.java",
        // Scala: objects, anonymous functions and classes
        "app.Main$, ''", "app.Main$$anonfun$run$1, ''", "app.Main$$anon$1, ''", "app.Main$delayedInit$body, ''",
        // Groovy: closures
        "app.Job$_run_closure1, ''", "app.Job$_closure2, ''",
        "app.package-info, ''",
        // no compiler makes a name that leaves its folder
        "...Secret, ''", "app..Main, ''"
    })
    void namesNoJavaFileForAnotherLanguage(String className, String file) {
        assertThat(SourceFileName.of(className)).isEqualTo(file);
    }
}
