package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Sources;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Tracing;
import java.util.LinkedHashSet;
import java.util.Set;

/** Finds what may change a file while it is read: in the methods that use it, and on the recorded stack. */
final class InputChanges {
    private InputChanges() {}

    /** Returns a line for each call that may change a file after the creation. */
    static Set<String> of(Sources sources, FixRequest request, Expression creation, FileUses uses) {
        Resolver resolver = Resolver.of(sources);
        Set<String> found = new LinkedHashSet<>();
        for (Node body : uses.bodies()) {
            boolean creates = creation.findAncestor(CallableDeclaration.class).filter(each -> each == body).isPresent();
            int line = creates ? creation.getBegin().orElseThrow().line : 0;
            add(resolver, body, creation, line, found);
        }
        for (CallSite frame : request.frames()) {
            Tracing.methodOf(sources, frame)
                    .filter(body -> !uses.bodies().contains(body))
                    .ifPresent(body -> add(resolver, body, creation, frame.line(), found));
        }
        return found;
    }

    private static void add(Resolver resolver, Node body, Expression creation, int line, Set<String> found) {
        FileOpenings.in(resolver, body, creation).stream()
                .filter(call -> FileOpenings.mayFollow(call, line, body))
                .map(FileOpenings::describe)
                .forEach(found::add);
    }
}
