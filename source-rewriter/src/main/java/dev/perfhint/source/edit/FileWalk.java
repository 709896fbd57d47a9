package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.TypeElement;

/**
 * Turns {@code Files.walk(..).filter(Files::isRegularFile)} into {@code Files.find}, which passes the attributes that
 * the walk has read anyway.
 *
 * <p>Both must treat symbolic links alike: the walk follows them only if asked, the check follows them unless asked.
 */
final class FileWalk {
    private static final Map<String, String> CHECKS = Map.of(
            "isRegularFile", "isRegularFile", "isDirectory", "isDirectory", "isSymbolicLink", "isSymbolicLink");

    /** What goes on when the code that made it is done. */
    private static final List<String> LATER =
            List.of("java.util.stream.BaseStream", "java.util.Iterator", "java.util.Spliterator");

    private FileWalk() {}

    private record Filter(MethodCallExpr call, String check, boolean noFollow) {}

    /** Plans from any node at or near the recorded call: the check, or the terminal operation that drives it. */
    static Optional<Plan> plan(Sources sources, Node call) {
        Optional<Node> body = outermostBody(call);
        if (body.isEmpty()) {
            return Plan.none();
        }
        int line = call.getBegin().orElseThrow().line;
        for (MethodCallExpr filter : body.get().findAll(MethodCallExpr.class, each -> isNear(each, line))) {
            Optional<Plan> plan = filter(sources, filter).flatMap(found -> plan(sources, found));
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Plan.none();
    }

    private static Optional<Node> outermostBody(Node call) {
        Optional<Node> body = Enclosing.body(call);
        while (body.isPresent() && body.get() instanceof LambdaExpr) {
            body = Enclosing.body(body.get());
        }
        return body;
    }

    private static boolean isNear(MethodCallExpr call, int line) {
        return call.getNameAsString().equals("filter")
                && call.getRange()
                        .filter(range -> range.begin.line <= line && line <= range.end.line + 4)
                        .isPresent();
    }

    private static Optional<Filter> filter(Sources sources, MethodCallExpr call) {
        if (call.getArguments().size() != 1) {
            return Optional.empty();
        }
        Expression test = call.getArgument(0);
        if (test instanceof MethodReferenceExpr reference
                && CHECKS.containsKey(reference.getIdentifier())
                && isFiles(sources, reference)) {
            return Optional.of(new Filter(call, CHECKS.get(reference.getIdentifier()),
                    isLink(reference.getIdentifier())));
        }
        if (!(test instanceof LambdaExpr lambda)
                || lambda.getParameters().size() != 1
                || !(lambda.getBody() instanceof ExpressionStmt body)
                || !(body.getExpression() instanceof MethodCallExpr check)
                || !CHECKS.containsKey(check.getNameAsString())
                || check.getArguments().isEmpty()
                || check.getArguments().size() > 2
                || Resolver.of(sources).declarationOf(check.getArgument(0))
                        .filter(each -> each == lambda.getParameter(0))
                        .isEmpty()
                || !isFiles(sources, check)) {
            return Optional.empty();
        }
        boolean noFollow = check.getArguments().size() == 2;
        if (noFollow && !isConstant(sources, check.getArgument(1), "java.nio.file.LinkOption", "NOFOLLOW_LINKS")) {
            return Optional.empty();
        }
        String name = check.getNameAsString();
        return Optional.of(new Filter(call, CHECKS.get(name), noFollow || isLink(name)));
    }

    private static boolean isLink(String check) {
        return check.equals("isSymbolicLink");
    }

    private static boolean isFiles(Sources sources, Node call) {
        return Resolver.of(sources).ownerOf(call).filter("java.nio.file.Files"::equals).isPresent();
    }

    private static boolean isConstant(Sources sources, Expression expression, String owner, String name) {
        return Resolver.of(sources).variable(expression)
                .filter(constant -> constant.getSimpleName().contentEquals(name)
                        && constant.getEnclosingElement() instanceof TypeElement type
                        && type.getQualifiedName().contentEquals(owner))
                .isPresent();
    }

    private static boolean isFollow(Sources sources, Expression option) {
        return isConstant(sources, option, "java.nio.file.FileVisitOption", "FOLLOW_LINKS");
    }

    private static Optional<Plan> plan(Sources sources, Filter filter) {
        Optional<MethodCallExpr> walk = filter.call().getScope().flatMap(scope -> walk(sources, scope));
        if (walk.isEmpty() || walk.get().getArguments().isEmpty()) {
            return Plan.none();
        }
        List<Expression> arguments = walk.get().getArguments();
        boolean depth = arguments.size() > 1
                && Resolver.of(sources).type(arguments.get(1)).filter(type -> type.getKind().isPrimitive()).isPresent();
        boolean follows = arguments.stream().anyMatch(each -> isFollow(sources, each));
        boolean knownOptions = arguments.size() == 1 || depth && arguments.size() == 2
                || arguments.size() == (depth ? 3 : 2) && follows;
        if (!knownOptions) {
            return Plan.none();
        }
        SourceFile file = SourceFile.of(filter.call());
        List<Edit> edits = new ArrayList<>();
        edits.add(file.replace(walk.get().getName(), "find"));
        String test = "(file, attributes) -> attributes." + filter.check() + "()";
        int after = file.end(arguments.get(depth ? 1 : 0));
        edits.add(file.insert(after, depth ? ", " + test : ", Integer.MAX_VALUE, " + test));
        edits.add(file.edit(file.end(filter.call().getScope().orElseThrow()), file.end(filter.call()), ""));
        boolean later = mayRunLater(sources, filter.call());
        boolean alike = follows != filter.noFollow() && !later;
        List<String> reasons = alike
                ? List.of()
                : later ? List.of("the files may be looked at later than they are found: in parallel, or by who"
                        + " gets the stream")
                : List.of("symbolic links: Files." + filter.check()
                        + " looks at what a link leads to, Files.find at the"
                        + " link itself");
        return Optional.of(new Plan(
                "let Files.find pass the attributes that Files.walk has read",
                edits,
                reasons,
                alike ? Applicability.SAFE : Applicability.UNSAFE));
    }

    /** Returns whether the stream does not end in the same code, one element after the other. */
    private static boolean mayRunLater(Sources sources, Expression stream) {
        Resolver resolver = Resolver.of(sources);
        Expression top = stream;
        while (top.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getScope().filter(top::equals).isPresent()) {
            top = call;
            if (call.getNameAsString().equals("parallel")) {
                return true;
            }
        }
        Expression last = top;
        if (resolver.type(last).isPresent() && LATER.stream().noneMatch(type -> resolver.isSubtype(last, type))) {
            return false;
        }
        List<NameExpr> uses = last.getParentNode().orElseThrow() instanceof VariableDeclarator variable
                && !Enclosing.isField(variable) ? resolver.names(variable) : List.of();
        return uses.size() != 1 || mayRunLater(sources, uses.get(0));
    }

    /**
     * The filter must be the first thing that happens to the walk, and the walk's variable be used for nothing else.
     */
    private static Optional<MethodCallExpr> walk(Sources sources, Expression scope) {
        if (scope instanceof MethodCallExpr call) {
            boolean walks = call.getNameAsString().equals("walk")
                    && isFiles(sources, call);
            return walks ? Optional.of(call) : Optional.empty();
        }
        if (!(scope instanceof NameExpr name)) {
            return Optional.empty();
        }
        Optional<Node> declared = Resolver.of(sources).declarationOf(name);
        if (declared.isEmpty() || !(declared.get() instanceof VariableDeclarator variable)
                || Enclosing.isField(variable)) {
            return Optional.empty();
        }
        return Resolver.of(sources).names(variable).size() == 1
                ? variable.getInitializer().flatMap(value -> walk(sources, value))
                : Optional.empty();
    }
}
