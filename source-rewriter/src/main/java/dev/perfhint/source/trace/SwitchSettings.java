package dev.perfhint.source.trace;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * Finds where the value of an expression is set: a literal, an enum constant, a property or a created object that
 * reaches it through variables, parameters, getters, setters, builders and constructors.
 *
 * <p>A variable that counts, or that a method sets to anything but its parameter, is state: nothing sets it.
 */
final class SwitchSettings {
    private static final int MAX_STEPS = 12;
    private static final Set<BinaryExpr.Operator> EQUALITY =
            EnumSet.of(BinaryExpr.Operator.EQUALS, BinaryExpr.Operator.NOT_EQUALS);
    private static final Set<String> PROPERTIES = Set.of("java.lang.System.getProperty", "java.lang.System.getenv",
            "java.lang.Boolean.getBoolean", "java.lang.Integer.getInteger", "java.lang.Long.getLong",
            "java.util.Properties.getProperty", "java.util.Map.get");
    /** What a method of these gives is what it was given, in another unit or type. */
    private static final Set<String> CONVERTERS = Set.of("java.time.Duration", "java.util.concurrent.TimeUnit",
            "java.lang.Boolean", "java.lang.Integer", "java.lang.Long", "java.lang.Math", "java.lang.Enum");

    private final Sources sources;
    private final Resolver resolver;
    private final CallStack stack;
    private boolean objects = true;

    /**
     * Where a value is set.
     *
     * @param what the value there, for a sentence: {@code syncEach = true in new Store(path, true)}
     * @param given whether it is an argument there
     */
    record Setting(Node place, String what, boolean given) {
        Setting(Node place, String what) {
            this(place, what, false);
        }
    }

