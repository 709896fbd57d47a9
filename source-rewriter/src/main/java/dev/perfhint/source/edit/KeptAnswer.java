package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Tracing;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.TypeMirror;

/**
 * Shows a check of a file whose answer is kept: in a variable before the loop where each round asks for the same file,
 * else in a map.
 */
final class KeptAnswer {
    private static final String QUESTION = "may the answer be kept, and for how long?";
    private static final String NOTE = "// known, a map: " + QUESTION;

    private final Resolver resolver;
    private final ValueIndex values;
    private final MethodCallExpr call;
    private final ExecutableElement method;
    private final SourceFile file;

    private KeptAnswer(Sources sources, MethodCallExpr call, ExecutableElement method) {
        this.resolver = Resolver.of(sources);
        this.values = ValueIndex.of(sources);
        this.call = call;
        this.method = method;
        this.file = SourceFile.of(call);
    }

    /** Returns the edits for a recorded check; empty where its method is unknown. */
    static List<Edit> edits(Sources sources, MethodCallExpr call) {
        return Resolver.of(sources).method(call)
                .map(method -> new KeptAnswer(sources, call, method).edits())
                .orElse(List.of());
    }

    /**
     * Returns the edit for a check that the recorded method hands on as a reference to one of the recorded methods;
     * empty where it does not.
     */
    static Optional<List<Edit>> ofReference(Sources sources, List<CallSite> frames) {
        Resolver resolver = Resolver.of(sources);
        return frames.stream().flatMap(frame -> Tracing.methodOf(sources, frame).stream()).findFirst()
                .flatMap(caller -> caller.findFirst(MethodReferenceExpr.class, each -> frames.stream()
                        .anyMatch(frame -> frame.methodName().equals(each.getIdentifier())
                                && resolver.ownerOf(each).filter(frame.className()::equals).isPresent())))
                .map(reference -> List.of(
                        Lines.above(SourceFile.of(reference), reference, NOTE),
                        SourceFile.of(reference).replace(reference, "asked -> known.computeIfAbsent(asked, "
                                + SourceFile.of(reference).text(reference) + ")")));
    }

    private List<Edit> edits() {
        String name = Lines.fresh(name(), variables());
        String declared = type(method.getReturnType()) + " " + name + " = ";
        Optional<Statement> loop = loop();
        if (loop.isPresent()) {
            return List.of(
                    Lines.above(file, loop.get(), "// " + QUESTION, declared + file.text(call) + ";"),
                    file.replace(call, name));
        }
        if (method.getThrownTypes().isEmpty() && asked().isPresent()) {
            return List.of(
                    Lines.above(file, call, NOTE),
                    file.replace(call, "known.computeIfAbsent(" + file.text(asked().get()) + ", "
                            + owner() + "::" + call.getNameAsString() + ")"));
        }
        String key = asked().map(file::text).orElse(file.text(call));
        return List.of(
                Lines.above(file, call,
                        NOTE,
                        declared + "known.get(" + key + ");",
                        "if (" + name + " == null) {",
                        Lines.step(file, call) + "known.put(" + key + ", " + name + " = " + file.text(call) + ");",
                        "}"),
                file.replace(call, name));
    }

    /** Returns the file that is asked for; empty where the call asks with more than it. */
    private Optional<Expression> asked() {
        boolean ofClass = method.getModifiers().contains(Modifier.STATIC);
        return call.getArguments().size() != (ofClass ? 1 : 0)
                ? Optional.empty()
                : ofClass ? Optional.of(call.getArgument(0)) : call.getScope();
    }

    private String owner() {
        return method.getEnclosingElement().getSimpleName().toString();
    }

    private String type(TypeMirror type) {
        return resolver.classOf(type).map(each -> each.getSimpleName().toString()).orElse(type.toString());
    }

    private String name() {
        String name = call.getNameAsString().replaceFirst("^(?:get|to)(?=[A-Z])", "");
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private String variables() {
        Node body = Enclosing.body(call).orElse(file.unit());
        return body.findAll(SimpleName.class).stream()
                .filter(each -> each.getParentNode().filter(MethodCallExpr.class::isInstance).isEmpty())
                .map(SimpleName::asString)
                .collect(Collectors.joining(" "));
    }

    /** Returns the outermost loop of the method in which every round asks for the same file. */
    private Optional<Statement> loop() {
        List<Node> names = call.findAll(NameExpr.class).stream()
                .filter(each -> resolver.variable(each).isPresent())
                .flatMap(each -> resolver.declarationOf(each).stream())
                .toList();
        boolean plain = !names.isEmpty() && call.findFirst(ObjectCreationExpr.class).isEmpty()
                && call.findAll(MethodCallExpr.class).stream().allMatch(this::isOfFile);
        Optional<Statement> loop = Optional.empty();
        for (Optional<Node> up = call.getParentNode(); plain && up.isPresent(); up = up.get().getParentNode()) {
            Node at = up.get();
            if (at instanceof LambdaExpr || at instanceof BodyDeclaration<?>
                    || !names.stream().allMatch(each -> isFixed(each, at))) {
                break;
            }
            // a loop that asks until the answer changes is none
            if (at instanceof NodeWithBody<?> rounds && rounds.getBody().isAncestorOf(call)
                    && at.getParentNode().filter(BlockStmt.class::isInstance).isPresent()) {
                loop = Optional.of((Statement) at);
            }
        }
        return loop;
    }

    private boolean isOfFile(MethodCallExpr each) {
        return resolver.ownerOf(each)
                .filter(owner -> owner.equals("java.io.File") || owner.startsWith("java.nio.file."))
                .isPresent();
    }

    /** Returns whether the variable keeps its value in the statement; a field may be set by whoever is called. */
    private boolean isFixed(Node declaration, Node statement) {
        boolean kept = !Enclosing.isField(declaration)
                || resolver.variable(declaration).filter(each -> each.getModifiers().contains(Modifier.FINAL))
                        .isPresent();
        return kept && statement != declaration && !statement.isAncestorOf(declaration)
                && values.assignments(declaration).stream().noneMatch(statement::isAncestorOf);
    }
}
