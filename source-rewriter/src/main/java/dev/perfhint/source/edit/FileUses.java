package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.CastExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.InstanceOfExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ThisExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/**
 * Follows an open file forwards from where it is opened to every use of it in the sources.
 *
 * <p>Variables, fields, parameters and results of methods are followed through all files that name them; a use that is
 * not understood, or a method without source, is an obstacle.
 */
public final class FileUses {
    private static final int MAX_VALUES = 2000;

    private final Sources sources;
    private final Resolver resolver;
    private final FileMethods methods;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Element> followed = new HashSet<>();
    private final Deque<Expression> open = new ArrayDeque<>();
    private final Set<String> obstacles = new LinkedHashSet<>();
    private final Set<Hazard> hazards = new LinkedHashSet<>();
    private final List<Detour> detours = new ArrayList<>();
    private boolean writes;
    private boolean closes;
    private final Set<Node> calls = Collections.newSetFromMap(new IdentityHashMap<>());

    private FileUses(Sources sources, FileMethods methods) {
        this.sources = sources;
        this.resolver = Resolver.of(sources);
        this.methods = methods;
    }

    public static FileUses of(Sources sources, FileMethods methods, List<? extends Expression> creations) {
        FileUses uses = new FileUses(sources, methods);
        uses.open.addAll(creations);
        uses.followAll();
        return uses;
    }

    /**
     * Follows the objects of a class of the user that extends the file's class.
     *
     * @param own the body of that class, whose code uses its own file
     */
    public static FileUses of(Sources sources, FileMethods methods, List<? extends Expression> creations,
            TypeDeclaration<?> own) {
        FileUses uses = new FileUses(sources, methods);
        uses.open.addAll(creations);
        uses.open.addAll(own.findAll(ThisExpr.class,
                each -> !(each.getParentNode().orElseThrow() instanceof FieldAccessExpr)));
        own.findAll(MethodCallExpr.class, call -> call.getScope().filter(scope -> !scope.isSuperExpr()).isEmpty())
                .forEach(uses::ownCall);
        uses.followAll();
        return uses;
    }

    private void followAll() {
        while (!open.isEmpty() && obstacles.isEmpty()) {
            follow(open.remove());
        }
    }

    private void ownCall(MethodCallExpr call) {
        if (Detour.of(resolver, call).isPresent()) {
            obstacles.add(call.getNameAsString() + " is called, which bypasses a buffer, " + SourceFile.place(call));
        } else if (resolver.ownerOf(call).filter(methods.owners()::contains).isPresent()) {
            method(call, call.getNameAsString());
        } else if (resolver.method(call).isEmpty()) {
            obstacles.add(SourceFile.place(call) + ", " + resolver.reason(call));
        }
    }

    /** Returns why the object may not be replaced by one of a subclass, one line each. */
    public List<String> obstacles() {
        return List.copyOf(obstacles);
    }

    /** Returns where code that is not in view may get hold of the object, one line each. */
    public List<Hazard> hazards() {
        return List.copyOf(hazards);
    }

    /** Returns the calls of methods that pass by the overrides, in no particular order. */
    public List<Detour> detours() {
        return detours;
    }

    /** Returns whether the file is read or written by one call, which is made once each time the file is opened. */
    public boolean isUsedOnce(Node opening) {
        List<Node> io = calls.stream().filter(each -> each instanceof MethodCallExpr call
                && call.getNameAsString().matches("(read|write|transfer).*")).toList();
        return io.size() == 1 && Enclosing.around(io.get(0)).takeWhile(up -> !Enclosing.isAround(up, opening))
                .noneMatch(NodeWithBody.class::isInstance)
                && Enclosing.body(io.get(0)).equals(Enclosing.body(opening));
    }

    /** Returns the calls in the sources that go to the file. */
    public Set<Node> calls() {
        return calls;
    }

    public boolean writes() {
        return writes;
    }

    public boolean closes() {
        return closes;
    }