    SwitchSettings(Sources sources, CallStack stack) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.stack = stack;
    }

    /** Returns where the value is set: an object, or a number, a text or a choice. */
    Optional<Setting> of(Expression value, boolean object) {
        return of(value, "", object, 0);
    }

    /** Returns where it is set whether there is an object: no such object itself, which the code works with. */
    Optional<Setting> ofPresence(Expression value) {
        objects = false;
        try {
            return of(value, true);
        } finally {
            objects = true;
        }
    }

    private Optional<Setting> of(Expression value, String name, boolean object, int steps) {
        if (steps > MAX_STEPS) {
            return Optional.empty();
        }
        if (isEnd(value, object)) {
            String text = Switches.text(value);
            return Optional.of(new Setting(value, name.isEmpty() ? text : name + " = " + text));
        }
        List<Expression> passed = ValueIndex.passedOn(value);
        if (value.isConditionalExpr()) {
            return of(value.asConditionalExpr().getCondition(), name, false, steps + 1);
        }
        if (!passed.isEmpty()) {
            return first(passed, name, object, steps);
        }
        if (value.isBinaryExpr()) {
            return first(List.of(value.asBinaryExpr().getLeft(), value.asBinaryExpr().getRight()), name, object, steps);
        }
        if (value.isUnaryExpr() && !isCounted(value.asUnaryExpr())) {
            return of(value.asUnaryExpr().getExpression(), name, object, steps + 1);
        }
        if (value instanceof MethodCallExpr call) {
            return ofCall(call, name, object, steps);
        }
        Optional<Expression> owner = value.toFieldAccessExpr().map(FieldAccessExpr::getScope);
        return owner.filter(this::isEnum).flatMap(each -> of(each, name, object, steps + 1))
                .or(() -> resolver.variable(value).filter(variable -> !isState(variable)).flatMap(variable ->
                        resolver.declaration(variable).flatMap(to -> ofVariable(to, object, steps))));
    }

    private boolean isEnd(Expression value, boolean object) {
        return isEnumConstant(value) || (object ? objects && (value.isObjectCreationExpr() || value.isLambdaExpr()
                || value.isMethodReferenceExpr()) : value.isLiteralExpr() && !value.isNullLiteralExpr()
                || value.isUnaryExpr() && value.asUnaryExpr().getOperator() == UnaryExpr.Operator.MINUS
                        && value.asUnaryExpr().getExpression().isLiteralExpr());
    }

    /** Returns whether the operand is what something is compared to; a limit of more or less is a setting. */
    boolean isMark(Expression operand) {
        return operand.isLiteralExpr() || isEnumConstant(operand)
                || resolver.constant(operand).isPresent() && Enclosing.parent(operand, BinaryExpr.class)
                        .filter(both -> EQUALITY.contains(both.getOperator())).isPresent();
    }

    private boolean isEnumConstant(Expression value) {
        return resolver.variable(value).filter(each -> each.getKind() == ElementKind.ENUM_CONSTANT).isPresent();
    }

    private boolean isEnum(Expression value) {
        return resolver.type(value).flatMap(resolver::classOf).filter(each -> each.getKind() == ElementKind.ENUM)
                .isPresent();
    }

    private Optional<Setting> first(List<Expression> values, String name, boolean object, int steps) {
        return values.stream().filter(each -> values.size() == 1 || !isMark(each))
                .flatMap(each -> of(each, name, object, steps + 1).stream()).findFirst();
    }

    private Optional<Setting> ofCall(MethodCallExpr call, String name, boolean object, int steps) {
        String owner = resolver.ownerOf(call).orElse("");
        if (isProperty(call)) {
            return resolver.constant(call.getArgument(0)).map(key -> new Setting(call, "property " + key
                    + (name.isEmpty() ? "" : " sets " + name)));
        }
        if (CONVERTERS.contains(owner)) {
            return Stream.concat(call.getScope().stream().filter(each -> resolver.variable(each).isPresent()
                            || each.isMethodCallExpr()), call.getArguments().stream())
                    .flatMap(each -> of(each, name, object, steps + 1).stream()).findFirst();
        }
        Optional<Expression> choice = call.getScope().filter(this::isEnum);
        if (choice.isPresent()) {
            return of(choice.get(), name, object, steps + 1);
        }
        Optional<MethodDeclaration> own = resolver.calledMethod(call);
        if (own.isEmpty()) {
            // the accessor of a record has no declaration
            return resolver.method(call).filter(method -> method.getParameters().isEmpty())
                    .flatMap(method -> method.getEnclosingElement().getEnclosedElements().stream()
                            .filter(each -> each.getKind() == ElementKind.FIELD
                                    && each.getSimpleName().contentEquals(call.getNameAsString())).findFirst())
                    .flatMap(resolver::declaration).flatMap(to -> ofVariable(to, object, steps));
        }
        List<Expression> returned = ValueIndex.of(sources).returned(own.get());
        return returned.size() == 1 ? of(returned.get(0), name.isEmpty() && returned.get(0).isLiteralExpr()
                ? call.getNameAsString() + "()" : name, object, steps + 1) : Optional.empty();
    }

    private boolean isProperty(MethodCallExpr call) {
        return !call.getArguments().isEmpty()
                && PROPERTIES.contains(resolver.ownerOf(call).orElse("") + '.' + call.getNameAsString());
    }

    private Optional<Setting> ofVariable(Node declared, boolean object, int steps) {
        String name = ((NodeWithSimpleName<?>) declared).getNameAsString();
        if (declared instanceof Parameter parameter) {
            return ofParameter(parameter, name, object, steps);
        }
        if (!(declared instanceof VariableDeclarator variable)) {
            return Optional.empty();
        }
        List<Setting> set = new ArrayList<>();
        List<AssignExpr> assignments = ValueIndex.of(sources).assignments(variable);
        if (object && assignments.stream().filter(each -> isEnd(each.getValue(), true)).count() > 1) {
            return Optional.empty(); // the code chooses
        }
        for (AssignExpr assign : assignments) {
            of(assign.getValue(), name, object, steps + 1).ifPresent(set::add);
        }
        // code elsewhere may set the field of another class
        boolean hidden = resolver.variable(variable).filter(field -> !field.getKind().isField()
                || field.getModifiers().contains(Modifier.PRIVATE) || field.getModifiers().contains(Modifier.FINAL))
                .isPresent();
        variable.getInitializer().filter(value -> hidden).flatMap(value -> of(value, name, object, steps + 1))
                .ifPresent(set::add);
        return outermost(set, declared);
    }

    /** The user's code goes before a library's, other packages before the one that asks; then what callers give. */
    private Optional<Setting> outermost(List<Setting> set, Node asked) {
        Path own = SourceFile.of(asked).path().getParent();
        return set.stream().min(Comparator
                .comparing((Setting each) -> sources.isArchived(SourceFile.of(each.place()).path()))
                .thenComparing(each -> SourceFile.of(each.place()).path().getParent().equals(own)));
    }

    private Optional<Setting> ofParameter(Parameter parameter, String name, boolean object, int steps) {
        Node owner = parameter.getParentNode().orElseThrow();
        int index = owner instanceof CallableDeclaration<?> callable
                ? Enclosing.indexOf(callable.getParameters(), parameter)
                : owner instanceof RecordDeclaration type ? Enclosing.indexOf(type.getParameters(), parameter) : -1;
        if (index < 0) {
            return Optional.empty();
        }
        List<Node> calls = recorded(owner);
        if (calls.isEmpty()) {
            calls = (owner instanceof RecordDeclaration ? resolver.declaredClass(owner).stream()
                    .flatMap(type -> type.getEnclosedElements().stream())
                    .filter(each -> each.getKind() == ElementKind.CONSTRUCTOR).map(ExecutableElement.class::cast)
                    .filter(each -> each.getParameters().size() == ((RecordDeclaration) owner).getParameters().size())
                    .findFirst() : resolver.method(owner)).flatMap(Callers.of(sources)::of).orElse(List.of());
        }
        List<Setting> set = calls.stream().filter(call -> index < Callers.arguments(call).size())
                .flatMap(call -> given(call, index, name, object, steps).stream()).toList();
        return outermost(set, owner)
                .or(() -> Optional.of(owner).filter(each -> isOpen(each, parameter))
                        .map(each -> new Setting(each, "parameter " + name + " of "
                                + ((NodeWithSimpleName<?>) each).getNameAsString() + "()")));
    }

    private Optional<Setting> given(Node call, int index, String name, boolean object, int steps) {
        Expression argument = Callers.arguments(call).get(index);
        if (isEnd(argument, object) && isOwn(call)) {
            return Optional.empty();
        }
        return of(argument, name, object, steps + 1).map(set -> set.place() != argument ? set
                : new Setting(call, name + " = " + Switches.text(argument) + " in " + Switches.text(call), true));
    }

    /** Returns whether a class calls a method of its own: what it gives there is no choice of its user. */
    private boolean isOwn(Node call) {
        return call instanceof MethodCallExpr method && method.getScope().filter(each -> !each.isThisExpr()).isEmpty();
    }

    /** Returns the call that entered the method on the recorded stack. */
    private List<Node> recorded(Node body) {
        for (int frame = 0; frame + 1 < stack.frames().size(); frame++) {
            if (stack.body(frame).filter(each -> each.node() == body).isPresent()) {
                return stack.calls(frame + 1).stream().limit(1).toList();
            }
        }
        return List.of();
    }

    /** Returns whether only code outside the sources gives the parameter, which says yes or no, or which. */
    private boolean isOpen(Node owner, Parameter parameter) {
        boolean choice = resolver.type(parameter).filter(type -> type.getKind().name().equals("BOOLEAN")
                || resolver.classOf(type).filter(each -> each.getKind() == ElementKind.ENUM).isPresent()).isPresent();
        return choice && owner instanceof CallableDeclaration<?> callable && callable.isPublic()
                && resolver.method(owner).flatMap(Callers.of(sources)::of).filter(List::isEmpty).isPresent();
    }

    private static boolean isCounted(UnaryExpr unary) {
        return unary.isPostfix() || unary.getOperator() == UnaryExpr.Operator.PREFIX_INCREMENT
                || unary.getOperator() == UnaryExpr.Operator.PREFIX_DECREMENT;
    }

    private boolean isState(VariableElement variable) {
        boolean counted = resolver.uses(variable).stream().map(Enclosing::whole).anyMatch(use ->
                Enclosing.parent(use, UnaryExpr.class).filter(SwitchSettings::isCounted).isPresent()
                        || Enclosing.parent(use, AssignExpr.class).filter(assign -> assign.getTarget() == use
                                && (assign.getOperator() != AssignExpr.Operator.ASSIGN || isSetByWork(assign)))
                                .isPresent());
        return counted || variable.getKind() == ElementKind.EXCEPTION_PARAMETER;
    }

    /** A method that sets a field to anything but its own parameter works with it. */
    private boolean isSetByWork(AssignExpr assign) {
        Optional<Node> body = Enclosing.body(assign);
        return body.isPresent() && body.get() instanceof MethodDeclaration method
                && assign.getValue().findAll(MethodCallExpr.class, this::isProperty).isEmpty()
                && resolver.declarationOf(assign.getValue()).filter(each -> each.getParentNode().orElse(each) == method)
                        .isEmpty();
    }
}
