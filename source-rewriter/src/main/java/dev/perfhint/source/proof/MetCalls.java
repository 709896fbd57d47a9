package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import dev.perfhint.source.Enclosing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/** Finds the calls of a method in the code that ran while bytes were held, to know what its parameters are there. */
final class MetCalls {
    private final TypestateRun run;
    private final CalledCode called;
    private final StartedCode started;
    private final Map<String, List<MethodCallExpr>> calls = new HashMap<>();
    private final Set<String> references = new HashSet<>();

    MetCalls(TypestateRun run, CalledCode called, StartedCode started, Collection<Node> code) {
        this.run = run;
        this.called = called;
        this.started = started;
        code.forEach(each -> each.walk(node -> {
            if (node instanceof MethodCallExpr call) {
                calls.computeIfAbsent(call.getNameAsString(), key -> new ArrayList<>()).add(call);
            } else if (node instanceof MethodReferenceExpr reference) {
                references.add(reference.getIdentifier());
            }
        }));
    }

    /** Returns what the parameter may be; empty if others may give it a value. */
    Optional<List<Expression>> given(VariableElement parameter) {
        Optional<Parameter> declared = run.resolver.declaration(parameter).filter(Parameter.class::isInstance)
                .map(Parameter.class::cast).filter(each -> !each.isVarArgs());
        Node home = declared.flatMap(Node::getParentNode).orElse(run.home);
        boolean set = run.resolver.uses(parameter).stream().anyMatch(Assignments::isTarget);
        if (set || home == run.home || !(home instanceof CallableDeclaration<?> callable)
                || Enclosing.isAround(home, run.home)) {
            return Optional.empty();
        }
        int size = callable.getParameters().size();
        int index = callable.getParameters().indexOf(declared.get());
        return (callable instanceof MethodDeclaration method ? ofMethod(method)
                : ofConstructor((ConstructorDeclaration) callable))
                .filter(all -> all.stream().allMatch(each -> each.size() == size))
                .map(all -> all.stream().map(each -> each.get(index)).toList());
    }

    private Optional<List<List<Expression>>> ofMethod(MethodDeclaration method) {
        if (references.contains(method.getNameAsString()) || started.isAskedForOutside(method)
                || Callers.isEntry(run.resolver, method)) {
            return Optional.empty();
        }
        List<List<Expression>> all = calls.getOrDefault(method.getNameAsString(), List.of()).stream()
                .filter(call -> called.targets(call).stream().anyMatch(each -> each == method))
                .map(call -> (List<Expression>) call.getArguments()).toList();
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** The object may have been made before, so that all places count where the class is created. */
    private Optional<List<List<Expression>>> ofConstructor(ConstructorDeclaration constructor) {
        Optional<ExecutableElement> method = run.resolver.method(constructor);
        Optional<Mentions.Uses> uses = method.map(it -> Mentions.of(run.sources)
                .uses((TypeElement) it.getEnclosingElement()))
                .filter(each -> each.complete() && each.others().isEmpty());
        if (uses.isEmpty()) {
            return Optional.empty();
        }
        List<List<Expression>> all = new ArrayList<>();
        uses.get().creations().stream().filter(made -> run.resolver.method(made).equals(method))
                .forEach(made -> all.add(made.getArguments()));
        constructor.findAncestor(TypeDeclaration.class).ifPresent(type -> ((TypeDeclaration<?>) type)
                .findAll(ExplicitConstructorInvocationStmt.class).stream()
                .filter(each -> run.resolver.method(each).equals(method))
                .forEach(each -> all.add(each.getArguments())));
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }
}
