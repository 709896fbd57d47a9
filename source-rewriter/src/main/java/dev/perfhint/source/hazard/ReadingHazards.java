package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeVariable;

/**
 * What can go wrong where a buffer reads ahead: other code of the class reads the same socket or channel and misses
 * those bytes, or changes the file meanwhile.
 *
 * @param opened what opens the file or gives the stream
 */
public record ReadingHazards(Resolver resolver, Expression opened, boolean socket) {
    private static final int MAX_DEPTH = 3;
    private static final String HARMLESS = "close|socket|getFD|is[A-Z].*|set[A-Z].*|getOutputStream|shutdown.*"
            + "|hashCode|equals"
            + "|get(Remote|Local|Inet|Port|So|Tcp|Keep|Reuse|Traffic|Receive|Send).*|bind|connect|toString";
    private static final Set<String> WRITING_MODES = Set.of("rw", "rws", "rwd");

    /**
     * Returns what is found; with a place each.
     *
     * @param plain whether only a stream in a field counts: of others it is assumed, and said, that nobody changes the
     *     file before they are closed
     */
    public List<Hazard> find(boolean plain) {
        SharedSource source = new SharedSource(resolver, opened);
        return source.value().isPresent() ? ofSource(source) : isOfDescriptor() ? ofDescriptor()
                : socket || plain && !isInField() ? List.of() : ofFile();
    }

    private List<Hazard> ofSource(SharedSource source) {
        List<Hazard> hazards = new ArrayList<>();
        source.uses().map(Enclosing::whole).filter(use -> mayRead(source, use, 0)).forEach(use -> {
            Node user = use.getParentNode().orElseThrow();
            hazards.add(Hazard.at(HazardKind.READ_AHEAD, user, Hazard.code(user)
                    + (user instanceof ReturnStmt ? " hands it on: a reader of `" : " may read `") + use
                    + (user instanceof ReturnStmt ? "` misses" : "` too: it misses")
                    + " the bytes that the buffer has read ahead"));
        });
        return hazards;
    }

    /** Returns whether a use of the socket may read from it, there or in a method of another file that gets it. */
    private boolean mayRead(SharedSource source, Expression use, int depth) {
        Node user = use.getParentNode().orElseThrow();
        if (user instanceof ReturnStmt) {
            return Enclosing.body(user).filter(each -> each instanceof MethodDeclaration method && !method.isPrivate())
                    .isPresent();
        }
        if (!(user instanceof NodeWithArguments<?> call) || user == opened) {
            return depth > 0 && user instanceof AssignExpr;
        }
        if (user instanceof MethodCallExpr named && named.getScope().filter(scope -> scope == use).isPresent()) {
            return !named.getNameAsString().matches(HARMLESS);
        }
        Optional<Parameter> parameter = source.parameter(call, use);
        boolean here = parameter.filter(each -> SourceFile.of(each) == SourceFile.of(opened)).isPresent();
        return !here && !isKept(user) && !isChecked(call, use) && (parameter.isEmpty() || depth > MAX_DEPTH
                ? !(user instanceof MethodCallExpr named && named.getNameAsString().startsWith("close"))
                : resolver.variable(parameter.get()).stream().flatMap(each -> resolver.uses(each).stream())
                        .map(Enclosing::whole).anyMatch(each -> mayRead(source, each, depth + 1)));
    }

    /** A collection keeps a socket and does not read it. */
    private boolean isKept(Node call) {
        return resolver.ownerOf(call).filter(owner -> owner.matches("java\\.(util|lang)\\..*")).isPresent();
    }

    /** A static method that takes a value of any type and returns one of it only checks it: {@code checkNotNull}. */
    private boolean isChecked(NodeWithArguments<?> call, Expression use) {
        int position = Enclosing.indexOf(call.getArguments(), use);
        return Enclosing.parent((Node) call, ExpressionStmt.class).isPresent() && resolver.method((Node) call)
                .filter(each -> each.getModifiers().contains(Modifier.STATIC)
                        && position >= 0 && position < each.getParameters().size())
                .filter(each -> each.getParameters().get(position).asType() instanceof TypeVariable any
                        && each.getTypeParameters().contains(any.asElement())
                        && resolver.className(any.getUpperBound()).filter("java.lang.Object"::equals).isPresent()
                        && resolver.types().isSameType(any, each.getReturnType())).isPresent();
    }

    /** Standard input goes on in a process that inherits it. */
    private List<Hazard> ofDescriptor() {
        OutwardCalls calls = new OutwardCalls(resolver);
        List<MethodCallExpr> all = SourceFile.of(opened).nodes(MethodCallExpr.class);
        boolean inherits = all.stream().anyMatch(call -> call.getNameAsString().matches("inheritIO|redirectInput")
                && resolver.ownerOf(call).filter("java.lang.ProcessBuilder"::equals).isPresent());
        return all.stream().filter(call -> inherits && calls.of(call).filter(Outward.STARTS::equals).isPresent())
                .map(call -> Hazard.at(HazardKind.READ_AHEAD, call, Hazard.code(call)
                        + " starts a process that may read on: it misses the bytes that the buffer has read ahead"))
                .toList();
    }

    private boolean isOfDescriptor() {
        return opened instanceof ObjectCreationExpr made && made.getArguments().getFirst()
                .filter(each -> resolver.isSubtype(each, "java.io.FileDescriptor")).isPresent();
    }

    private List<Hazard> ofFile() {
        Map<Node, Outward> uses = SameFile.of(resolver, opened).uses(SourceFile.of(opened).unit(), opened);
        return uses.keySet().stream().filter(each -> mayWrite(each) && isMeanwhile(each))
                .map(each -> Hazard.at(HazardKind.SAME_FILE, Harm.LATER, each, Hazard.code(each)
                        + " may change the file: the buffer has read ahead what was there before")).toList();
    }

    /** A stream of a local is closed when its block ends; what stands before the opening has ended then. */
    private boolean isMeanwhile(Node user) {
        Node body = Enclosing.body(opened).orElse(opened);
        Node block = Enclosing.around(opened).filter(each -> each instanceof TryStmt || each == body).findFirst()
                .orElse(body);
        boolean before = Enclosing.isIn(user, body)
                && user.getEnd().orElseThrow().isBefore(opened.getBegin().orElseThrow());
        return !before && (isInField() || Enclosing.isIn(user, block));
    }

    private boolean isInField() {
        Node holder = Enclosing.around(opened).dropWhile(each -> each instanceof ObjectCreationExpr)
                .findFirst().orElseThrow();
        return resolver.variable(holder instanceof AssignExpr assign ? assign.getTarget() : holder)
                .filter(each -> each.getKind().isField()).isPresent();
    }

    private boolean mayWrite(Node user) {
        return user instanceof MethodCallExpr call
                ? call.getNameAsString().matches("write.*|newOutputStream|newBufferedWriter|newByteChannel|copy|open"
                        + "|delete.*|move|renameTo|transfer.*|set(Last|Length|Attribute).*")
                : resolver.isSubtype(user, "java.io.OutputStream") || resolver.isSubtype(user, "java.io.Writer")
                        || user instanceof ObjectCreationExpr made && made.getArguments().stream()
                                .anyMatch(mode -> WRITING_MODES.stream()
                                        .anyMatch(each -> resolver.isConstant(mode, each)));
    }
}
