package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.fix.FixSet;
import dev.perfhint.source.fix.Fixer;
import dev.perfhint.source.fix.Patch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Edits of logging configurations: which appender, which bytes, and what is only shown. */
class LoggerConfigurationTest {
    private static final String LOG4J_2 = "org.apache.logging.log4j.core.";
    private static final String[] ROLLING = {
        "java.io.FileOutputStream.write", LOG4J_2 + "appender.OutputStreamManager.flush",
        LOG4J_2 + "appender.AbstractOutputStreamAppender.directEncodeEvent", LOG4J_2 + "appender.RollingFileAppender.append",
        LOG4J_2 + "config.LoggerConfig.log", "a.Main.main"
    };
    private static final String[] PLAIN = {
        "java.io.FileOutputStream.write", LOG4J_2 + "appender.FileManager.writeToDestination",
        LOG4J_2 + "appender.OutputStreamManager.flush", LOG4J_2 + "appender.AbstractOutputStreamAppender.append", "a.Main.main"
    };
    private static final String[] LOGBACK = {
        "java.io.BufferedOutputStream.flush", "ch.qos.logback.core.recovery.ResilientOutputStreamBase.flush",
        "ch.qos.logback.core.OutputStreamAppender.writeByteArrayToOutputStreamWithPossibleFlush",
        "ch.qos.logback.core.FileAppender.writeOut", "ch.qos.logback.classic.Logger.info", "a.Main.main"
    };
    private static final String[] LOG4J_1 = {
        "java.io.OutputStreamWriter.flush", "org.apache.log4j.helpers.QuietWriter.flush",
        "org.apache.log4j.WriterAppender.subAppend", "org.apache.log4j.Category.info", "a.Main.main"
    };
    private static final String[] TINYLOG = {
        "java.io.RandomAccessFile.write", "org.tinylog.writers.raw.RandomAccessFileWriter.write",
        "org.tinylog.writers.raw.SynchronizedWriterDecorator.write", "org.tinylog.writers.FileWriter.write",
        "org.tinylog.core.TinylogLoggingProvider.output", "a.Main.main"
    };
    private static final String XML = """
            <?xml version="1.0"?>
            <Configuration>
              <Appenders>
                <!-- <RollingFile name="OLD" fileName="x"/> -->
                <RollingFile name="ROLL" fileName="logs/app.log" filePattern='a "b" >'>
                  <PatternLayout pattern="%m%n"/>
                </RollingFile>
                <File name="AUDIT" fileName="audit.log" bufferedIO="false" immediateFlush="true"/>
              </Appenders>
            </Configuration>
            """;

    @TempDir
    Path root;

    private String target = "";
    private Fix fix;

    private Sources sources() throws Exception {
        return Sources.open(new SourceOptions(List.of(root), Optional.empty(), List.of()));
    }

    private Optional<Fix> propose(Fixer fixer, String... frames) {
        List<CallSite> stack = Arrays.stream(frames)
                .map(name -> new CallSite(name.substring(0, name.lastIndexOf('.')), name.substring(name.lastIndexOf('.') + 1), 5))
                .toList();
        return fixer.propose(new FixRequest(
                "f", Repair.BUFFER_LOG_APPENDER, new Creation("a.Main", "main", root, 1, 1, "", false), stack, List.of(),
                OptionalDouble.empty(), true, target, "", CreationStack.NONE,
                ObservedFacts.NONE));
    }

