package dev.perfhint.source.edit;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A call of a final method of {@code RandomAccessFile} that passes by the overrides of a subclass, and what is called
 * instead.
 *
 * @param through the static method of the added subclass that does the same, or that the file goes through before the
 *     call
 */
public record Detour(MethodCallExpr call, String through) {
    private static final String SETTLED = "settled";
    private static final String RELEASED = "released";
    private static final Set<String> READS = Set.of("readLine");
    private static final Set<String> WRITES = Set.of("writeBytes", "writeChars");
    private static final Set<String> HANDLES = Set.of("getChannel", "getFD");

    /** Returns the detour of a final method; empty for others. */
    public static Optional<Detour> of(Resolver resolver, MethodCallExpr call) {
        String name = call.getNameAsString();
        if (READS.contains(name) || WRITES.contains(name)) {
            return Optional.of(new Detour(call, name));
        }
        return HANDLES.contains(name)
                ? Optional.of(new Detour(call, isMomentary(resolver, call) ? SETTLED : RELEASED))
                : Optional.empty();
    }

    boolean writes() {
        return WRITES.contains(through);
    }

    /** Returns whether the file has no block from there on. */
    public boolean releases() {
        return through.equals(RELEASED);
    }

    private boolean isHandle() {
        return HANDLES.contains(call.getNameAsString());
    }

    /** Returns what the subclass cannot promise of a file that is written; of others it does the same. */
    public Optional<Hazard> doubt() {
        return isHandle()
                ? Optional.of(Hazard.at(HazardKind.BYPASS, call, Hazard.code(call) + " uses the file too, "
                        + (through.equals(SETTLED) ? "before which its block is given up"
                                : "from where on it has no block"))) : Optional.empty();
    }

    /** Returns the edits that lead the call through the added class. */
    public List<Edit> edits(String className) {
        SourceFile file = SourceFile.of(call);
        Expression receiver = call.getScope().orElseThrow();
        String open = className + "." + through + "(";
        if (isHandle()) {
            return List.of(file.insert(file.start(receiver), open), file.insert(file.end(receiver), ")"));
        }
        int next = call.getArguments().isEmpty() ? file.end(call) - 1 : file.start(call.getArgument(0));
        return List.of(
                file.insert(file.start(receiver), open),
                file.edit(file.end(receiver), next, call.getArguments().isEmpty() ? "" : ", "));
    }

    /** A method is called on it whose result is no way back to it: {@code getChannel().force(false)}. */
    private static boolean isMomentary(Resolver resolver, Expression handle) {
        if (!(handle.getParentNode().orElseThrow() instanceof MethodCallExpr user)
                || user.getScope().filter(scope -> scope == handle).isEmpty()
                || user.getNameAsString().equals("map")) {
            return false;
        }
        return user.getParentNode().orElseThrow() instanceof ExpressionStmt
                || resolver.type(user).filter(type -> type.getKind().isPrimitive()).isPresent();
    }
}
