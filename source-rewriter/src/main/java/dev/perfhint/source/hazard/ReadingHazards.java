package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What can go wrong where a buffer reads ahead: other code of the class reads the same socket or channel and misses
 * those bytes, or changes the file meanwhile.
 *
 * @param opened what opens the file or gives the stream
 */
public record ReadingHazards(Resolver resolver, Expression opened, boolean socket) {
    private static final String HARMLESS = "close|is[A-Z].*|set[A-Z].*|getOutputStream|shutdownOutput"
            + "|get(Remote|Local|Inet|Port|So|Tcp|Keep|Reuse|Traffic|Receive|Send).*|bind|connect|toString";

    /** Returns what is found; with a place each. */
    public List<Hazard> find() {
        SharedSource source = new SharedSource(resolver, opened);
        return source.value().isPresent() ? ofSource(source) : socket ? List.of() : ofFile();
    }

    private List<Hazard> ofSource(SharedSource source) {
        List<Hazard> hazards = new ArrayList<>();
        for (Expression use : source.uses().toList()) {
            Expression whole = Enclosing.whole(use);
            Node user = whole.getParentNode().orElseThrow();
            boolean called = user instanceof MethodCallExpr call
                    && call.getScope().filter(scope -> scope == whole).isPresent();
            boolean other = user instanceof MethodCallExpr call && user != opened
                    && (called ? !call.getNameAsString().matches(HARMLESS) : !isKept(call));
            if (other) {
                hazards.add(Hazard.at(HazardKind.READ_AHEAD, user, Hazard.code(user) + " may read `" + whole
                        + "` too: it misses the bytes that the buffer has read ahead"));
            }
        }
        return hazards;
    }

    /** A collection keeps a socket and does not read it. */
    private boolean isKept(MethodCallExpr call) {
        return resolver.ownerOf(call).filter(owner -> owner.matches("java\\.(util|lang)\\..*")).isPresent();
    }

    private List<Hazard> ofFile() {
        Map<Node, Outward> uses = SameFile.of(resolver, opened).uses(SourceFile.of(opened).unit(), opened);
        return uses.keySet().stream().filter(each -> mayWrite(each) && !isBefore(each))
                .map(each -> Hazard.at(HazardKind.SAME_FILE, Harm.LATER, each, Hazard.code(each)
                        + " may change the file: the buffer has read ahead what was there before")).toList();
    }

    /** What stands before the opening in its method has ended then. */
    private boolean isBefore(Node user) {
        return Enclosing.body(user).equals(Enclosing.body(opened))
                && user.getEnd().orElseThrow().isBefore(opened.getBegin().orElseThrow());
    }

    private boolean mayWrite(Node user) {
        return user instanceof MethodCallExpr call
                ? call.getNameAsString().matches("write.*|newOutputStream|newBufferedWriter|newByteChannel|copy|open"
                        + "|delete.*|move|renameTo|transfer.*|set(Last|Length|Attribute).*")
                : resolver.isSubtype(user, "java.io.OutputStream") || resolver.isSubtype(user, "java.io.Writer")
                        || user.toString().matches("(?s).*\"rw[sd]?\".*");
    }
}
