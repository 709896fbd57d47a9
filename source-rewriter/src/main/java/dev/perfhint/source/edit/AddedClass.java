package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A class that a fix adds to the user's code, in a new file beside the class that needs it; visible in its package
 * only, unless code of other packages needs it too.
 *
 * @param name its simple name
 * @param size how much of it is needed
 */
public record AddedClass(String name, Size size) {
    /** Each can do all that those before it can. */
    public enum Size {
        READ, WRITE, WHOLE
    }

    public AddedClass(String name) {
        this(name, Size.WHOLE);
    }

    /**
     * Returns the edit that adds the class; none where it is there already, empty where another has its name.
     *
     * @param shared whether code of other packages needs it too
     */
    public Optional<List<Edit>> beside(Sources sources, SourceFile file, boolean shared) {
        Path path = file.path().resolveSibling(name + ".java");
        String packageName = packageOf(file.unit());
        String text = text(size, packageName, shared, file.lineEnd());
        if (sources.isKnown(path)) {
            return sources.file(path)
                    .filter(each -> Stream.of(Size.values()).skip(size.ordinal())
                            .anyMatch(it -> isSame(each.text(), text(it, packageName, shared, file.lineEnd()))))
                    .map(each -> List.of());
        }
        return sources.contains(packageName.isEmpty() ? name : packageName + "." + name)
                ? Optional.empty() : Optional.of(List.of(sources.absent(path, file.charset()).edit(0, 0, text)));
    }

    public static String packageOf(Node node) {
        return node.findCompilationUnit().orElseThrow().getPackageDeclaration()
                .map(each -> each.getNameAsString()).orElse("");
    }

    private static boolean isSame(String text, String other) {
        return text.lines().toList().equals(other.lines().toList());
    }

    private String text(Size size, String packageName, boolean shared, String lineEnd) {
        String plain = text(size, packageName, lineEnd);
        return shared
                ? plain.replaceAll("(?m)^(    |)(?=(?:final )?class |static |" + name + "\\()", "$1public ")
                : plain;
    }

    /** In the text the lines between {@code //[} and {@code //]} are needed for the whole class only. */
    private String text(Size size, String packageName, String lineEnd) {
        try (InputStream in = AddedClass.class.getResourceAsStream(name + (size == Size.READ ? "-read.txt" : ".txt"))) {
            String body = new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .replaceAll(size == Size.WHOLE ? "(?m)^//[\\[\\]]\n" : "(?ms)^//\\[\n.*?^//\\]\n", "");
            String head = packageName.isEmpty() ? "" : "package " + packageName + ";\n\n";
            return (head + body).replace("\n", lineEnd);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
