package dev.perfhint.source.logging;

import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the file appenders of a Logback configuration. One writes when its buffer is full if {@code immediateFlush} is
 * false, an element of the appender or, before Logback 1.2, of its encoder. Logback closes its appenders at the end of
 * the program only if a {@code shutdownHook} is configured, so that is added too. Read in Logback 1.2 and 1.5.
 */
final class LogbackAppenders {
    private static final long BUFFER_BYTES = 8192;
    private static final Set<String> CLASSES =
            Set.of("ch.qos.logback.core.FileAppender", "ch.qos.logback.core.rolling.RollingFileAppender");
    private static final String FLUSH = "immediateFlush";
    private static final String HOOK = "shutdownHook";

    private LogbackAppenders() {}

    static List<Appender> in(SourceFile file, List<CallSite> frames) {
        Optional<XmlTag> root = file.path().toString().endsWith(".xml")
                ? XmlText.root(file.text()).filter(each -> each.name().equals("configuration")) : Optional.empty();
        List<Appender> found = new ArrayList<>();
        root.ifPresent(each -> each.all("appender").stream()
                .filter(tag -> CLASSES.contains(tag.value("class")))
                .forEach(tag -> found.add(appender(file, each, tag, frames))));
        return found;
    }

    private static Appender appender(SourceFile file, XmlTag root, XmlTag tag, List<CallSite> frames) {
        boolean ofEncoder = frames.stream().anyMatch(frame -> frame.methodName().equals("doEncode")
                && frame.className().startsWith("ch.qos.logback.core.encoder."));
        Optional<XmlTag> encoder = tag.child("encoder");
        Optional<XmlTag> stated = encoder.flatMap(each -> each.child(FLUSH)).or(() -> tag.child(FLUSH));
        Optional<XmlTag> home = stated.isPresent() || !ofEncoder ? Optional.of(tag) : encoder;
        List<Edit> edits = new ArrayList<>();
        Optional<XmlTag> prudent = tag.child("prudent").filter(each -> !each.text().equalsIgnoreCase("false"));
        boolean done = stated.filter(each -> each.text().equalsIgnoreCase("false")).isPresent();
        if (!done && home.filter(each -> !each.children().isEmpty()).isPresent()) {
            edits.add(stated.isPresent()
                    ? stated.get().replaceText(file, "false")
                    : home.get().addFirst(file, "<" + FLUSH + ">false</" + FLUSH + ">"));
            prudent.ifPresent(each -> edits.add(each.replaceText(file, "false")));
            if (root.child(HOOK).isEmpty()) {
                edits.add(root.addFirst(file, hook(frames)));
            }
        }
        List<String> doubts = root.child(HOOK).isEmpty()
                ? List.of("events that other shutdown hooks log after Logback's added one are lost") : List.of();
        return new Appender(
                file, file.line(tag.start()), tag.value("name"), tag.value("class"),
                tag.child("file").map(XmlTag::text).orElse(""), BUFFER_BYTES, edits, obstacle(prudent, stated), doubts);
    }

    private static Optional<String> obstacle(Optional<XmlTag> prudent, Optional<XmlTag> stated) {
        if (prudent.isPresent()) {
            return Optional.of("prudent mode shares the file with other programs: each event is written under a lock");
        }
        return stated.map(XmlTag::text)
                .filter(text -> !text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false"))
                .map(text -> FLUSH + " is " + text + ", which is set elsewhere");
    }

    // Logback before 1.3 has no default class and only this one; the newer ones know its name
    private static String hook(List<CallSite> frames) {
        boolean recent = frames.stream()
                .anyMatch(frame -> frame.methodName().equals("writeByteArrayToOutputStreamWithPossibleFlush"));
        return recent ? "<" + HOOK + "/>" : "<" + HOOK + " class=\"ch.qos.logback.core.hook.DelayingShutdownHook\"/>";
    }
}
