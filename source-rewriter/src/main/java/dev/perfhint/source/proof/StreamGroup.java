package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SwitchExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.SwitchEntry;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All variables that hold the stream or a JDK wrapper over it, found from the creation outwards.
 *
 * <p>Every expression that denotes the stream is either understood here or raises a doubt; the calls on it are left to
 * {@link Flow}, which looks up the expression's wrapper with {@link #wrapperOf}.
 */
final class StreamGroup {
    /** Stands for the object whose private field holds the stream. */
    static final String OWNER = "owner";

    private static final String HARMLESS_BYTECODE = "compatible: its bytecode neither casts nor keeps the stream";
    private static final Set<String> RAW = Set.of("FileOutputStream", "FileInputStream");
    private static final Set<String> WRITES_TO_ARGUMENT =
            Set.of("transferTo", "copy", "store", "storeToXML", "writeTo");

    private final StaticTypes types;
    private final Callees callees;
    private final Handover handover;
    private final Doubts doubts;
    private final boolean output;
    private final Map<Node, String> variables = new IdentityHashMap<>();
    private final Map<Node, String> expressions = new IdentityHashMap<>();
    private final List<String> inspected = new ArrayList<>();
    private final List<Node> bases = new ArrayList<>();
    private final List<ObjectCreationExpr> keepers = new ArrayList<>();
    private final Set<Node> handedOver = Collections.newSetFromMap(new IdentityHashMap<>());

    StreamGroup(StaticTypes types, Callees callees, Handover handover, Doubts doubts, boolean output) {
        this.types = types;
        this.callees = callees;
        this.handover = handover;
        this.doubts = doubts;
        this.output = output;
    }

    /** Announces a creation, so that assigning it to the stream's variable raises no doubt. */
    void known(Expression creation) {
        expressions.put(creation, "");
    }

    /** Follows the stream from its creation through wrappers, variables and visible methods. */
    void follow(Expression creation, String type) {
        climb(creation, type);
    }

    /** Returns the simple name of the stream class that the expression denotes, if it belongs to the group. */
    Optional<String> wrapperOf(Node expression) {
        return Optional.ofNullable(expressions.get(expression));
    }

    /** Follows an object that owns the stream from where it is created. */
    void followOwner(Expression site) {
        climb(site, OWNER);
    }

    /** Tells whether the variable is the one that is given the stream, or its owner, where that is created. */
    boolean isBase(Node declaration) {
        return bases.stream().anyMatch(b -> b == declaration);
    }

    /** Tells whether the object, whose class has no source, uses the stream while it is constructed and never after. */
    boolean isHandedOver(Expression construction) {
        return handedOver.contains(construction);
    }

    boolean holds(Node declaration) {
        return variables.containsKey(declaration);
    }

    /** Which variable comes first must not change from run to run. */
    private Comparator<Node> byPlace() {
        return Comparator.comparingInt(Doubts::line).thenComparing(doubts::where)
                .thenComparing(Node.NODE_BY_BEGIN_POSITION);
    }

    List<Node> fields() {
        return variables.keySet().stream().filter(Declarations::isField)
                .sorted(byPlace()).toList();
    }

    /** Tells whether one of the bodies, or a method of its class that it calls, may use a field of the group. */
    boolean touchesField(List<CallableDeclaration<?>> bodies) {
        return fields().stream().anyMatch(f -> bodies.stream().anyMatch(b ->
                Declarations.enclosingType(b)
                        .filter(t -> Declarations.enclosingType(f).filter(o -> o == t).isPresent()).isPresent()
                        && !(b instanceof MethodDeclaration m && m.isStatic())));
    }

    List<VariableDeclarator> locals() {
        return variables.keySet().stream()
                .filter(v -> v instanceof VariableDeclarator && !Declarations.isField(v))
                .map(VariableDeclarator.class::cast)
                .sorted(byPlace())
                .toList();
    }

    List<String> inspected() {
        return inspected.stream().distinct().toList();
    }

