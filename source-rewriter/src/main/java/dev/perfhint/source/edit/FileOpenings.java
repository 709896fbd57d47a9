package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.proof.ConstantValues;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** Finds the calls of the JDK that change a file: evidence against an input that nobody changes. */
final class FileOpenings {
    private static final Set<String> OPENED = Set.of("java.io.FileOutputStream", "java.io.FileWriter",
            "java.io.PrintStream", "java.io.PrintWriter", "java.io.RandomAccessFile", "java.util.Formatter",
            "java.util.logging.FileHandler");
    private static final Set<String> CHANGES = Set.of("newOutputStream", "newBufferedWriter", "newByteChannel", "write",
            "writeString", "copy", "move", "delete", "deleteIfExists", "createFile", "renameTo", "open");
    private static final Set<String> OWNERS =
            Set.of("java.nio.file.Files", "java.io.File", "java.nio.channels.FileChannel");

    private FileOpenings() {}

    /** Returns the calls in the body that change or make a file, other than the given creation. */
    static List<Expression> in(Sources sources, Node body, Expression except) {
        Resolver resolver = Resolver.of(sources);
        return body.findAll(Expression.class).stream()
                .filter(each -> each != except)
                .filter(each -> each instanceof MethodCallExpr call && changes(resolver, call)
                        || each instanceof ObjectCreationExpr creation && opens(sources, creation))
                .toList();
    }

    private static boolean changes(Resolver resolver, MethodCallExpr call) {
        if (!CHANGES.contains(call.getNameAsString())) {
            return false;
        }
        return owner(resolver, call).filter(OWNERS::contains).isPresent();
    }

    /** Opening for reading only is no change; a mode that is not known may be any. */
    private static boolean opens(Sources sources, ObjectCreationExpr creation) {
        Resolver resolver = Resolver.of(sources);
        if (owner(resolver, creation).filter(OPENED::contains).isEmpty() || creation.getArguments().isEmpty()) {
            return false;
        }
        boolean reads = creation.getArguments().size() == 2
                && ConstantValues.is(sources, creation.getArgument(1), "r");
        Optional<String> first = resolver.className(creation.getArgument(0));
        boolean ofFile = first.isEmpty() || Set.of("java.io.File", "java.lang.String").contains(first.get());
        return ofFile && !reads;
    }

    private static Optional<String> owner(Resolver resolver, Node call) {
        Optional<ExecutableElement> method = resolver.method(call);
        return method.map(each -> resolver.key(each).owner().replace('/', '.'));
    }

    /** Returns whether the call may run after the line: it stands behind it, or a loop holds both. */
    static boolean mayFollow(Expression call, int line, Node body) {
        if (call.getBegin().orElseThrow().line > line) {
            return true;
        }
        for (Node node = call; node != body && node.getParentNode().isPresent(); node = node.getParentNode().get()) {
            boolean loop = node instanceof ForStmt || node instanceof ForEachStmt || node instanceof WhileStmt
                    || node instanceof DoStmt;
            if (loop && node.getEnd().orElseThrow().line >= line) {
                return true;
            }
        }
        return false;
    }

    static String describe(Expression call) {
        return "line " + call.getBegin().orElseThrow().line + " of " + SourceFile.of(call).path().getFileName()
                + " may change the file while it is read";
    }
}