    private Path write(String name, String text) throws Exception {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Applies the fix with git and returns the lines that changed, each with its sign. */
    private List<String> changes(Path file, String... frames) throws Exception {
        byte[] before = Files.readAllBytes(file);
        Fixer fixer = new Fixer(sources());
        fix = propose(fixer, frames).orElseThrow();
        FixSet set = fixer.finish(List.of(fix), true);
        fix = set.fixes().get(0);
        assertThat(fix.checks().applies()).as("%s", fix).isTrue();
        Patch patch = set.patch();
        Git.apply(root, patch);
        assertThat(propose(new Fixer(sources()), frames).filter(again -> !again.edits().isEmpty())).isEmpty();
        List<String> old = lines(before);
        List<String> changed = lines(Files.readAllBytes(file));
        List<String> result = new ArrayList<>();
        old.stream().filter(line -> !changed.contains(line)).forEach(line -> result.add("-" + line));
        changed.stream().filter(line -> !old.contains(line)).forEach(line -> result.add("+" + line));
        return result;
    }

    private static List<String> lines(byte[] bytes) {
        return List.of(new String(bytes, StandardCharsets.ISO_8859_1).split("(?<=\n)"));
    }

    @Test
    void setsTheRollingAppenderOfTheStack() throws Exception {
        Path file = write("src/main/resources/log4j2.xml", XML);
        assertThat(changes(file, ROLLING)).containsExactly(
                "-    <RollingFile name=\"ROLL\" fileName=\"logs/app.log\" filePattern='a \"b\" >'>\n",
                "+    <RollingFile name=\"ROLL\" fileName=\"logs/app.log\" filePattern='a \"b\" >' immediateFlush=\"false\">\n");
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).containsExactly(
                "line 5: killed before it is shut down, the program loses up to 8192 bytes of logs/app.log; today each event is in the file",
                "line 5: events reach logs/app.log when the buffer is full, not one by one");
    }

    @Test
    void setsThePlainAppenderOfTheStackWithItsBuffer() throws Exception {
        Path file = write("log4j2.xml", XML);
        assertThat(changes(file, PLAIN)).containsExactly(
                "-    <File name=\"AUDIT\" fileName=\"audit.log\" bufferedIO=\"false\" immediateFlush=\"true\"/>\n",
                "+    <File name=\"AUDIT\" fileName=\"audit.log\" bufferedIO=\"true\" immediateFlush=\"false\"/>\n");
    }

    @Test
    void namesWhatEndsTheProgramOrUsesTheLogMeanwhile() throws Exception {
        Path file = write("log4j2.xml", XML.replace("audit.log", "logs/app.log"));
        write("a/Main.java", """
                package a;
                import java.nio.file.*;
                class Main {
                    static void die() { Runtime.getRuntime().halt(1); }
                    static void leave() { System.exit(0); }
                    static Path log() { return Path.of("logs/app.log"); }
                    static String name() { return String.valueOf("app.log"); }
                }
                """);
        changes(file, ROLLING);
        assertThat(fix.reasons().get(0)).isEqualTo("Main.java, line 4: `Runtime.getRuntime().halt(1)` ends the program"
                + " without a shutdown of the logging: held events are lost");
        assertThat(fix.hazards()).filteredOn(each -> each.kind() == HazardKind.SECOND_STREAM).extracting(Hazard::text)
                .containsExactlyInAnyOrder("a second appender writes logs/app.log: its events come before those that are held",
                        "`Path.of(\"logs/app.log\")` is the log: held events are not in it yet");
    }

    @ParameterizedTest
    @CsvSource({"UTF-8,true", "ISO-8859-1,false", "UTF-8,false"})
    void keepsEveryOtherByte(String charset, boolean mark) throws Exception {
        String text = (mark ? "\uFEFF" : "") + "<configuration>\r\n\t<!-- Übersicht -->\r\n"
                + "\t<appender name='F' class='ch.qos.logback.core.FileAppender'>\r\n\t\t<file>app.log</file>\r\n\t</appender>\r\n"
                + "</configuration>";
        Path file = write("logback.xml", "");
        Files.write(file, text.getBytes(charset));
        assertThat(changes(file, LOGBACK)).containsExactly(
                "+\t<shutdownHook/>\r\n", "+\t\t<immediateFlush>false</immediateFlush>\r\n");
    }

    @Test
    void namesTheHookForLogbackBefore13AndSetsTheEncoderBefore12() throws Exception {
        Path file = write("logback.xml", """
                <configuration><appender name="F" class="ch.qos.logback.core.FileAppender">
                    <file>app.log</file>
                    <encoder>
                        <pattern>%m%n</pattern>
                    </encoder>
                </appender></configuration>
                """);
        String[] old = LOGBACK.clone();
        old[2] = "ch.qos.logback.core.encoder.LayoutWrappingEncoder.doEncode";
        assertThat(changes(file, old)).contains("+        <immediateFlush>false</immediateFlush>\n").anyMatch(line ->
                line.startsWith("+<configuration><shutdownHook class=\"ch.qos.logback.core.hook.DelayingShutdownHook\"/><appender"));
    }