    private void follow(Expression value) {
        if (!seen.add(value)) {
            return;
        }
        if (seen.size() > MAX_VALUES) {
            obstacles.add("too many uses to follow");
            return;
        }
        Node parent = value.getParentNode().orElseThrow();
        if (parent instanceof CastExpr cast && isOtherSubclass(cast)) {
            return;
        } else if (parent instanceof EnclosedExpr || parent instanceof CastExpr) {
            open.add((Expression) parent);
        } else if (parent instanceof ConditionalExpr choice) {
            if (choice.getCondition() != value) {
                open.add(choice);
            }
        } else if (parent instanceof VariableDeclarator declared) {
            closes |= MayClose.isResource(declared);
            variable(declared);
        } else if (parent instanceof AssignExpr assignment) {
            assignment(assignment, value);
        } else if (parent instanceof MethodCallExpr call
                && call.getScope().filter(scope -> scope == value).isPresent()) {
            method(call, call.getNameAsString());
        } else if (parent instanceof MethodReferenceExpr reference) {
            method(reference, reference.getIdentifier());
        } else if (parent instanceof NodeWithArguments<?>) {
            argument(parent, value);
        } else if (parent instanceof ReturnStmt || parent instanceof LambdaExpr) {
            returned(value);
        } else if (parent instanceof TryStmt) {
            closes = true;
        } else if (!isHarmless(parent, value)) {
            obstacles.add("an unrecognized use, " + SourceFile.place(value));
        }
    }

    /** The object that is opened is none of a subclass that the sources have. */
    private boolean isOtherSubclass(CastExpr cast) {
        return resolver.isSubtype(cast, methods.type())
                && resolver.className(cast).filter(methods.type()::equals).isEmpty();
    }

    private static boolean isHarmless(Node parent, Expression value) {
        return parent instanceof BinaryExpr comparison
                        && (comparison.getOperator() == BinaryExpr.Operator.EQUALS
                                || comparison.getOperator() == BinaryExpr.Operator.NOT_EQUALS)
                || parent instanceof SynchronizedStmt
                || parent instanceof InstanceOfExpr test && test.getPattern().isEmpty()
                || parent instanceof FieldAccessExpr access && access.getScope() != value;
    }

    private void assignment(AssignExpr assignment, Expression value) {
        if (assignment.getValue() != value) {
            return;
        }
        variable(assignment.getTarget());
        if (!(assignment.getParentNode().orElseThrow() instanceof com.github.javaparser.ast.stmt.ExpressionStmt)) {
            open.add(assignment);
        }
    }

    private void variable(Node nameOrDeclaration) {
        Optional<VariableElement> variable = resolver.variable(nameOrDeclaration);
        if (variable.isEmpty()) {
            obstacles.add(SourceFile.place(nameOrDeclaration) + ", " + resolver.reason(nameOrDeclaration));
            return;
        }
        variable(variable.get());
    }

    private void variable(VariableElement variable) {
        if (!followed.add(variable)) {
            return;
        }
        resolver.uses(variable).forEach(this::use);
        if (!variable.getKind().isField() || variable.getModifiers().contains(Modifier.PRIVATE)) {
            return;
        }
        if (isVisibleOutside(variable)) {
            hazard(variable, "other code may use the field `" + variable.getSimpleName() + "`");
        }
        Optional<SourceFile> own = resolver.sourceOf(variable);
        for (SourceFile file : sources.naming(variable.getSimpleName().toString())) {
            if (own.filter(each -> each == file).isEmpty()) {
                resolver.usesIn(file, variable).forEach(this::use);
            }
        }
    }

    /** A name that is part of {@code this.raf} stands for the whole. */
    private void use(Expression name) {
        Expression whole = Enclosing.whole(name);
        if (Enclosing.parent(whole, AssignExpr.class).filter(each -> each.getTarget() == whole).isEmpty()) {
            open.add(whole);
        }
    }

