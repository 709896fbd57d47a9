package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Sentences 2 and 4: follows the stream through local variables, wrappers of the JDK and helpers, use by use. */
final class StreamUses {
    private static final int MAX_FILES = 20;

    private final Resolver resolver;
    private final Hazards hazards;
    private final boolean output;
    private final StreamCalls calls;
    private final Helpers helpers;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Map<Node, Integer> holders = new IdentityHashMap<>();
    private final Set<Node> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> accepted = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Node> places = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Node> uses = new ArrayList<>();
    private final Set<CallableDeclaration<?>> bodies = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<SourceFile> files = new LinkedHashSet<>();

    StreamUses(Resolver resolver, Hazards hazards, boolean output) {
        this.resolver = resolver;
        this.hazards = hazards;
        this.output = output;
        this.calls = new StreamCalls(resolver, output);
        this.helpers = new Helpers(resolver);
    }

    /** Follows the value of an expression. */
    void follow(Expression value, int wrapped) {
        files.add(SourceFile.of(value));
        uses.add(value);
        places.add(value);
        Node parent = value.getParentNode().orElseThrow();
        boolean chosen = !output && parent instanceof ConditionalExpr choice && choice.getCondition() != value;
        if (parent instanceof EnclosedExpr || chosen) {
            follow((Expression) parent, wrapped);
        } else if (parent instanceof ObjectCreationExpr made && position(made.getArguments(), value) >= 0) {
            construct(made, value, wrapped);
        } else if (parent instanceof MethodCallExpr call) {
            call(call, value, wrapped);
        } else if (parent instanceof VariableDeclarator variable) {
            declared(variable, value, wrapped);
        } else if (parent instanceof AssignExpr assignment && assignment.getValue() == value) {
            assigned(assignment, wrapped);
        } else if (parent instanceof NodeWithArguments<?>) {
            hazards.add(HazardKind.PASSED, value, Hazards.code(value) + " is passed to " + Hazards.code(parent));
        } else if (parent instanceof ReturnStmt) {
            hazards.add(HazardKind.RETURNED, value, Hazards.code(value) + " is returned");
        } else if (!isClosingResource(parent) && !isNullTest(parent)) {
            hazards.add(HazardKind.USED, value, Hazards.code(value) + " is used in " + Hazards.code(parent));
        }
    }

    private static int position(List<Expression> arguments, Expression value) {
        return IntStream.range(0, arguments.size()).filter(at -> arguments.get(at) == value).findFirst().orElse(-1);
    }

