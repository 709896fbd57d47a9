package dev.perfhint.cli.verify;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads the JUnit reports, {@code TEST-*.xml}, of Surefire, Gradle and their like. */
final class TestReports {
    private TestReports() {}

    /** Removes what an earlier run or the build left. */
    static void delete(Path directory) throws IOException {
        for (Path report : reports(directory)) {
            Files.delete(report);
        }
    }

    /** Returns {@code passed}, {@code failed}, {@code error} or {@code skipped} by class and name of the test. */
    static Map<String, String> read(Path directory) throws IOException {
        Map<String, String> results = new TreeMap<>();
        for (Path report : reports(directory)) {
            try {
                NodeList cases = builder().parse(report.toFile()).getElementsByTagName("testcase");
                for (int i = 0; i < cases.getLength(); i++) {
                    Element test = (Element) cases.item(i);
                    String name = test.getAttribute("classname") + "." + test.getAttribute("name");
                    results.merge(name, result(test), (one, other) -> one.equals("passed") ? other : one);
                }
            } catch (SAXException cut) {
                results.put(report.getFileName().toString(), "unreadable");
            }
        }
        return results;
    }

    private static String result(Element test) {
        return has(test, "failure") ? "failed" : has(test, "error") ? "error" : has(test, "skipped") ? "skipped"
                : "passed";
    }

    private static boolean has(Element test, String child) {
        return test.getElementsByTagName(child).getLength() > 0;
    }

    private static DocumentBuilder builder() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException("every JDK has this parser", e);
        }
    }

    private static List<Path> reports(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .filter(Files::isRegularFile).sorted().toList();
        }
    }
}