    @Test
    void setsPropertiesInTheirOwnNotation() throws Exception {
        Path file = write("log4j2.properties", """
                # appender.old.type = RollingFile
                appender.r.type = RollingFile
                appender.r.name = R
                appender.r.fileName = app.log
                  appender.s.type : RollingFile
                  appender.s.immediateflush : false""");
        assertThat(changes(file, ROLLING)).containsExactly("+appender.r.immediateFlush = false\n");
    }

    @Test
    void buffersLog4j1WhereSomethingShutsItDown() throws Exception {
        Path file = write("log4j.properties", "log4j.appender.F=org.apache.log4j.FileAppender\r\n"
                + "log4j.appender.F.File=app.log\r\nlog4j.appender.F.bufferedIO=false\r\n");
        write("a/Main.java", """
                package a;
                class Main {
                    public static void main(String[] args) {
                        int n = args.length;
                        log(n);
                    }
                    static void log(int n) {}
                }
                """);
        write("org/apache/log4j/LogManager.java", """
                package org.apache.log4j;
                public class LogManager {
                    public static void shutdown() {}
                }
                """);
        assertThat(changes(file, LOG4J_1)).containsExactly(
                "-log4j.appender.F.bufferedIO=false\r\n", "+log4j.appender.F.bufferedIO=true\r\n");
        assertThat(Files.readString(root.resolve("a/Main.java"))).contains("""
                        Runtime.getRuntime().addShutdownHook(new Thread(LogManager::shutdown));
                        int n = args.length;
                """).contains("import org.apache.log4j.LogManager;");
        Files.writeString(file, "log4j.appender.F=org.apache.log4j.FileAppender");
        assertThat(changes(file, LOG4J_1)).containsExactly("-log4j.appender.F=org.apache.log4j.FileAppender",
                "+log4j.appender.F=org.apache.log4j.FileAppender\n", "+log4j.appender.F.BufferedIO=true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "writer = file;writer.file=app.log | writer = file;writer.buffered = true;writer.file=app.log",
        "level=info;writer1=file;writer1.buffered=false | level=info;writer1=file;writer1.buffered=true",
        "writer1=console;writer2=file | writer1=console;writer2=file;writer2.buffered=true",
        "writer1=rolling file;writer2=file | writer1=rolling file;writer2=file;writer2.buffered=true"
    })
    void letsATinylogWriterFillItsBlock(String before, String after) throws Exception {
        Path file = write("tinylog.properties", before.replace(';', '\n'));
        changes(file, TINYLOG);
        assertThat(Files.readString(file)).isEqualTo(after.replace(';', '\n'));
        assertThat(fix.applicability()).isEqualTo(Applicability.UNSAFE);
        assertThat(fix.reasons()).hasSize(2).first().asString().contains("65536 bytes");
    }

    @Test
    void onlyShowsTinylogWritersThatLoseTheirBlock() throws Exception {
        write("tinylog.properties", "autoshutdown=false\nwriter=file");
        shows("autoshutdown is off", "\nwriter.buffered=true", TINYLOG);
        write("tinylog.properties", "writer=file\nwriter.buffered=#{buffered:false}");
        shows("set elsewhere", "true", TINYLOG);
    }

    @Test
    void onlyShowsLog4j1WithoutMain() throws Exception {
        write("log4j.xml", """
                <!DOCTYPE log4j:configuration SYSTEM "log4j.dtd">
                <log4j:configuration xmlns:log4j='http://jakarta.apache.org/log4j/'>
                  <appender name="F" class="org.apache.log4j.FileAppender">
                    <param name="File" value="app.log"/>
                  </appender>
                </log4j:configuration>
                """);
        shows("LogManager.shutdown()", "<param name=\"BufferedIO\" value=\"true\"/>\n    ", LOG4J_1);
    }

    private void shows(String reason, String text, String... frames) throws Exception {
        Fix shown = propose(new Fixer(sources()), frames).orElseThrow();
        assertThat(shown.applicability()).isEqualTo(Applicability.DISPLAY);
        assertThat(shown.reasons()).singleElement().asString().contains(reason);
        assertThat(shown.edits()).extracting(Edit::text).contains(text);
    }

