package dev.perfhint.source.safe;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;

/** Sentence 5: between the opening and the close of an output, only harmless calls are made. */
record Region(Resolver resolver, Hazards hazards, StreamUses uses) {
    void check(List<Node> code, Expression creation) {
        TypeElement home = Enclosing.type(creation).flatMap(resolver::declaredClass).orElse(null);
        code.forEach(each -> each.walk(node -> look(node, home)));
        for (CallableDeclaration<?> helper : uses.bodies()) {
            if (helper.hasModifier(com.github.javaparser.ast.Modifier.Keyword.SYNCHRONIZED)) {
                hazards.add(HazardKind.WAITS, helper, "`" + helper.getNameAsString() + "()` takes a lock");
            }
            helper.walk(node -> look(node, home));
        }
    }

    private void look(Node node, TypeElement home) {
        if (uses.isRefused(node)) {
            return;
        }
        if (node instanceof MethodCallExpr call) {
            call(call, home);
        } else if (node instanceof ObjectCreationExpr made) {
            creation(made);
        } else if (node instanceof BinaryExpr joined && joined.getOperator() == BinaryExpr.Operator.PLUS) {
            text(joined, List.of(joined.getLeft(), joined.getRight()));
        } else if (node instanceof AssignExpr added && added.getOperator() == AssignExpr.Operator.PLUS) {
            text(added.getTarget(), List.of(added.getTarget(), added.getValue()));
        } else if (node instanceof ForEachStmt loop) {
            loop(loop);
        } else if (node instanceof SynchronizedStmt) {
            hazards.add(HazardKind.WAITS, node, "`synchronized` may wait while bytes may be buffered");
        } else if (node instanceof LambdaExpr lambda && !uses.calls().runsAtOnce(lambda)
                || node instanceof MethodReferenceExpr) {
            hazards.of(HazardKind.CALL, node, "may run while bytes may be buffered");
        } else if (node instanceof TryStmt statement) {
            statement.getResources().forEach(this::resource);
        } else if (node instanceof NameExpr || node instanceof FieldAccessExpr) {
            Optional<VariableElement> variable = resolver.variable(node);
            initialised(node, variable.map(Element.class::cast), home);
            variable.filter(each -> each.getModifiers().contains(Modifier.VOLATILE)).ifPresent(each -> hazards.add(
                    HazardKind.WAITS, node, Hazards.code(node) + " is volatile: the code may wait for another thread"));
        }
    }

    private void call(MethodCallExpr call, TypeElement home) {
        Optional<ExecutableElement> method = resolver.method(call);
        boolean helper = uses.isUse(call) && uses.helpers().body(call).isPresent();
        if (method.isEmpty()) {
            hazards.of(HazardKind.UNRESOLVED, call, "is not resolved");
        } else if (helper || uses.helpers().isGetter(method.get()) && !isOverridden(method.get())) {
            initialised(call, Optional.of(method.get()), home);
        } else if (uses.isUse(call) || uses.calls().accepts(method.get(), call) && !isOverridden(method.get())) {
            arguments(call, call.getArguments());
        } else {
            hazards.of(uses.calls().kind(method.get()), call, "is called while bytes may be buffered");
        }
    }

    /** Returns whether a class in the files that are looked at has a method that may run in its place. */
    private boolean isOverridden(ExecutableElement method) {
        return !Helpers.isBound(method) && uses.files().stream()
                .flatMap(file -> file.nodes(MethodDeclaration.class).stream())
                .filter(each -> each.getNameAsString().contentEquals(method.getSimpleName())
                        && each.getParameters().size() == method.getParameters().size() && !each.isStatic()
                        && Helpers.mayOverride(each))
                .anyMatch(each -> resolver.declaration(method).filter(own -> own == each).isEmpty());
    }

