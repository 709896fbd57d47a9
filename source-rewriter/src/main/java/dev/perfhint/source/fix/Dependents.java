package dev.perfhint.source.fix;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import dev.perfhint.source.file.SourceException;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the files that must be compiled along because an edit changes what other classes can see. */
final class Dependents {
    private static final int MAX_FILES = 200;

    private Dependents() {}

    /** Returns the files that mention a class whose non-private signatures the new texts change. */
    static List<SourceFile> of(Sources sources, Map<SourceFile, String> texts) {
        Set<String> names = new LinkedHashSet<>();
        texts.forEach((file, text) -> {
            if (!signatures(file.unit()).equals(signatures(parsed(file, text)))) {
                file.unit().getTypes().forEach(type -> names.add(type.getNameAsString()));
            }
        });
        if (names.isEmpty()) {
            return List.of();
        }
        return sources.javaFiles(text -> names.stream().anyMatch(text::contains)).orElseGet(sources::javaFiles).stream()
                .flatMap(path -> sources.file(path).stream())
                .filter(file -> !texts.containsKey(file)).limit(MAX_FILES).toList();
    }

    private static CompilationUnit parsed(SourceFile file, String text) {
        try {
            return file.with(text).unit();
        } catch (SourceException unparsable) {
            return file.unit();
        }
    }

    private static List<String> signatures(CompilationUnit unit) {
        List<String> signatures = new ArrayList<>();
        for (TypeDeclaration<?> type : unit.findAll(TypeDeclaration.class).stream()
                .map(each -> (TypeDeclaration<?>) each).toList()) {
            type.getFields().stream()
                    .filter(field -> !field.isPrivate())
                    .map(FieldDeclaration::getVariables)
                    .forEach(variables -> variables.forEach(each -> signatures.add(each.getTypeAsString())));
            type.getMembers().stream()
                    .filter(member -> member instanceof CallableDeclaration<?> callable && !callable.isPrivate())
                    .forEach(member -> signatures.add(signature((CallableDeclaration<?>) member)));
        }
        return signatures;
    }

    private static String signature(CallableDeclaration<?> callable) {
        String result = callable instanceof MethodDeclaration method ? method.getTypeAsString() + " " : "";
        return result + callable.getSignature().asString();
    }
}
