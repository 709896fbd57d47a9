package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Buffers an output stream that a method or a lambda is given by code that cannot be seen: it writes to a buffer of its
 * own and flushes that before it leaves; it never closes it. A message that is written in parts is so written at once.
 *
 * <p>At most {@code unsafe}: when an exception leaves the method, the bytes in the buffer are lost.
 */
record BoundaryWrap(
        Sources sources, SourceFile file, Parameter parameter, Node code, BlockStmt body, String name,
        List<Edit> edits) {
    private static final Set<String> STREAMS = Set.of("java.io.OutputStream", "java.io.FileOutputStream");

    private static final Set<String> KEEPING =
            Set.of("java.util.Collection", "java.util.Map", "java.lang.ThreadLocal");

    private static String buffered(String given) {
        return "buffered" + Character.toUpperCase(given.charAt(0)) + given.substring(1);
    }

    /** Where a buffer for the whole life of the stream does not do, a method on its way may write its parts at once. */
    static Optional<Plan> plan(Match match) {
        return match.stream().filter(each -> !each.boundary()).flatMap(each -> parts(match, each));
    }

    /** Plans the edits for a stream that is handed in, or a sketch where the method cannot be given a buffer. */
    static Optional<Plan> whole(Match match, TracedStream stream) {
        boolean output = match.repair().isOutput();
        // a buffer for each call of a method saves nothing where the recorded call is in no loop of it
        boolean repeated = match.tracing().repeated();
        Optional<Parameter> parameter = parameters(stream).findFirst();
        Optional<Plan> plan = parameter.filter(given -> output)
                .flatMap(given -> inside(match, given, repeated))
                .or(() -> output ? parts(match, stream) : Plan.none());
        if (plan.isPresent()) {
            return plan;
        }
        Optional<Node> code = parameter.flatMap(Node::getParentNode);
        boolean waits = output && match.repair().isSocket() && code.flatMap(BoundaryWrap::body)
                .filter(body -> OutwardCalls.mayWait(Resolver.of(match.sources()), body)).isPresent();
        String buffer = output ? "BufferedOutputStream" : "BufferedInputStream";
        return Optional.of(Plan.sketch(
                "pass a " + buffer + " where the stream is created", List.of(),
                "the stream comes from code without source",
                waits ? name(code.get()) + " waits for others between its writes, which may wait for them"
                        : whyNotHere(parameter, output, repeated, stream)));
    }

    /** Buffers the parts that one method on the way of the stream, the first that fits, writes in several places. */
    private static Optional<Plan> parts(Match match, TracedStream stream) {
        return parameters(stream).flatMap(each -> inside(match, each, false).stream()).findFirst();
    }

    private static Stream<Parameter> parameters(TracedStream stream) {
        return stream.holders().stream()
                .filter(holder -> holder.kind() == Holder.Kind.PARAMETER)
                .map(Holder::declaration).filter(Parameter.class::isInstance).map(Parameter.class::cast);
    }

    private static Optional<Plan> inside(Match match, Parameter parameter, boolean repeated) {
        Node code = parameter.getParentNode().orElseThrow();
        Optional<BlockStmt> body = body(code)
                .filter(each -> !match.repair().isSocket()
                        || !OutwardCalls.mayWait(Resolver.of(match.sources()), each));
        return body.map(each -> new BoundaryWrap(match.sources(), SourceFile.of(parameter), parameter, code, each,
                        buffered(parameter.getNameAsString()), new ArrayList<>()))
                .filter(wrap -> repeated || wrap.writesParts())
                .flatMap(wrap -> wrap.plan(match.request().bytesPerCall()));
    }

    private static Optional<BlockStmt> body(Node code) {
        if (code instanceof LambdaExpr lambda) {
            return lambda.getBody().toBlockStmt();
        }
        return code instanceof MethodDeclaration method ? method.getBody() : Optional.empty();
    }

    private static String whyNotHere(
            Optional<Parameter> parameter, boolean output, boolean repeated, TracedStream stream) {
        Optional<Node> owner = parameter.flatMap(Node::getParentNode);
        if (!output) {
            return "a buffer here reads ahead: later readers of the stream would miss those bytes";
        }
        boolean kept = stream.holders().stream().anyMatch(holder -> holder.kind() == Holder.Kind.FIELD);
        if (kept || owner.filter(ConstructorDeclaration.class::isInstance).isPresent()) {
            return "the constructor stores the stream: when it is last used is unknown here";
        }
        boolean mayFlush = owner.filter(each -> each instanceof MethodDeclaration || each instanceof LambdaExpr)
                .isPresent();
        if (!mayFlush) {
            return "the code that receives the stream cannot flush a buffer before it returns";
        }
        String method = name(owner.get());
        return repeated
                ? method + " cannot flush a local buffer before it returns: it stores, closes or returns "
                                   + "the stream, passes it to code that runs later, or declares no IOException"
                : method + " writes once per call: a local buffer saves nothing";
    }

    /** A method reference, {@code out::write}, would write past the buffer. */
    private boolean isReferredTo() {
        Resolver resolver = Resolver.of(sources);
        return resolver.variable(parameter).stream()
                .anyMatch(stream -> resolver.uses(stream).stream().anyMatch(Expression::isTypeExpr));
    }

    private Optional<Plan> plan(OptionalDouble bytesPerCall) {
        boolean stream = Resolver.of(sources).className(parameter).filter(STREAMS::contains).isPresent();
        if (!stream || !throwsIoException() || file.text(code).contains(name) || body.getStatements().isEmpty()
                || isReferredTo()) {
            return Plan.none();
        }
        if (given().stream().anyMatch(this::isKept)) {
            return Plan.none();
        }
        Statement first = body.getStatement(0);
        if (first.getBegin().orElseThrow().line == body.getBegin().orElseThrow().line) {
            return Plan.none();
        }
        for (NameExpr use : uses()) {
            if (!mayBeRenamed(use) || !isOwn(use)) {
                return Plan.none();
            }
            edits.add(file.replace(use, name));
        }
        List<ReturnStmt> exits = body.findAll(ReturnStmt.class, each -> isOwn(each));
        Optional<List<Edit>> flushes = exits.stream().anyMatch(each -> each.getExpression()
                        .filter(this::mentionsStream).isPresent())
                ? Optional.empty() : flushes(first, !exits.isEmpty());
        if (flushes.isEmpty()) {
            return Plan.none();
        }
        edits.addAll(flushes.get());
        Imports imports = new Imports(sources);
        String buffer = imports.name(file, body, "java.io.BufferedOutputStream");
        String type = imports.name(file, body, "java.io.OutputStream");
        edits.add(file.insert(file.start(body) + 1, file.lineEnd() + file.indent(first) + type + " " + name + " = new "
                + buffer + "(" + parameter.getNameAsString() + ");"));
        edits.addAll(imports.edits());
        return Optional.of(new Plan(
                "buffer the stream inside " + name(code) + " and flush it before it returns", edits,
                reasons(exits.isEmpty()), Applicability.UNSAFE)
                .holding(Plan.Holding.CALL, List.of(code))
                // one system call for each call of the method, which makes at least two in its loop
                .with(Effect.blocks(2 * bytesPerCall.orElse(1), Effect.DEFAULT_BUFFER_BYTES)));
    }

    private List<Hazard> reasons(boolean straight) {
        List<Hazard> reasons = new ArrayList<>();
        if (straight) {
            reasons.add(Hazard.at(HazardKind.LATE, body.getStatement(body.getStatements().size() - 1),
                    "an exception that leaves " + name(code) + " before this loses the bytes in the buffer"));
        }
        given().stream()
                .flatMap(use -> Enclosing.parent(use, MethodCallExpr.class)
                        .filter(call -> Enclosing.indexOf(call.getArguments(), use) >= 0).stream())
                .forEach(call -> reasons.add(Hazard.at(HazardKind.ESCAPES, call, Hazard.code(call)
                        + " gets the buffer: it must not keep it")));
        return reasons;
    }

    /** Returns whether the code writes to the stream, or to a JDK stream that it puts round it, in several places. */
    private boolean writesParts() {
        return given().stream().filter(BoundaryWrap::isWrite).count() > 1;
    }

    /** Returns whether the stream outlives the method: in a field, a result, a collection or a map. */
    private boolean isKept(Expression use) {
        Resolver resolver = Resolver.of(sources);
        Node user = use.getParentNode().orElseThrow();
        return user instanceof ReturnStmt
                || user instanceof AssignExpr assign && assign.getValue() == use
                || user instanceof MethodCallExpr call && call.getScope().filter(scope -> scope != use
                        && KEEPING.stream().anyMatch(type -> resolver.isSubtype(scope, type))).isPresent();
    }

    /** Returns the uses of the stream, and of the variables of streams that are put round it. */
    private List<Expression> given() {
        Resolver resolver = Resolver.of(sources);
        List<Expression> all = new ArrayList<>(uses());
        uses().stream()
                .flatMap(use -> use.findAncestor(VariableDeclarator.class)
                        .filter(declared -> declared.getInitializer()
                                .filter(value -> value instanceof ObjectCreationExpr && Enclosing.isAround(value, use))
                                .isPresent()).stream()).forEach(declared -> all.addAll(resolver.names(declared)));
        return all;
    }

    private static boolean isWrite(Expression use) {
        return Enclosing.isCalled(use, "write.*");
    }

    private static String name(Node code) {
        return code instanceof MethodDeclaration method ? method.getNameAsString() : "the lambda";
    }

    private boolean throwsIoException() {
        if (code instanceof MethodDeclaration method) {
            return method.getThrownExceptions().stream()
                    .map(type -> type.asString())
                    .anyMatch(type -> type.endsWith("IOException") && !type.endsWith("UncheckedIOException")
                            || type.equals("Exception") || type.equals("Throwable"));
        }
        // the type of the lambda is not known here, but a write that nobody catches tells that it may throw
        return uses().stream().anyMatch(use -> Enclosing.isCalled(use, "write") && isOwn(use)
                && use.findAncestor(parent -> Enclosing.isIn(parent, body), TryStmt.class).isEmpty());
    }

    private List<NameExpr> uses() {
        return Resolver.of(sources).names(parameter);
    }

    /**
     * The stream may be called, and be handed to JDK classes and to methods; it must not be kept, closed or come back.
     */
    private boolean mayBeRenamed(NameExpr use) {
        Node parent = use.getParentNode().orElseThrow();
        if (parent instanceof MethodCallExpr call) {
            return !call.getNameAsString().equals("close");
        }
        if (parent instanceof ObjectCreationExpr creation) {
            return Resolver.of(sources).type(creation.getType())
                    .flatMap(Resolver.of(sources)::classOf).filter(Resolver.of(sources)::isPlatform).isPresent();
        }
        return parent instanceof com.github.javaparser.ast.expr.BinaryExpr && !(parent instanceof AssignExpr);
    }

    private boolean mentionsStream(Expression expression) {
        return uses().stream().anyMatch(use -> Enclosing.isIn(use, expression));
    }

    /** Returns whether a node of the body runs when the body does, not in code that is made there. */
    private boolean isOwn(Node statement) {
        return Enclosing.around(statement)
                .takeWhile(up -> !(up instanceof LambdaExpr) && !(up instanceof BodyDeclaration<?>))
                .anyMatch(up -> up == body);
    }

    /** One flush at the end where that is the only way out, else in a finally round the body. */
    private Optional<List<Edit>> flushes(Statement first, boolean returns) {
        Statement last = body.getStatement(body.getStatements().size() - 1);
        if (returns || last.isThrowStmt() || isEndless(last)) {
            return Lines.inFinally(file, body, first, name + ".flush();");
        }
        return Optional.of(isFlush(last) ? List.of() : List.of(file.insert(
                file.end(last), file.lineEnd() + file.indent(first) + name + ".flush();")));
    }

    /** Returns whether the statement flushes the stream, which it does through the buffer then. */
    private boolean isFlush(Statement statement) {
        return uses().stream().anyMatch(use -> Enclosing.isCalled(use, "flush")
                && use.getParentNode().flatMap(Node::getParentNode).filter(each -> each == statement).isPresent());
    }

    private static boolean isEndless(Statement statement) {
        return statement.toWhileStmt().filter(loop -> loop.getCondition().toBooleanLiteralExpr()
                        .filter(literal -> literal.getValue()).isPresent()).isPresent()
                || statement.toForStmt().filter(loop -> loop.getCompare().isEmpty()).isPresent();
    }
}
