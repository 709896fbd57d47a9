package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Sentences 2 and 4: follows the stream through local variables, wrappers of the JDK and helpers, use by use.
 *
 * @param holders the variables that hold the stream, with the number of wrappers round it
 * @param refused calls of which a hazard says already that they do not use the stream as they should
 * @param accepted calls and creations that use the stream as they may
 * @param places the expressions whose value is the stream
 * @param bodies the helpers that get the stream
 */
record StreamUses(Resolver resolver, Hazards hazards, JdkCalls calls, Helpers helpers, Map<Node, Integer> holders,
        Set<Node> refused, Set<Node> accepted, List<Node> places, Set<CallableDeclaration<?>> bodies,
        Set<SourceFile> files) {
    private static final int MAX_FILES = 20;

    StreamUses(Resolver resolver, Hazards hazards, boolean output) {
        this(resolver, hazards, new JdkCalls(resolver, output), new Helpers(resolver), new IdentityHashMap<>(),
                identitySet(), identitySet(), new ArrayList<>(), identitySet(), new LinkedHashSet<>());
    }

    // nodes with the same text are equal
    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Follows the value of an expression. */
    void follow(Expression value, int wrapped) {
        files.add(SourceFile.of(value));
        places.add(value);
        Node parent = value.getParentNode().orElseThrow();
        boolean chosen = !calls.output() && parent instanceof ConditionalExpr choice && choice.getCondition() != value;
        if (parent instanceof EnclosedExpr || chosen) {
            follow((Expression) parent, wrapped);
        } else if (parent instanceof ObjectCreationExpr made && Enclosing.indexOf(made.getArguments(), value) >= 0) {
            construct(made, value, wrapped);
        } else if (parent instanceof MethodCallExpr call) {
            call(call, value, wrapped);
        } else if (parent instanceof VariableDeclarator variable) {
            declared(variable, value, wrapped);
        } else if (parent instanceof AssignExpr assignment && assignment.getValue() == value) {
            assigned(assignment, wrapped);
        } else if (parent instanceof NodeWithArguments<?>) {
            hazards.of(HazardKind.PASSED, value, "is passed to " + Hazards.code(parent));
        } else if (parent instanceof ReturnStmt || Enclosing.parent(parent, LambdaExpr.class).isPresent()) {
            hazards.of(HazardKind.RETURNED, value, "is returned");
        } else if (!(parent instanceof TryStmt) && !isNullTest(parent)) {
            hazards.of(HazardKind.USED, value, "is used in " + Hazards.code(parent));
        }
    }

    private static boolean isNullTest(Node parent) {
        return parent instanceof BinaryExpr test && (test.getLeft().isNullLiteralExpr()
                || test.getRight().isNullLiteralExpr()) && test.getOperator() != BinaryExpr.Operator.PLUS;
    }

    private void construct(ObjectCreationExpr made, Expression value, int wrapped) {
        if (calls.reads(made)) {
            accepted.add(made);
        } else if (calls.wraps(made, value, wrapped)) {
            accepted.add(made);
            follow(made, wrapped + 1);
        } else {
            passed(made, Enclosing.indexOf(made.getArguments(), value), value, wrapped);
        }
    }

    private void call(MethodCallExpr call, Expression value, int wrapped) {
        if (call.getScope().filter(scope -> scope == value).isPresent()) {
            refused.add(call);
            if (calls.goesPast(call)) {
                hazards.of(HazardKind.BYPASS, call, "bypasses the buffer");
            } else if (!calls.uses(call)) {
                hazards.of(HazardKind.USED, call, "does more than "
                        + (calls.output() ? "write, flush or close" : "read or close"));
            } else {
                accepted.add(call);
                if (calls.returnsItself(call) && Enclosing.parent(call, ExpressionStmt.class).isEmpty()) {
                    follow(call, wrapped);
                }
            }
        } else if (calls.takes(call)) {
            accepted.add(call);
        } else {
            passed(call, Enclosing.indexOf(call.getArguments(), value), value, wrapped);
        }
    }

    private void passed(Expression call, int position, Expression value, int wrapped) {
        Optional<String> refusal = helpers.refusal(call, position,
                resolver.className(value).filter(JdkCalls::isRaw).isPresent());
        if (refusal.isPresent()) {
            refused.add(call);
            hazards.of(HazardKind.PASSED, value, "is passed to " + refusal.get());
            return;
        }
        CallableDeclaration<?> helper = helpers.body(call).orElseThrow();
        files.add(SourceFile.of(helper));
        if (files.size() > MAX_FILES) {
            hazards.add(HazardKind.PASSED, value, "the stream is used in more than " + MAX_FILES + " files");
            return;
        }
        accepted.add(call);
        bodies.add(helper);
        hold(helper.getParameter(position), wrapped);
    }

    private void declared(VariableDeclarator variable, Expression value, int wrapped) {
        boolean stored = Enclosing.parent(variable, FieldDeclaration.class)
                .filter(field -> calls.output() || !field.isPrivate() || !field.getAnnotations().isEmpty()
                        || Enclosing.type(field).filter(Helpers::isPlain).isEmpty()
                        || SourceFile.of(field) != SourceFile.of(value)).isPresent();
        if (stored) {
            hazards.of(HazardKind.STORED, value, "is stored in field `" + variable.getNameAsString() + "`");
        } else {
            hold(variable, wrapped);
        }
    }

    private void assigned(AssignExpr assignment, int wrapped) {
        Optional<Node> target = resolver.variable(assignment.getTarget()).flatMap(resolver::declaration);
        boolean statement = Enclosing.parent(assignment, ExpressionStmt.class).isPresent();
        if (!statement || assignment.getOperator() != AssignExpr.Operator.ASSIGN
                || target.filter(VariableDeclarator.class::isInstance).isEmpty()) {
            hazards.add(HazardKind.STORED, assignment,
                    "the stream is stored in " + Hazards.code(assignment.getTarget()));
        } else {
            declared((VariableDeclarator) target.get(), assignment.getValue(), wrapped);
        }
    }

    private void hold(Node declaration, int wrapped) {
        if (holders.putIfAbsent(declaration, wrapped) != null) {
            return;
        }
        if (!Helpers.isPlain(declaration)) {
            hazards.of(HazardKind.USED, declaration, "has an annotation");
        }
        for (Expression name : names(declaration)) {
            Node parent = name.getParentNode().orElseThrow();
            if (parent instanceof AssignExpr assignment && assignment.getTarget() == name) {
                if (!isPlace(assignment.getValue())
                        && !(Enclosing.isField(declaration) && assignment.getValue().isNullLiteralExpr())) {
                    hazards.of(HazardKind.REASSIGNED, name, "is set more than once");
                }
            } else if (!Enclosing.isField(declaration) && isDeferred(name, declaration)) {
                hazards.of(HazardKind.CAPTURED, name, "is used in code that may run at another time");
            } else {
                follow(name, wrapped);
            }
        }
        if (declaration instanceof VariableDeclarator variable) {
            variable.getInitializer().filter(value -> !value.isNullLiteralExpr() && !isPlace(value))
                    .ifPresent(value -> hazards.add(HazardKind.REASSIGNED, value, "`" + variable.getNameAsString()
                            + "` is set more than once"));
        }
    }

    /** Returns whether code between a variable's name and its declaration may run at another time. */
    private boolean isDeferred(Node name, Node declaration) {
        Node owner = declaration.getParentNode().orElse(null);
        return Enclosing.around(name).takeWhile(each -> !each.isAncestorOf(declaration)).anyMatch(each ->
                each instanceof LambdaExpr lambda && lambda != owner && !calls.runsAtOnce(lambda)
                        || each instanceof TypeDeclaration
                        || each instanceof ObjectCreationExpr made && made.getAnonymousClassBody().stream()
                                .anyMatch(body -> body.stream().anyMatch(member -> Enclosing.isIn(name, member)))
                        || each instanceof CallableDeclaration && owner != each);
    }

    private List<Expression> names(Node declaration) {
        if (declaration instanceof Parameter parameter) {
            return List.copyOf(resolver.names(parameter));
        }
        Set<Expression> all = identitySet();
        all.addAll(resolver.names((VariableDeclarator) declaration));
        resolver.variable(declaration).ifPresent(each -> all.addAll(resolver.uses(each)));
        return all.stream().sorted(java.util.Comparator.comparing(each -> each.getBegin().orElseThrow())).toList();
    }

    boolean isRefused(Node call) {
        return refused.contains(call) && !accepted.contains(call);
    }

    boolean isUse(Node call) {
        return accepted.contains(call);
    }

    boolean isPlace(Node value) {
        return places.stream().anyMatch(each -> each == value);
    }

    /** Returns whether the name is one of a variable that holds the stream. */
    Optional<Integer> wrapped(Expression name) {
        return name instanceof NameExpr ? resolver.declarationOf(name).map(holders::get) : Optional.empty();
    }
}
