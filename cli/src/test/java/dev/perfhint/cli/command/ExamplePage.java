package dev.perfhint.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The worked example's page and its JSON, and a browser for them. */
abstract class ExamplePage {
    @TempDir
    static Path directory;
    static Browser browser;
    static Path page;
    static JsonObject json;

    @BeforeAll
    static void start() throws IOException {
        Optional<Path> executable = Browser.find();
        Assumptions.assumeTrue(executable.isPresent(), "no Chromium on the PATH");
        browser = Browser.start(executable.get());
        page = directory.resolve("page.html");
        Path report = directory.resolve("report.json");
        Invocation run = Invocation.of("analyze", Example.CPU, "--source", Example.SOURCE, "--output", "html=" + page,
                "--output", "json=" + report);
        assertThat(run.code()).as(run.err()).isZero();
        json = JsonParser.parseString(Files.readString(report)).getAsJsonObject();
    }

    @AfterAll
    static void end() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }
}