    private static boolean isClosingResource(Node parent) {
        return parent instanceof TryStmt;
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
            passed(made, position(made.getArguments(), value), value, wrapped);
        }
    }

    private void call(MethodCallExpr call, Expression value, int wrapped) {
        if (call.getScope().filter(scope -> scope == value).isPresent()) {
            refused.add(call);
            if (calls.goesPast(call)) {
                hazards.add(HazardKind.BYPASS, call, Hazards.code(call) + " bypasses the buffer");
            } else if (!calls.uses(call)) {
                hazards.add(HazardKind.USED, call, Hazards.code(call) + " does more than "
                        + (output ? "write, flush or close" : "read or close"));
            } else {
                accepted.add(call);
                boolean chained = call.getParentNode().filter(ExpressionStmt.class::isInstance).isEmpty();
                if (chained && calls.returnsItself(call)) {
                    follow(call, wrapped);
                }
            }
        } else if (calls.takes(call)) {
            accepted.add(call);
        } else {
            passed(call, position(call.getArguments(), value), value, wrapped);
        }
    }

    private void passed(Expression call, int position, Expression value, int wrapped) {
        Optional<String> refusal = helpers.refusal(call, position, raw(value));
        if (refusal.isPresent()) {
            refused.add(call);
            hazards.add(HazardKind.PASSED, value, Hazards.code(value) + " is passed to " + refusal.get());
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

    /** A variable of the raw class gets a wider type, for which another overload may be meant. */
    private Optional<TypeMirror> raw(Expression value) {
        return resolver.className(value).filter(StreamCalls.RAW::contains).flatMap(name -> resolver.type(value));
    }

    private void declared(VariableDeclarator variable, Expression value, int wrapped) {
        if (variable.getParentNode().filter(FieldDeclaration.class::isInstance).isPresent()) {
            field(variable, value, wrapped);
        } else {
            hold(variable, wrapped);
        }
    }

    private void assigned(AssignExpr assignment, int wrapped) {
        Optional<Node> target = resolver.variable(assignment.getTarget()).flatMap(resolver::declaration);
        boolean statement = assignment.getParentNode().filter(ExpressionStmt.class::isInstance).isPresent();
        if (!statement || assignment.getOperator() != AssignExpr.Operator.ASSIGN
                || target.filter(VariableDeclarator.class::isInstance).isEmpty()) {
            hazards.add(HazardKind.STORED, assignment,
                    "the stream is stored in " + Hazards.code(assignment.getTarget()));
        } else {
            declared((VariableDeclarator) target.get(), assignment.getValue(), wrapped);
        }
    }

    private void field(VariableDeclarator variable, Expression value, int wrapped) {
        FieldDeclaration field = (FieldDeclaration) variable.getParentNode().orElseThrow();
        boolean plain = field.getAnnotations().isEmpty() && field.findAncestor(
                com.github.javaparser.ast.body.TypeDeclaration.class).filter(Helpers::isPlain).isPresent();
        if (output || !field.isPrivate() || !plain || SourceFile.of(field) != SourceFile.of(value)) {
            hazards.add(HazardKind.STORED, value,
                    Hazards.code(value) + " is stored in field `" + variable.getNameAsString() + "`");
        } else {
            hold(variable, wrapped);
        }
    }

    private void hold(Node declaration, int wrapped) {
        if (!seen.add(declaration)) {
            return;
        }
        holders.put(declaration, wrapped);
        if (!Helpers.isPlain(declaration)) {
            hazards.add(HazardKind.USED, declaration, Hazards.code(declaration) + " has an annotation");
        }
        for (Expression name : names(declaration)) {
            Node parent = name.getParentNode().orElseThrow();
            if (parent instanceof AssignExpr assignment && assignment.getTarget() == name) {
                assigned(declaration, assignment);
            } else if (captured(name, declaration)) {
                hazards.add(HazardKind.CAPTURED, name,
                        Hazards.code(name) + " is used in code that may run at another time");
            } else {
                follow(name, wrapped);
            }
        }
        if (declaration instanceof VariableDeclarator variable) {
            variable.getInitializer().filter(value -> !value.isNullLiteralExpr() && !places.contains(value))
                    .ifPresent(value -> hazards.add(HazardKind.REASSIGNED, value, "`" + variable.getNameAsString()
                            + "` is set more than once"));
        }
    }

    private void assigned(Node declaration, AssignExpr assignment) {
        boolean field = declaration.getParentNode().filter(FieldDeclaration.class::isInstance).isPresent();
        boolean ours = places.contains(assignment.getValue());
        if (!ours && !(field && assignment.getValue().isNullLiteralExpr())) {
            hazards.add(HazardKind.REASSIGNED, assignment, Hazards.code(assignment.getTarget())
                    + " is set more than once");
        }
    }

    private List<Expression> names(Node declaration) {
        if (declaration instanceof Parameter parameter) {
            return List.copyOf(resolver.names(parameter));
        }
        VariableDeclarator variable = (VariableDeclarator) declaration;
        Set<Expression> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(resolver.names(variable));
        Optional<VariableElement> element = resolver.variable(variable);
        element.ifPresent(each -> all.addAll(resolver.uses(each)));
        return all.stream().sorted(java.util.Comparator.comparing(each -> each.getBegin().orElseThrow())).toList();
    }

    private boolean captured(Expression name, Node declaration) {
        boolean field = declaration.getParentNode().filter(FieldDeclaration.class::isInstance).isPresent();
        return !field && Scopes.deferred(name, declaration, calls::runsAtOnce);
    }

    /** Returns the variables that hold the stream, with the number of wrappers round it. */
    Map<Node, Integer> holders() {
        return holders;
    }

    /** Returns whether a hazard says already that the stream is not used as it should be by this call. */
    boolean isRefused(Node call) {
        return refused.contains(call) && !accepted.contains(call);
    }

    /** Returns whether a call or creation is an accepted use of the stream. */
    boolean isUse(Node call) {
        return accepted.contains(call);
    }

    /** Returns the expressions whose value is the stream. */
    List<Node> places() {
        return uses;
    }

    /** Returns the helpers that get the stream. */
    Set<CallableDeclaration<?>> helpers() {
        return bodies;
    }

    Set<SourceFile> files() {
        return files;
    }

    /** Returns whether the name is one of a variable that holds the stream. */
    Optional<Integer> wrapped(Expression name) {
        return name instanceof NameExpr
                ? resolver.declarationOf(name).map(holders::get)
                : Optional.empty();
    }
}
