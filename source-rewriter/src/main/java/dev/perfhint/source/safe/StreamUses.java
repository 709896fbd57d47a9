package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
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
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Detour;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.hazard.AskedClass;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Sentence 2: follows the stream through variables, wrappers of the JDK and methods of the same file, use by use. An
 * output may be handed on as a stream, an input also kept and returned.
 *
 * @param holders the variables that hold the stream, with the number of wrappers round it
 * @param wrappers creations of what the JDK puts round the stream
 * @param places the expressions whose value is the stream
 */
record StreamUses(Resolver resolver, Hazards hazards, JdkStreams streams, Map<Node, Integer> holders,
        Set<Node> wrappers, List<Node> places) {
    private static final List<String> STREAM_TYPES = List.of("java.io.Closeable", "java.io.DataOutput",
            "java.io.DataInput", "java.io.Flushable", "java.lang.Appendable", "java.lang.AutoCloseable");

    private static final Set<Modifier> FIXED = Set.of(Modifier.STATIC, Modifier.PRIVATE, Modifier.FINAL);

    StreamUses(Resolver resolver, Hazards hazards, boolean output) {
        this(resolver, hazards, new JdkStreams(resolver, output), new IdentityHashMap<>(),
                Collections.newSetFromMap(new IdentityHashMap<>()), new ArrayList<>());
    }

    /** Follows the value of an expression. */
    void follow(Expression value, int wrapped) {
        places.add(value);
        Node parent = value.getParentNode().orElseThrow();
        boolean chosen = parent instanceof ConditionalExpr choice && choice.getCondition() != value
                && (!streams.output() || isRoundSame(choice));
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
        } else if (parent instanceof MethodReferenceExpr reference) {
            referred(reference, value);
        } else if (parent instanceof NodeWithArguments<?>) {
            passed(parent, Enclosing.indexOf(((NodeWithArguments<?>) parent).getArguments(), value),
                    value, wrapped);
        } else if (parent instanceof ReturnStmt || Enclosing.parent(parent, LambdaExpr.class).isPresent()) {
            if (streams.output()) {
                hazards.of(HazardKind.ESCAPES, value, "is returned: callers have to close it");
            }
            leaves(value, wrapped);
        } else if (!(parent instanceof TryStmt) && !isNullTest(parent)) {
            hazards.of(HazardKind.TYPE, value, "is used in " + Hazard.code(parent));
        }
    }

    /** Returns whether both ways put something round the same variable. */
    private boolean isRoundSame(ConditionalExpr choice) {
        List<VariableElement> inside = Stream.of(choice.getThenExpr(), choice.getElseExpr())
                .filter(each -> each instanceof ObjectCreationExpr made && made.getArguments().isNonEmpty())
                .flatMap(each -> resolver.variable(((ObjectCreationExpr) each).getArgument(0)).stream()).toList();
        return inside.size() == 2 && inside.get(0).equals(inside.get(1));
    }

    private static boolean isNullTest(Node parent) {
        return parent instanceof BinaryExpr test && (test.getLeft().isNullLiteralExpr()
                || test.getRight().isNullLiteralExpr()) && test.getOperator() != BinaryExpr.Operator.PLUS;
    }

    private void referred(MethodReferenceExpr reference, Expression value) {
        Optional<String> answer = JdkStreams.answer(reference.getIdentifier()).filter(each -> !streams.output());
        if (JdkStreams.goesPast(reference.getIdentifier())) {
            hazards.of(HazardKind.BYPASS, reference, "bypasses the buffer");
        } else if (answer.isPresent()) {
            hazards.of(HazardKind.BYPASS, reference, answer.get());
        } else if (streams.output()) {
            hazards.of(HazardKind.ESCAPES, reference, "may run after `" + value + "` is closed");
        }
    }

    private void construct(ObjectCreationExpr made, Expression value, int wrapped) {
        if (streams.wraps(made, value, wrapped)) {
            wrappers.add(made);
            follow(made, wrapped + 1);
        } else {
            passed(made, Enclosing.indexOf(made.getArguments(), value), value, wrapped);
        }
    }

    private void call(MethodCallExpr call, Expression value, int wrapped) {
        if (call.getScope().filter(scope -> scope == value).isEmpty()) {
            if (resolver.ownerOf(call).filter("java.nio.channels.Channels"::equals).isPresent()) {
                hazards.of(HazardKind.BYPASS, call, "is the file's own channel, which bypasses the buffer");
            } else {
                passed(call, Enclosing.indexOf(call.getArguments(), value), value, wrapped);
            }
        } else if (JdkStreams.goesPast(call.getNameAsString())) {
            Optional<Hazard> led = Optional.of(call).filter(each -> isRandomAccess())
                    .flatMap(each -> Detour.of(resolver, each)).flatMap(Detour::doubt);
            led.ifPresentOrElse(hazards.all()::add,
                    () -> hazards.of(HazardKind.BYPASS, call, "bypasses the buffer"));
        } else if (!streams.output() && JdkStreams.answer(call.getNameAsString()).isPresent() && resolver
                .className(value).filter(type -> JdkStreams.asksBelow(type, wrapped)).isPresent()) {
            hazards.of(HazardKind.BYPASS, call, JdkStreams.answer(call.getNameAsString()).get());
        } else if (!streams.uses(call) && !isOfFile(call)) {
            hazards.of(HazardKind.TYPE, call,
                    "does more than " + (streams.output() ? "write, flush or close" : "read or close"));
        } else if (JdkStreams.returnsItself(call) && Enclosing.parent(call, ExpressionStmt.class).isEmpty()) {
            follow(call, wrapped);
        }
    }

    /** The class that is added for a random access file has the methods by which {@code skipBytes} moves. */
    private boolean isOfFile(MethodCallExpr call) {
        return call.getNameAsString().equals("skipBytes") && isRandomAccess();
    }

    private boolean isRandomAccess() {
        return resolver.className(places.get(0)).filter("java.io.RandomAccessFile"::equals).isPresent();
    }

    private void passed(Node call, int position, Expression value, int wrapped) {
        // a method of the class path is judged as one that is not there: the label is the same without it
        Optional<ExecutableElement> method = resolver.method(call)
                .filter(each -> resolver.isPlatform(each) || resolver.hasSource(each.getEnclosingElement()));
        if (method.isEmpty()) {
            return;
        }
        if (position < 0 || position >= method.get().getParameters().size()
                || method.get().isVarArgs() && position == method.get().getParameters().size() - 1) {
            hazards.of(HazardKind.ESCAPES, value, "is passed to " + Hazard.code(call) + " as a variable argument");
            return;
        }
        boolean raw = resolver.className(value).filter(JdkStreams::isRaw).isPresent();
        Optional<Parameter> here = resolver.declaration(method.get()).filter(CallableDeclaration.class::isInstance)
                .map(each -> (CallableDeclaration<?>) each).filter(each -> SourceFile.of(each) == SourceFile.of(value))
                .map(each -> each.getParameter(position));
        TypeMirror type = method.get().getParameters().get(position).asType();
        boolean takesRaw = resolver.className(type).filter(JdkStreams::isRaw).isPresent();
        boolean needsRaw = here.isEmpty() && takesRaw;
        if (raw && !isRandomAccess() && (takesRaw || resolver.isPlatform(method.get()))
                && isOverloaded(method.get(), position, takesRaw)) {
            hazards.add(HazardKind.TYPE, value, Hazard.code(call) + " takes the stream:"
                    + " another overload may be meant when the type is wider");
        } else if (needsRaw || STREAM_TYPES.stream().noneMatch(each -> resolver.isSubtype(type, each))) {
            hazards.of(HazardKind.TYPE, value,
                    "is passed to `" + method.get().getSimpleName() + "()` as `" + type + "`");
        } else if (!resolver.isPlatform(method.get())) {
            here.ifPresent(parameter -> hold(parameter, wrapped));
            Optional<Node> asked = here.isPresent() || wrapped > 0 || isRandomAccess() ? Optional.empty()
                    : new AskedClass(resolver).of((NodeWithArguments<?>) call, value);
            asked.ifPresent(each -> hazards.of(HazardKind.TYPE, value, "is passed to `" + method.get().getSimpleName()
                    + "()`, which asks for its class (" + SourceFile.place(each) + ")"));
            if (isOverridable(method.get())) {
                leaves(value, wrapped);
            }
        }
    }

    /** Code that is not in view sees the class of what it gets, if nothing is put round it. */
    private void leaves(Expression value, int wrapped) {
        if (wrapped == 0 && !isRandomAccess()
                && resolver.className(places.get(0)).filter(JdkStreams::isRaw).isPresent()) {
            hazards.add(HazardKind.ASSUMPTION, value, "no other code asks for the stream's class");
        }
    }

    private static boolean isOverridable(ExecutableElement method) {
        return method.getKind() == ElementKind.METHOD && method.getModifiers().stream().noneMatch(FIXED::contains)
                && !method.getEnclosingElement().getModifiers().contains(Modifier.FINAL);
    }

    /** Returns whether a method of the same name may take the stream where its type is wider, or that of a buffer. */
    private boolean isOverloaded(ExecutableElement method, int position, boolean takesRaw) {
        List<? extends VariableElement> own = method.getParameters();
        return resolver.elements().getAllMembers((TypeElement) method.getEnclosingElement()).stream()
                .filter(each -> each != method && each.getKind() == method.getKind()
                        && each.getSimpleName().equals(method.getSimpleName()))
                .map(each -> (ExecutableElement) each)
                .filter(each -> each.isVarArgs() || each.getParameters().size() == own.size())
                .anyMatch(each -> takesRaw || each.isVarArgs() || isStream(each.getParameters().get(position).asType())
                        && !resolver.types().isSameType(each.getParameters().get(position).asType(),
                                own.get(position).asType()));
    }

    private boolean isStream(TypeMirror type) {
        return resolver.isSubtype(type, "java.io.InputStream") || resolver.isSubtype(type, "java.io.OutputStream");
    }

    private void declared(VariableDeclarator variable, Expression value, int wrapped) {
        boolean field = Enclosing.parent(variable, FieldDeclaration.class).isPresent();
        if (field && streams.output()) {
            hazards.of(HazardKind.ESCAPES, value, "is stored in field `" + variable.getNameAsString() + "`");
        }
        if (field && !((FieldDeclaration) variable.getParentNode().get()).isPrivate()) {
            leaves(value, wrapped);
        }
        hold(variable, wrapped);
    }

    private void assigned(AssignExpr assignment, int wrapped) {
        Optional<Node> target = resolver.variable(assignment.getTarget()).flatMap(resolver::declaration);
        boolean statement = Enclosing.parent(assignment, ExpressionStmt.class).isPresent();
        if (!statement || assignment.getOperator() != AssignExpr.Operator.ASSIGN
                || target.filter(VariableDeclarator.class::isInstance).isEmpty()) {
            hazards.add(HazardKind.ESCAPES, assignment,
                    "the stream is stored in " + Hazard.code(assignment.getTarget()));
            target.filter(VariableDeclarator.class::isInstance).filter(each -> !statement)
                    .ifPresent(each -> hold(each, wrapped));
            if (assignment.getParentNode().orElseThrow() instanceof AssignExpr) {
                follow(assignment, wrapped);
            }
        } else {
            declared((VariableDeclarator) target.get(), assignment.getValue(), wrapped);
        }
    }

    private void hold(Node declaration, int wrapped) {
        if (holders.putIfAbsent(declaration, wrapped) != null) {
            return;
        }
        for (Expression name : names(declaration)) {
            Expression whole = Enclosing.whole(name);
            Node parent = whole.getParentNode().orElseThrow();
            if (parent instanceof AssignExpr assignment && assignment.getTarget() == whole) {
                reassigned(declaration, assignment.getValue());
            } else if (streams.output() && isDeferred(name, declaration)) {
                hazards.of(HazardKind.ESCAPES, name, "is used in code that may run at another time");
            } else {
                follow(whole, wrapped);
            }
        }
        if (declaration instanceof VariableDeclarator variable) {
            variable.getInitializer().filter(value -> !value.isNullLiteralExpr())
                    .ifPresent(value -> reassigned(declaration, value));
        }
    }

    /** A null that a field is set to after the close opens nothing; a constructor sets a final one once. */
    private void reassigned(Node declaration, Expression value) {
        if (places.stream().noneMatch(each -> each == value) && !isOfOtherConstructor(value)
                && !(Enclosing.isField(declaration) && value.isNullLiteralExpr())
                && Enclosing.parent(declaration, FieldDeclaration.class).filter(FieldDeclaration::isFinal).isEmpty()) {
            hazards.add(HazardKind.REASSIGNED, value, "`" + (declaration instanceof VariableDeclarator variable
                    ? variable.getNameAsString() : ((Parameter) declaration).getNameAsString())
                    + "` is set more than once");
        }
    }

    /** Each object sets the field once, by the constructor that makes it. */
    private boolean isOfOtherConstructor(Expression value) {
        Optional<Node> body = Enclosing.body(value).filter(ConstructorDeclaration.class::isInstance);
        Optional<Node> own = Enclosing.body(places.get(0)).filter(ConstructorDeclaration.class::isInstance);
        return body.isPresent() && own.isPresent() && body.get() != own.get();
    }

    /** Returns whether code between a variable's name and its declaration may run at another time. */
    private boolean isDeferred(Node name, Node declaration) {
        Node owner = declaration.getParentNode().orElse(null);
        OutwardCalls calls = new OutwardCalls(resolver);
        return !Enclosing.isField(declaration) && Enclosing.around(name)
                .takeWhile(each -> !each.isAncestorOf(declaration)).anyMatch(each ->
                        each instanceof LambdaExpr lambda && lambda != owner && !calls.runsAtOnce(lambda)
                                || each instanceof TypeDeclaration
                                || each instanceof CallableDeclaration && owner != each);
    }

    private List<Expression> names(Node declaration) {
        Set<Expression> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(declaration instanceof Parameter parameter
                ? resolver.names(parameter) : resolver.names((VariableDeclarator) declaration));
        resolver.variable(declaration).ifPresent(each -> all.addAll(resolver.uses(each)));
        return all.stream().sorted(Comparator.comparing(each -> each.getBegin().orElseThrow())).toList();
    }

    boolean isWrapper(Node made) {
        return wrappers.contains(made);
    }

    /** Returns how many wrappers are round the stream in the variable of that name; empty for other names. */
    Optional<Integer> wrapped(Expression name) {
        return name instanceof NameExpr ? resolver.declarationOf(name).map(holders::get) : Optional.empty();
    }

    /** Returns the variables that hold the stream. */
    List<VariableElement> variables() {
        return holders.keySet().stream().flatMap(each -> resolver.variable(each).stream()).toList();
    }
}
