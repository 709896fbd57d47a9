package dev.perfhint.source.edit;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.Node;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names JDK types in a file's text: by simple name where it means the type or an import can make it so, else in full.
 *
 * <p>Collects the imports that are needed; each is one insertion of its own, so that equal ones of several fixes
 * coalesce.
 */
public final class Imports {
    private final Sources sources;
    private final Set<Map.Entry<SourceFile, String>> needed = new LinkedHashSet<>();

    public Imports(Sources sources) {
        this.sources = sources;
    }

    /** Returns how to write the type at the node. */
    public String name(SourceFile file, Node at, String qualified) {
        String simple = qualified.substring(qualified.lastIndexOf('.') + 1);
        Resolver resolver = Resolver.of(sources);
        boolean unseen = file.unit().getPackageDeclaration().isEmpty()
                && Files.exists(file.path().resolveSibling(simple + ".java"));
        if (unseen || resolver.inheritsUnknown(at)) {
            return qualified;
        }
        Optional<String> meaning = resolver.classNameAt(at, simple);
        if (meaning.isPresent()) {
            return meaning.get().equals(qualified) && !isAmbiguous(file, qualified, simple) ? simple : qualified;
        }
        if (usesWord(file, simple)) {
            return qualified;
        }
        needed.add(Map.entry(file, qualified));
        return simple;
    }

    /** Returns whether the type is imported on demand, and another of its name too. */
    private boolean isAmbiguous(SourceFile file, String qualified, String simple) {
        List<ImportDeclaration> imports = file.unit().getImports();
        return imports.stream().noneMatch(each -> each.getNameAsString().equals(qualified))
                && imports.stream().filter(each -> each.isAsterisk() && !each.isStatic())
                        .map(each -> each.getNameAsString() + "." + simple)
                        .filter(each -> Resolver.of(sources).classNamed(each).isPresent()).count() > 1;
    }

    /** Returns the insertions for the imports that the names given out so far need. */
    public List<Edit> edits() {
        return needed.stream().map(need -> insertion(need.getKey(), need.getValue())).toList();
    }

    /** A word that is there already but could not be resolved may be any type; an import would change its meaning. */
    private static boolean usesWord(SourceFile file, String simple) {
        return Pattern.compile("\\b" + Pattern.quote(simple) + "\\b").matcher(file.text()).find();
    }

    private static Edit insertion(SourceFile file, String qualified) {
        CompilationUnit unit = file.unit();
        String line = "import " + qualified + ";";
        List<ImportDeclaration> plain = unit.getImports().stream()
                .filter(each -> !each.isStatic() && !each.isModule()).toList();
        List<ImportDeclaration> related = plain.stream()
                .filter(each -> firstPart(each).equals(qualified.substring(0, qualified.indexOf('.')))).toList();
        if (!related.isEmpty()) {
            Optional<ImportDeclaration> before = related.stream()
                    .filter(each -> each.getNameAsString().compareTo(qualified) < 0)
                    .reduce((first, second) -> second);
            return before.map(each -> after(file, each, line)).orElseGet(() -> before(file, related.get(0), line));
        }
        if (!plain.isEmpty()) {
            return after(file, plain.get(plain.size() - 1), line);
        }
        if (!unit.getImports().isEmpty()) {
            return before(file, unit.getImports().get(0), line);
        }
        if (unit.getPackageDeclaration().isPresent()) {
            int end = file.end(unit.getPackageDeclaration().get());
            return file.insert(end, file.lineEnd() + file.lineEnd() + line);
        }
        return file.insert(headEnd(file), line + file.lineEnd() + file.lineEnd());
    }

    private static String firstPart(ImportDeclaration each) {
        return each.getNameAsString().split("\\.")[0];
    }

    private static Edit after(SourceFile file, ImportDeclaration each, String line) {
        return file.insert(file.end(each), file.lineEnd() + line);
    }

    private static Edit before(SourceFile file, ImportDeclaration each, String line) {
        return file.insert(file.start(each), line + file.lineEnd());
    }

    /** Without package and imports, the import goes above the first type and the comment that belongs to it. */
    private static int headEnd(SourceFile file) {
        return file.unit().getTypes().getFirst().filter(type -> type.getRange().isPresent())
                .map(type -> aboveComment(file.text(), file.start(type))).orElse(0);
    }

    private static int aboveComment(String text, int start) {
        String head = text.substring(0, start);
        String stripped = head.stripTrailing();
        if (stripped.endsWith("*/")) {
            int open = stripped.lastIndexOf("/*");
            return stripped.startsWith("/**", open) ? open : start;
        }
        return start;
    }
}
