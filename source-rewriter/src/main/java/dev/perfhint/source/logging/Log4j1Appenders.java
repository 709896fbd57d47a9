package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the file appenders of a Log4j 1 configuration, XML or properties. {@code BufferedIO} gives one a buffer and
 * sets {@code ImmediateFlush} to false when the file is opened. Read in Log4j 1.2.17.
 */
final class Log4j1Appenders {
    private static final String PREFIX = "log4j.appender.";
    private static final long BUFFER_BYTES = 8192;
    private static final Set<String> CLASSES = Set.of(
            "org.apache.log4j.FileAppender",
            "org.apache.log4j.RollingFileAppender", "org.apache.log4j.DailyRollingFileAppender");

    private Log4j1Appenders() {}

    static List<Appender> in(SourceFile file, List<CallSite> frames) {
        return file.path().toString().endsWith(".xml") ? inXml(file) : inProperties(file);
    }

    private static List<Appender> inProperties(SourceFile file) {
        List<Appender> found = new ArrayList<>();
        PropertyLines lines = PropertyLines.of(file);
        for (PropertyLines.Line line : lines.all()) {
            boolean declares = line.key().startsWith(PREFIX) && line.key().indexOf('.', PREFIX.length()) < 0;
            if (declares && line.plain() && CLASSES.contains(line.value())) {
                Settings settings = lines.settings(line, line.key() + ".");
                found.add(appender(file, line.start(), line.key().substring(PREFIX.length()), line.value(), settings));
            }
        }
        return found;
    }

    private static List<Appender> inXml(SourceFile file) {
        List<Appender> found = new ArrayList<>();
        XmlText.root(file.text()).filter(each -> each.name().equals("log4j:configuration"))
                .ifPresent(root -> root.all("appender").stream()
                        .filter(tag -> CLASSES.contains(tag.value("class")) && tag.child("param").isPresent())
                        .forEach(tag -> found.add(appender(
                                file, tag.start(), tag.value("name"), tag.value("class"),
                                new ParamSettings(file, tag)))));
        return found;
    }

    private static Appender appender(SourceFile file, int start, String name, String type, Settings settings) {
        Optional<String> buffered = settings.value("BufferedIO");
        List<Edit> edits = new ArrayList<>();
        Optional<String> obstacle = Optional.empty();
        boolean held = settings.value("ImmediateFlush").filter("false"::equalsIgnoreCase).isPresent();
        if (buffered.isEmpty() && !held) {
            edits.add(settings.add("BufferedIO", "true"));
        } else if (buffered.filter(each -> !each.equalsIgnoreCase("true")).isPresent()
                && settings.isPlain("BufferedIO")) {
            edits.add(settings.replace("BufferedIO", "true"));
            obstacle = buffered.filter(each -> !each.equalsIgnoreCase("false"))
                    .map(each -> "BufferedIO is " + each + ", which is set elsewhere");
        }
        long bytes = settings.value("BufferSize").filter(each -> each.matches("\\d{1,9}")).map(Long::parseLong)
                .orElse(BUFFER_BYTES);
        return new Appender(
                file, file.line(start), name, type, settings.value("File").orElse(""), bytes, edits, obstacle,
                List.of());
    }

    /** Settings that are {@code <param name="File" value="app.log"/>}. */
    private record ParamSettings(SourceFile file, XmlTag tag) implements Settings {
        private Optional<XmlTag> param(String name) {
            return tag.all("param").stream()
                    .filter(each -> each.value("name").equalsIgnoreCase(name)).reduce((first, second) -> second);
        }

        @Override
        public Optional<String> value(String name) {
            return param(name).map(each -> each.value("value"));
        }

        @Override
        public boolean isPlain(String name) {
            return param(name).flatMap(each -> each.attribute("value")).isPresent();
        }

        @Override
        public Edit replace(String name, String value) {
            XmlTag.Attribute attribute = param(name).flatMap(each -> each.attribute("value")).orElseThrow();
            return file.edit(attribute.start(), attribute.end(), value);
        }

        @Override
        public Edit add(String name, String value) {
            return tag.addFirst(file, "<param name=\"" + name + "\" value=\"" + value + "\"/>");
        }
    }
}