    private void climb(Expression e, String wrapper) {
        expressions.put(e, wrapper);
        Node parent = e.getParentNode().orElse(null);
        if (parent instanceof CastExpr cast) {
            boolean upwards = Set.of("OutputStream", "InputStream", "Writer", "Reader")
                    .contains(cast.getTypeAsString());
            if (!upwards) {
                refuse(e, "the stream is cast to " + cast.getTypeAsString());
            }
            climb(cast, wrapper);
        } else if (parent instanceof Expression inner && (inner.isEnclosedExpr()
                || inner instanceof ConditionalExpr choice && choice.getCondition() != e)) {
            climb(inner, wrapper);
        } else if (parent instanceof ObjectCreationExpr creation && creation.getScope().filter(s -> s == e).isEmpty()) {
            intoConstructor(creation, e, wrapper);
        } else if (parent instanceof FieldAccessExpr access && wrapper.equals(OWNER)
                && fields().stream().noneMatch(f -> ((VariableDeclarator) f).getNameAsString()
                        .equals(access.getNameAsString()))) {
            note(e, e + "." + access.getNameAsString(), "compatible");
        } else if (parent instanceof VariableDeclarator variable) {
            bind(variable, wrapper, e);
        } else if (parent instanceof AssignExpr assign) {
            assigned(assign, e, wrapper);
        } else if (parent instanceof MethodCallExpr call) {
            called(call, e, wrapper);
        } else if (parent instanceof ReturnStmt) {
            doubt(e, "the stream is returned to code that is not followed");
        } else if (parent instanceof SynchronizedStmt) {
            doubts.add(OwnGuard.LOCKING, e, "code synchronises on the stream");
            note(e, "synchronized (" + e + ")", "not compatible: the lock would be another object");
        } else if (parent instanceof InstanceOfExpr) {
            refuse(e, "the stream's class is tested with instanceof");
        } else if (parent instanceof BinaryExpr comparison) {
            if (!comparison.getLeft().isNullLiteralExpr() && !comparison.getRight().isNullLiteralExpr()) {
                doubt(e, "the stream is compared with another object");
            }
        } else if (isResult(parent)) {
            doubt(e, "the stream is the result of a lambda or of a switch");
        } else if (!(parent instanceof TryStmt) && !(parent instanceof ExpressionStmt)) {
            String how = parent instanceof LambdaExpr || parent instanceof MethodReferenceExpr
                    ? "a lambda or method reference takes it"
                    : parent instanceof ExplicitConstructorInvocationStmt ? "it is passed to another constructor"
                            : "it is used in a way that is not followed";
            doubt(e, "the stream leaves the code in view: " + how);
        }
    }

    /** True for an expression that stands alone but is a value: in a lambda, in the arm of a switch expression. */
    private static boolean isResult(Node parent) {
        Node around = parent.getParentNode().orElse(null);
        return parent instanceof ExpressionStmt && (around instanceof LambdaExpr
                || around instanceof SwitchEntry && around.getParentNode().orElse(null) instanceof SwitchExpr);
    }

    private void intoConstructor(ObjectCreationExpr creation, Expression e, String wrapper) {
        Optional<Class<?>> type = types.of(creation.getType()).jdk();
        boolean first = !creation.getArguments().isEmpty() && creation.getArgument(0) == e;
        boolean known = type.isPresent() && first && !wrapper.equals(OWNER)
                && creation.getAnonymousClassBody().isEmpty()
                && (output ? StreamMethods.isOutputWrapper(type.get()) : StreamMethods.isInputWrapper(type.get()));
        if (known) {
            note(e, "new " + type.get().getSimpleName() + "(" + label(e, wrapper) + ")", fits(wrapper));
            boolean autoflush = creation.getArguments().size() > 1 && creation.getArgument(1).toString().equals("true");
            climb(creation, type.get().getSimpleName() + (autoflush ? StreamMethods.AUTOFLUSH : ""));
            return;
        }
        Callees.Target target = callees.of(creation);
        if (target.isVisible()) {
            intoOwner(creation, target, e, wrapper);
        } else {
            int index = indexOf(creation.getArguments(), e);
            Optional<String> objection = wrapper.equals(OWNER)
                    ? Optional.of("the owner of the stream is passed to the constructor of "
                            + creation.getTypeAsString() + ", which cannot be seen")
                    : handover.objection(creation, index);
            if (objection.isPresent()) {
                doubt(e, objection.get());
                return;
            }
            handedOver.add(creation);
            note(e, "new " + creation.getTypeAsString() + "(" + label(e, wrapper) + ")", HARMLESS_BYTECODE);
        }
    }