    private void hazard(Element member, String text) {
        hazards.add(resolver.declaration(member).map(each -> Hazard.at(HazardKind.ESCAPES, each, text))
                .orElse(Hazard.of(HazardKind.ESCAPES, text)));
    }

    private void method(Expression call, String name) {
        Optional<ExecutableElement> method = resolver.method(call);
        if (method.isEmpty()) {
            obstacles.add(SourceFile.place(call) + ", " + resolver.reason(call));
            return;
        }
        String owner = resolver.key(method.get()).owner().replace('/', '.');
        if (owner.equals("java.lang.Object") && !name.equals("getClass")) {
            return;
        }
        if (name.equals("close")) {
            closes = true;
        } else if (methods.detours() && owner.equals(methods.type()) && call instanceof MethodCallExpr passing
                && Detour.of(resolver, passing).isPresent()) {
            detour(Detour.of(resolver, passing).get());
        } else if (isOfUser(method.get())
                && !(call instanceof MethodCallExpr passing && Detour.of(resolver, passing).isPresent())) {
            writes |= methods.writes().contains(name);
        } else if (!methods.owners().contains(owner)
                || !methods.reads().contains(name) && !methods.writes().contains(name)) {
            obstacles.add(name + methods.whyNot(name) + SourceFile.place(call));
        } else {
            writes |= methods.writes().contains(name);
            calls.add(call);
        }
    }

    /** The user's own class has the method, or inherits it from the class of the file for an interface of the user. */
    private boolean isOfUser(ExecutableElement method) {
        return resolver.declaration(method).isPresent();
    }

    private void detour(Detour detour) {
        detours.add(detour);
        writes |= detour.writes();
    }

    private void argument(Node call, Expression value) {
        NodeList<Expression> arguments = ((NodeWithArguments<?>) call).getArguments();
        int index = Enclosing.indexOf(arguments, value);
        Optional<ExecutableElement> method = resolver.method(call);
        if (method.isEmpty() || index < 0) {
            obstacles.add(SourceFile.place(call) + ", " + resolver.reason(call));
            return;
        }
        parameter(method.get(), index, call);
        if (!(call instanceof MethodCallExpr)) {
            return;
        }
        for (MethodDeclaration overriding : overriding(method.get())) {
            resolver.method(overriding).ifPresent(each -> parameter(each, index, call));
        }
    }

    private void parameter(ExecutableElement method, int index, Node call) {
        if (method.getModifiers().contains(Modifier.ABSTRACT) && resolver.declaration(method).isPresent()) {
            return;
        }
        boolean spread = method.isVarArgs() && index >= method.getParameters().size() - 1;
        if (!spread && resolver.declaration(method).isEmpty() && isData(method.getParameters().get(index))) {
            writes = true;
            hazards.add(Hazard.at(HazardKind.BYPASS, call, "the file is passed to " + method.getEnclosingElement() + "."
                    + method.getSimpleName() + "(): readLine, writeBytes and writeChars there bypass the buffer"));
            return;
        }
        if (resolver.declaration(method).isEmpty() || spread) {
            obstacles.add("handed to " + method.getEnclosingElement() + "." + method.getSimpleName()
                    + ", which has no source here, " + SourceFile.place(call));
            return;
        }
        variable(method.getParameters().get(index));
    }

    private boolean isData(VariableElement parameter) {
        return resolver.className(parameter.asType())
                .filter(type -> type.equals("java.io.DataInput") || type.equals("java.io.DataOutput")).isPresent();
    }

