package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the file appenders of a Log4j 2 configuration, XML or properties. An appender writes when its buffer is full if
 * {@code immediateFlush} is false; the plain and rolling ones have a buffer unless {@code bufferedIO} is false or
 * {@code locking} is true. Read in Log4j 2.24.
 */
final class Log4j2Appenders {
    private static final String HOOK = "shutdownHook";
    private static final Set<String> STREAMS = Set.of("file", "rollingfile");
    private static final Set<String> RANDOM_ACCESS = Set.of("randomaccessfile", "rollingrandomaccessfile");
    private static final long STREAM_BYTES = 8192;
    private static final long RANDOM_ACCESS_BYTES = 262144;

    private Log4j2Appenders() {}

    static List<Appender> in(SourceFile file, List<CallSite> frames) {
        return file.path().toString().endsWith(".xml") ? inXml(file) : inProperties(file);
    }

    private static List<Appender> inXml(SourceFile file) {
        List<Appender> found = new ArrayList<>();
        Optional<XmlTag> root =
                XmlText.root(file.text()).filter(each -> each.name().equalsIgnoreCase("Configuration"));
        root.ifPresent(each -> each.all("Appenders").forEach(group -> group.children().forEach(tag -> {
            String type = tag.name().equalsIgnoreCase("Appender") ? tag.value("type") : tag.name();
            appender(file, type, tag.start(), new XmlSettings(file, tag), each.value(HOOK)).ifPresent(found::add);
        })));
        return found;
    }

    private static List<Appender> inProperties(SourceFile file) {
        List<Appender> found = new ArrayList<>();
        PropertyLines lines = PropertyLines.of(file);
        String hook = lines.all().stream().filter(each -> each.key().equals(HOOK))
                .map(PropertyLines.Line::value).findFirst().orElse("");
        for (PropertyLines.Line line : lines.all()) {
            String key = line.key();
            boolean declares = key.startsWith("appender.") && key.endsWith(".type")
                    && key.indexOf('.', "appender.".length()) == key.length() - ".type".length();
            if (declares && line.plain()) {
                String prefix = key.substring(0, key.length() - "type".length());
                appender(file, line.value(), line.start(), lines.settings(line, prefix), hook)
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Appender> appender(
            SourceFile file, String type, int start, Settings settings, String hook) {
        String kind = type.toLowerCase(Locale.ROOT);
        boolean stream = STREAMS.contains(kind);
        if (!stream && !RANDOM_ACCESS.contains(kind)) {
            return Optional.empty();
        }
        List<Edit> edits = new ArrayList<>();
        List<String> obstacles = new ArrayList<>();
        if (hook.equalsIgnoreCase("disable")) {
            obstacles.add(HOOK + "=disable: held events are lost where the program ends without a shutdown");
        }
        if (settings.value("locking").filter("true"::equalsIgnoreCase).isPresent()) {
            obstacles.add("locking=true: each event is written under a file lock, never buffered");
            edits.add(settings.replace("locking", "false"));
        }
        set(settings, "immediateFlush", false, edits, obstacles);
        if (stream) {
            set(settings, "bufferedIO", true, edits, obstacles);
        }
        long bytes = settings.value("bufferSize").filter(each -> each.matches("\\d{1,9}")).map(Long::parseLong)
                .orElse(stream ? STREAM_BYTES : RANDOM_ACCESS_BYTES);
        List<String> doubts = settings.value("ignoreExceptions").filter(each -> !each.equalsIgnoreCase("true"))
                .map(each ->
                        List.of("ignoreExceptions is " + each + ": an error of a write reaches another log statement"))
                .orElse(List.of());
        return Optional.of(new Appender(
                file, file.line(start), settings.value("name").orElse(""), type, settings.value("fileName").orElse(""),
                bytes, edits, obstacles.stream().findFirst(), doubts));
    }

    /** Sets a switch that is on where it is not named. */
    private static void set(Settings settings, String name, boolean wanted, List<Edit> edits, List<String> obstacles) {
        Optional<String> value = settings.value(name);
        if (value.isEmpty()) {
            if (!wanted) {
                edits.add(settings.add(name, "false"));
            }
            return;
        }
        if (!value.get().equalsIgnoreCase("true") && !value.get().equalsIgnoreCase("false")) {
            obstacles.add(name + " is " + value.get() + ", which is set elsewhere");
        }
        if (!settings.isPlain(name)) {
            obstacles.add(name + " is not one literal");
        } else if (!value.get().equalsIgnoreCase(String.valueOf(wanted))) {
            edits.add(settings.replace(name, String.valueOf(wanted)));
        }
    }
}