    /** Follows the stream into a visible constructor, and the object as its owner. */
    private void intoOwner(ObjectCreationExpr creation, Callees.Target target, Expression e, String wrapper) {
        int index = indexOf(creation.getArguments(), e);
        boolean single = target.bodies().size() == 1 && index < target.bodies().get(0).getParameters().size()
                && creation.getAnonymousClassBody().isEmpty() && !wrapper.equals(OWNER);
        if (!single) {
            doubt(e, "the stream is kept by " + creation.getTypeAsString());
            return;
        }
        note(e, "new " + creation.getTypeAsString() + "(" + label(e, wrapper) + ")", "followed, compatible");
        keepers.add(creation);
        bindParameter(target.bodies().get(0).getParameter(index), wrapper);
    }

    /** Objects that are constructed with the stream. */
    List<ObjectCreationExpr> keepers() {
        return List.copyOf(keepers);
    }

    private void assigned(AssignExpr assign, Expression e, String wrapper) {
        if (assign.getTarget() == e) {
            Expression value = assign.getValue();
            if (!value.isNullLiteralExpr() && !isGroupValue(value)) {
                doubt(e, "the variable is given another stream as well");
            }
            return;
        }
        Optional<Node> target = Declarations.of(assign.getTarget());
        if (target.isEmpty()) {
            doubt(e, "the stream is stored in " + assign.getTarget());
            return;
        }
        expressions.put(assign, wrapper);
        bind(target.get(), wrapper, e);
        if (!(assign.getParentNode().orElse(null) instanceof ExpressionStmt)) {
            climb(assign, wrapper);
        }
    }

    private boolean isGroupValue(Expression value) {
        return value.findFirst(Expression.class, e -> expressions.containsKey(e)
                || Declarations.of(e).filter(variables::containsKey).isPresent()).isPresent();
    }

    private void bind(Node declaration, String wrapper, Expression from) {
        String name = ((NodeWithSimpleName<?>) declaration).getNameAsString();
        if (variables.containsKey(declaration)) {
            return;
        }
        if (wrapper.equals(OWNER) && from instanceof ObjectCreationExpr made && declaration instanceof VariableDeclarator v
                && !v.getType().isVarType() && !v.getType().asString().equals(made.getTypeAsString())) {
            doubt(from, "the owner of the stream is held as a " + v.getTypeAsString());
        }
        boolean kept = Declarations.isField(declaration) && Declarations.of(from)
                .filter(d -> d instanceof Parameter && d.getParentNode().orElse(null) instanceof ConstructorDeclaration)
                .isPresent();
        if (from.isNameExpr() && !kept) {
            doubt(from, "the stream has a second name, " + name);
        }
        variables.put(declaration, wrapper);
        if (bases.isEmpty() || wrapper.equals(OWNER)) {
            bases.add(declaration);
        }
        for (Expression use : Declarations.uses(declaration)) {
            boolean inside = Declarations.isField(declaration) ? callable(use) instanceof LambdaExpr
                    || inAnonymousClass(use, declaration)
                    : callable(use) != callable(declaration);
            if (inside) {
                doubt(use, "a lambda or inner class captures the stream");
            }
            climb(use, wrapper);
        }
    }

    private static boolean inAnonymousClass(Node use, Node field) {
        Optional<ObjectCreationExpr> around = Declarations.ancestor(use, ObjectCreationExpr.class);
        while (around.isPresent() && around.get().getAnonymousClassBody().isEmpty()) {
            around = Declarations.ancestor(around.get(), ObjectCreationExpr.class);
        }
        return around.isPresent() && Declarations.ancestor(field, ObjectCreationExpr.class).isEmpty();
    }

    private void called(MethodCallExpr call, Expression e, String wrapper) {
        String method = call.getNameAsString();
        if (call.getScope().filter(s -> s == e).isPresent() && wrapper.equals(OWNER)) {
            note(e, label(e, wrapper) + "." + method + "()", "followed, compatible");
            return;
        }
        if (call.getScope().filter(s -> s == e).isPresent()) {
            onStream(call, e, wrapper, method);
            return;
        }
        int index = indexOf(call.getArguments(), e);
        if (output && WRITES_TO_ARGUMENT.contains(method) && isJdk(call)) {
            note(e, method + "(" + label(e, wrapper) + ")", fits(wrapper));
            return;
        }
        if (call.getScope().map(Object::toString).filter(s -> s.startsWith("Base64.get")).isPresent()
                && method.equals("wrap") && index == 0) {
            climb(call, output ? "FilterOutputStream" : "InputStream");
            return;
        }
        if (method.equals("requireNonNull") && index == 0) {
            climb(call, wrapper);
            return;
        }
        Callees.Target target = callees.of(call);
        if (!target.isVisible()) {
            Optional<String> objection = handover.objection(call, index);
            objection.ifPresentOrElse(o -> doubt(e, o),
                    () -> note(e, method + "(" + label(e, wrapper) + ")", HARMLESS_BYTECODE));
            return;
        }
        if (!target.fixed()) {
            doubt(e, "the stream is passed to " + method + "(), which a subclass may override");
        }
        if (target.bodies().size() > 1) {
            doubt(e, "the stream is passed to one of several methods " + method + "()");
        }
        note(e, method + "(" + label(e, wrapper) + ")", "followed, compatible");
        for (CallableDeclaration<?> body : target.bodies()) {
            if (index < body.getParameters().size()) {
                Parameter parameter = body.getParameter(index);
                bindParameter(parameter, wrapper);
            }
        }
    }

