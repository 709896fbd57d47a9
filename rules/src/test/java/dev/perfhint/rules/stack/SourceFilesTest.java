package dev.perfhint.rules.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Methods;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceFilesTest {
    private final Methods methods = new Methods();

    @ParameterizedTest
    @CsvSource({
        "app.MainKt, main", "app.Job$Companion, start", "app.Job$sort$$inlined$sortedBy$1, compare", "app.Job, invokeSuspend",
        "app.Job, copy$default", "app.Job, run$lambda$0", "app.Price, plus-WZ4Q5Ns", "app.Main$, run", "app.Job, $anonfun$run$1",
        "app.Job, apply$mcI$sp", "app.Job$_run_closure1, doCall", "app.Job, $getCallSiteArray"
    })
    void inventsNoJavaFileBesideAnotherLanguage(String className, String method) {
        methods.id("app.Export", "write");
        methods.id(className, method);
        assertThat(new SourceFiles(methods).of("app.Export")).isEmpty();
        assertThat(new SourceFiles(methods).of("app.io.Export")).isEqualTo("Export.java");
    }

    @ParameterizedTest
    @CsvSource({
        "app.Main$Inner, run", "app.Main$1, run", "app.Main$$Lambda, run", "app.Main, lambda$main$0", "app.Main, access$000",
        "app.Job$Builder, with_default", "app.$Generated, a", "app.Kt, run"
    })
    void takesWhatJavacMakesForJava(String className, String method) {
        methods.id(className, method);
        assertThat(new SourceFiles(methods).of("app.Export")).isEqualTo("Export.java");
    }

    @Test
    void takesTheFileThatTheRecordingNames() {
        methods.id("app.MainKt", "main");
        methods.source("app.Export", "Ledger.kt");
        methods.source("app.Export", "Other.kt");
        assertThat(new SourceFiles(methods).of("app.Export")).isEqualTo("Ledger.kt");
        assertThat(new SourceFiles(methods).of("app.MainKt")).isEqualTo("Main.kt");
    }
}