    private void returned(Expression value) {
        Optional<Node> around = value.getParentNode();
        while (around.isPresent() && !(around.get() instanceof MethodDeclaration)) {
            if (around.get() instanceof LambdaExpr || around.get() instanceof ConstructorDeclaration) {
                obstacles.add("escapes through a lambda, " + SourceFile.place(value));
                return;
            }
            around = around.get().getParentNode();
        }
        Optional<ExecutableElement> method = around.flatMap(resolver::method);
        if (method.isEmpty()) {
            obstacles.add("escapes through an unresolved method, " + SourceFile.place(value));
            return;
        }
        if (!followed.add(method.get())) {
            return;
        }
        ValueIndex index = ValueIndex.of(sources);
        boolean own = method.get().getModifiers().contains(Modifier.PRIVATE);
        if (!own && isVisibleOutside(method.get())) {
            hazard(method.get(), "other code may get the file from `" + method.get().getSimpleName() + "()`");
        }
        for (SourceFile file : own ? resolver.sourceOf(method.get()).stream().toList()
                : sources.naming(method.get().getSimpleName().toString())) {
            file.unit().findAll(MethodReferenceExpr.class,
                    each -> resolver.method(each).filter(it -> index.mayRun(it, method.get())).isPresent())
                    .forEach(each -> hazards.add(Hazard.at(HazardKind.ESCAPES, each, "the file escapes through "
                            + Hazard.code(each))));
            file.unit().findAll(MethodCallExpr.class,
                    call -> call.getNameAsString().contentEquals(method.get().getSimpleName())
                            && call.getArguments().size() == method.get().getParameters().size()).stream()
                    .filter(call -> resolver.method(call).filter(each -> index.mayRun(each, method.get())).isPresent())
                    .filter(call -> !(call.getParentNode().orElseThrow()
                            instanceof com.github.javaparser.ast.stmt.ExpressionStmt)).forEach(open::add);
        }
    }

    /** Returns the methods in the sources that override the one that is called. */
    private List<MethodDeclaration> overriding(ExecutableElement method) {
        Set<Modifier> modifiers = method.getModifiers();
        if (modifiers.contains(Modifier.PRIVATE) || modifiers.contains(Modifier.STATIC)
                || modifiers.contains(Modifier.FINAL)
                || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL)) {
            return List.of();
        }
        if (isVisibleOutside(method)) {
            hazard(method, "other classes may override `" + method.getSimpleName() + "()`");
        }
        List<MethodDeclaration> found = new ArrayList<>();
        for (SourceFile file : sources.naming(method.getSimpleName().toString())) {
            for (MethodDeclaration declared : file.unit().findAll(MethodDeclaration.class,
                    each -> each.getNameAsString().contentEquals(method.getSimpleName())
                            && mayOverride(each, method))) {
                Optional<ExecutableElement> other = resolver.method(declared);
                boolean overrides = other.filter(each -> resolver.elements()
                                .overrides(each, method, (TypeElement) each.getEnclosingElement())).isPresent();
                if (overrides) {
                    found.add(declared);
                } else if (other.isEmpty()) {
                    obstacles.add(SourceFile.place(declared) + ", " + resolver.reason(declared));
                }
            }
        }
        return found;
    }

    /** Compares the written parameter types, which may only exclude: those of type variables fit all. */
    private boolean mayOverride(MethodDeclaration declared, ExecutableElement method) {
        if (declared.getParameters().size() != method.getParameters().size()) {
            return false;
        }
        for (int i = 0; i < declared.getParameters().size(); i++) {
            Optional<TypeElement> type = resolver.classOf(method.getParameters().get(i).asType());
            boolean named = method.getParameters().get(i).asType().getKind() == TypeKind.DECLARED;
            String written = declared.getParameter(i).getType().asString();
            if (named && type.isPresent() && !written.contains(type.get().getSimpleName())) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether code outside the sources may use, call or override it. */
    private static boolean isVisibleOutside(Element member) {
        boolean visible = member.getModifiers().contains(Modifier.PUBLIC)
                || member.getModifiers().contains(Modifier.PROTECTED)
                || member.getEnclosingElement().getKind() == ElementKind.INTERFACE;
        Element outer = member.getEnclosingElement();
        while (outer instanceof TypeElement) {
            visible &= outer.getModifiers().contains(Modifier.PUBLIC)
                    || outer.getModifiers().contains(Modifier.PROTECTED);
            outer = outer.getEnclosingElement();
        }
        return visible;
    }
}
