package dev.perfhint.source.edit;

import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a {@code RandomAccessFile} that is only read forwards through a buffered {@code DataInputStream}.
 *
 * <p>Only a local opened with mode {@code "r"} whose every use is a read or {@code close}; at most {@code unsafe}.
 */
final class ForwardFile {
    private static final Set<String> FORWARD = Set.of(
            "read",
            "readFully",
            "readBoolean",
            "readByte",
            "readUnsignedByte",
            "readShort",
            "readUnsignedShort",
            "readChar",
            "readInt",
            "readLong",
            "readFloat",
            "readDouble",
            "readLine",
            "readUTF",
            "close");

    private ForwardFile() {}

    static Optional<Plan> plan(Sources sources, TracedStream stream) {
        if (stream.boundary()
                || !stream.others().isEmpty()
                || !(stream.creation() instanceof ObjectCreationExpr creation)
                || Resolver.of(sources).className(creation.getType()).filter("java.io.RandomAccessFile"::equals)
                .isEmpty()
                || creation.getArguments().size() != 2
                || !(creation.getArgument(1) instanceof StringLiteralExpr mode)
                || !mode.getValue().equals("r")) {
            return Plan.none();
        }
        Optional<VariableDeclarator> local = creation.getParentNode()
                .filter(parent -> parent instanceof VariableDeclarator && !Enclosing.isField(parent))
                .map(parent -> (VariableDeclarator) parent);
        if (local.isEmpty() || !onlyReadForwards(sources, local.get())) {
            return Plan.none();
        }
        return Optional.of(plan(sources, stream.file(), local.get(), creation));
    }

    private static boolean onlyReadForwards(Sources sources, VariableDeclarator local) {
        return Resolver.of(sources).names(local).stream().allMatch(ForwardFile::isForwardRead);
    }

    private static boolean isForwardRead(NameExpr use) {
        return use.getParentNode()
                .filter(parent -> parent instanceof MethodCallExpr call
                        && call.getScope().filter(scope -> scope == use).isPresent()
                        && FORWARD.contains(call.getNameAsString()))
                .isPresent();
    }

    private static Plan plan(
            Sources sources, SourceFile file, VariableDeclarator local, ObjectCreationExpr creation) {
        Imports imports = new Imports(sources);
        String data = imports.name(file, creation, "java.io.DataInputStream");
        String buffer = imports.name(file, creation, "java.io.BufferedInputStream");
        String input = imports.name(file, creation, "java.io.FileInputStream");
        Expression name = creation.getArgument(0);
        List<Edit> edits = new ArrayList<>();
        if (!local.getType().isVarType()) {
            edits.add(file.replace(local.getType(), data));
        }
        edits.add(file.edit(file.start(creation), file.start(name), "new " + data + "(new " + buffer + "(new " + input
                + "("));
        edits.add(file.edit(file.end(name), file.end(creation), ")))"));
        edits.addAll(imports.edits());
        return new Plan(
                "read the file forwards through a buffered DataInputStream",
                edits,
                List.of("bytes that others write to the file while it is read are seen later, a block at a time"),
                Applicability.UNSAFE);
    }
}