    private void bindParameter(Parameter parameter, String wrapper) {
        if (variables.put(parameter, wrapper) == null) {
            if (RAW.contains(parameter.getTypeAsString().replaceAll("^java\\.io\\.", ""))) {
                refuse(parameter, "the stream is passed as a " + parameter.getTypeAsString() + ", which no buffer is");
            }
            for (Expression use : Declarations.uses(parameter)) {
                if (callable(use) != callable(parameter)) {
                    doubt(use, "a lambda or inner class captures the stream");
                }
                climb(use, wrapper);
            }
        }
    }

    private void onStream(MethodCallExpr call, Expression e, String wrapper, String method) {
        StreamMethods.Effect effect = output ? StreamMethods.onOutput(method) : StreamMethods.onInput(wrapper, method);
        if (effect == StreamMethods.Effect.FOREIGN) {
            OwnGuard guard = output || method.startsWith("get") ? OwnGuard.SAME_OBJECT : OwnGuard.NO_POSITION;
            doubts.add(guard, e, wrapper + "." + method + "() is used" + foreign(method));
            note(e, label(e, wrapper) + "." + method + "()", "not compatible" + foreign(method));
            return;
        }
        note(e, label(e, wrapper) + "." + method + "()", fits(wrapper));
        boolean chained = Set.of("append", "printf", "format").contains(method)
                && !(call.getParentNode().orElse(null) instanceof ExpressionStmt);
        if (chained) {
            climb(call, wrapper);
        }
    }

    private static String foreign(String method) {
        return switch (method) {
            case "getChannel" -> ": the channel does not see buffered bytes";
            case "getFD" -> ": the descriptor does not see buffered bytes";
            case "available" -> ": its meaning changes with read-ahead";
            case "skip", "skipBytes", "mark", "reset", "markSupported" -> ": its meaning changes with read-ahead";
            default -> ", which is not known to be the same on a buffered stream";
        };
    }

    private boolean isJdk(MethodCallExpr call) {
        return call.getScope().map(types::of).flatMap(TypeRef::jdk).isPresent();
    }

    private static int indexOf(List<Expression> arguments, Expression argument) {
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i) == argument) {
                return i;
            }
        }
        return -1;
    }

    private void doubt(Node place, String message) {
        doubts.add(OwnGuard.SAME_OBJECT, place, message);
        inspected.add(doubts.where(place) + "not proven compatible: " + message);
    }

    private void refuse(Node place, String message) {
        doubts.add(OwnGuard.SAME_OBJECT, place, message);
        inspected.add(doubts.where(place) + "not compatible: " + message);
    }

    private void note(Node place, String use, String verdict) {
        inspected.add(doubts.where(place) + use + ": " + verdict);
    }

    /** A variable of the raw stream's class becomes one of the general type, a wrapper's variable stays. */
    private static String fits(String wrapper) {
        return "compatible with " + switch (wrapper) {
            case "FileOutputStream" -> "OutputStream";
            case "FileInputStream" -> "InputStream";
            default -> wrapper.replace(StreamMethods.AUTOFLUSH, "");
        };
    }

    private static String label(Expression e, String wrapper) {
        return e.isNameExpr() || e.isFieldAccessExpr() ? e.toString() : wrapper.replace(StreamMethods.AUTOFLUSH, "");
    }

    /** Returns the innermost body that runs by itself: a method, a constructor, an initialiser or a lambda. */
    static Node callable(Node node) {
        Node at = node;
        while (at.getParentNode().isPresent()) {
            Node parent = at.getParentNode().get();
            if (parent instanceof CallableDeclaration || parent instanceof InitializerDeclaration
                    || parent instanceof LambdaExpr) {
                return parent;
            }
            at = parent;
        }
        return at;
    }
}