    @Test
    void choosesByTheFileAndElseShowsThem() throws Exception {
        String two = XML.replace("File name=\"AUDIT\"", "RollingFile name=\"AUDIT\"").replace(" immediateFlush=\"true\"", "");
        Path file = write("log4j2.xml", two);
        shows("ROLL in line 5 of log4j2.xml, AUDIT in line 8 of log4j2.xml", " immediateFlush=\"false\"", ROLLING);
        target = "/var/lib/audit.log";
        assertThat(changes(file, ROLLING)).hasSize(2).first().asString().contains("AUDIT");
    }

    @Test
    void prefersTheProgramsOwnToThatOfItsTests() throws Exception {
        write("src/test/resources/log4j2-test.xml", XML);
        Path file = write("src/main/resources/log4j2.xml", XML);
        assertThat(changes(file, ROLLING)).hasSize(2);
    }

    @Test
    void onlyShowsWhereTheFileIsShared() throws Exception {
        write("log4j2.xml", XML.replace("immediateFlush=\"true\"", "locking=\"true\""));
        shows("locking=true: each event", "false", PLAIN);
        write("logback.xml", """
                <configuration>
                  <appender name="F" class="ch.qos.logback.core.FileAppender">
                    <prudent>true</prudent>
                  </appender>
                </configuration>
                """);
        shows("prudent mode shares the file", "false", LOGBACK);
    }

    @Test
    void onlyShowsWhereNothingShutsTheLoggingDown() throws Exception {
        write("log4j2.xml", XML.replace("<Configuration>", "<Configuration shutdownHook=\"disable\">"));
        shows("shutdownHook=disable: held events", "false", PLAIN);
    }

    @Test
    void namesNoExitOfTheLibrarysTools() throws Exception {
        Path file = write("log4j2.xml", XML);
        String exit = "class Viewer { static void close() { Runtime.getRuntime().halt(0); } }\n";
        write("org/apache/logging/log4j/core/tools/Viewer.java", "package org.apache.logging.log4j.core.tools; " + exit);
        changes(file, ROLLING);
        assertThat(fix.hazards()).noneMatch(each -> each.kind() == HazardKind.ENDS);
        write("a/Viewer.java", "package a; " + exit);
        write("log4j2.xml", XML);
        changes(file, ROLLING);
        assertThat(fix.hazards()).anyMatch(each -> each.kind() == HazardKind.ENDS);
    }

    @Test
    void onlyShowsWhatAVariableSets() throws Exception {
        write("log4j2.xml", XML.replace("filePattern", "immediateFlush=\"${sys:flush:-true}\" filePattern"));
        shows("immediateFlush is ${sys:flush:-true}", "false", ROLLING);
    }

    @Test
    void saysNothingOfWhatItCannotFind() throws Exception {
        write("log4j2.xml", XML.replace("</Appenders>", ""));
        assertThat(propose(new Fixer(sources()), ROLLING)).isEmpty();
        write("log4j2.xml", XML.replace("filePattern", "immediateFlush=\"false\" filePattern"));
        assertThat(propose(new Fixer(sources()), ROLLING)).isEmpty();
        assertThat(propose(new Fixer(sources()), "java.io.FileOutputStream.write", "a.Main.main")).isEmpty();
    }

    @Test
    void doubtsAnErrorThatReachesTheCaller() throws Exception {
        Path file = write("log4j2.xml", XML.replace("filePattern", "ignoreExceptions=\"false\" filePattern"));
        changes(file, ROLLING);
        assertThat(fix.reasons()).anyMatch(reason -> reason.contains("ignoreExceptions is false"));
    }

    @Test
    void eventsOfAQueueComeInGroupsAnyhow() throws Exception {
        Path file = write("log4j2.xml", XML);
        String[] async = Arrays.copyOf(ROLLING, ROLLING.length + 1);
        async[ROLLING.length] = LOG4J_2 + "appender.AsyncAppenderEventDispatcher.run";
        changes(file, async);
        assertThat(fix.reasons()).singleElement().asString().contains("the program loses up to 8192 bytes of logs/app.log");
    }
}
