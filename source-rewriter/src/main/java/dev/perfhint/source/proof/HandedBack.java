package dev.perfhint.source.proof;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;

/**
 * A method that objects of a class of the JDK's call, with themselves, of what they are given to write or to read.
 *
 * @param object the class's binary name
 * @param parameters how many it has; the first is the object
 */
record HandedBack(String object, String method, int parameters) {
    private static final List<HandedBack> ALL = List.of(
            new HandedBack("java.io.ObjectOutput", "writeObject", 1),
            new HandedBack("java.io.ObjectOutput", "writeExternal", 1),
            new HandedBack("java.io.ObjectInput", "readObject", 1),
            new HandedBack("java.io.ObjectInput", "readExternal", 1),
            new HandedBack("java.io.PrintStream", "formatTo", 4),
            new HandedBack("java.util.Formatter", "formatTo", 4));

    /**
     * Returns the methods, in all sources, to which the object of the call gives itself, and so the stream; what they
     * name it by then leads to the stream too.
     */
    static List<MethodDeclaration> of(TypestateRun run, Expression e) {
        Resolver resolver = run.resolver;
        Optional<Expression> object = e instanceof MethodCallExpr call ? call.getScope() : Optional.empty();
        boolean led = object.flatMap(resolver::variable).map(run.holders::contains).orElse(object.isPresent());
        List<MethodDeclaration> all = !led ? List.of() : ALL.stream()
                .filter(each -> resolver.isSubtype(object.get(), each.object()))
                .flatMap(each -> run.sources.naming(each.method()).stream().flatMap(file -> file.unit()
                        .findAll(MethodDeclaration.class, each::mayBe).stream()))
                .toList();
        all.forEach(each -> resolver.variable(each.getParameter(0)).ifPresent(run.holders::add));
        return all;
    }

    private boolean mayBe(MethodDeclaration declared) {
        return declared.getNameAsString().equals(method) && declared.getParameters().size() == parameters
                && declared.getBody().isPresent();
    }
}