    private void creation(ObjectCreationExpr made) {
        Optional<ExecutableElement> constructor = resolver.method(made);
        boolean use = uses.isUse(made) && uses.helpers().body(made).isEmpty();
        if (use || constructor.filter(each -> uses.calls().accepts(each, made)).isPresent()
                && made.getAnonymousClassBody().isEmpty()) {
            arguments(made, made.getArguments());
        } else {
            hazards.of(constructor.map(uses.calls()::kind).orElse(HazardKind.UNRESOLVED), made,
                    "is created while bytes may be buffered");
        }
    }

    private void arguments(Node call, List<Expression> arguments) {
        for (Expression argument : arguments) {
            if (!uses.isPlace(argument) && !(argument instanceof LambdaExpr) && !uses.calls().isValue(argument)) {
                hazards.of(HazardKind.CALL, call, "may call methods of " + Hazards.code(argument));
            }
        }
    }

    private void text(Expression whole, List<Expression> parts) {
        boolean text = resolver.className(whole).filter("java.lang.String"::equals).isPresent();
        boolean number = resolver.type(whole).filter(type -> type.getKind().isPrimitive()).isPresent();
        if (text) {
            arguments(whole, parts);
        } else if (!number) {
            hazards.of(HazardKind.UNRESOLVED, whole, "is not resolved");
        }
    }

    private void loop(ForEachStmt loop) {
        boolean array = resolver.type(loop.getIterable()).filter(type -> type.getKind() == TypeKind.ARRAY).isPresent();
        boolean collection = resolver.className(loop.getIterable()).filter(name -> name.startsWith("java.util."))
                .isPresent();
        if (!array && !collection) {
            hazards.of(HazardKind.CALL, loop.getIterable(), "may have a custom iterator");
        }
    }

    private void resource(Expression resource) {
        for (Node each : resource instanceof VariableDeclarationExpr own ? own.getVariables() : List.of(resource)) {
            boolean ours = uses.holders().containsKey(each)
                    || each instanceof Expression name && uses.wrapped(name).isPresent();
            if (!ours && resolver.type(each).filter(uses.calls()::isMemoryOrInput).isEmpty()) {
                hazards.add(HazardKind.CALL, each, "`close()` of " + Hazards.code(each)
                        + " is called while bytes may be buffered");
            }
        }
    }

    /** A static member of another class may be the first one used, which runs that class's initialisers. */
    private void initialised(Node node, Optional<Element> member, TypeElement home) {
        Optional<TypeElement> owner = member.filter(each -> each.getModifiers().contains(Modifier.STATIC))
                .filter(each -> !(each instanceof VariableElement constant) || constant.getConstantValue() == null)
                .map(Element::getEnclosingElement).map(TypeElement.class::cast);
        if (owner.isEmpty() || resolver.isPlatform(owner.get()) || Stream.<Element>iterate(
                home, each -> each != null, Element::getEnclosingElement).anyMatch(owner.get()::equals)) {
            return;
        }
        Optional<TypeDeclaration<?>> source = resolver.declaration(owner.get())
                .filter(TypeDeclaration.class::isInstance).map(type -> (TypeDeclaration<?>) type);
        boolean plain = source.isPresent() && hasPlatformParent(owner.get())
                && source.get().getMembers().stream().noneMatch(Region::runsCode);
        if (!plain) {
            hazards.add(HazardKind.CALL, node, "class `" + owner.get().getSimpleName()
                    + "` may be initialised while bytes may be buffered");
        }
    }

    private boolean hasPlatformParent(TypeElement type) {
        return type.getKind() == ElementKind.INTERFACE
                || resolver.classOf(type.getSuperclass()).filter(resolver::isPlatform).isPresent();
    }

    private static boolean runsCode(BodyDeclaration<?> member) {
        return member instanceof InitializerDeclaration block && block.isStatic()
                || member instanceof FieldDeclaration variables && variables.isStatic()
                        && member.findFirst(Node.class, NodeWithArguments.class::isInstance).isPresent();
    }
}
