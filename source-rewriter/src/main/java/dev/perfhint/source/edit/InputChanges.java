package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Sources;
import dev.perfhint.source.proof.FileChanges;
import dev.perfhint.source.trace.Tracing;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Finds what may change a file while it is read: the code that uses it, and what runs meanwhile. */
final class InputChanges {
    private InputChanges() {}

    /** Returns a line for each call that may change a file after the creation. */
    static List<String> of(Sources sources, FixRequest request, Expression creation, FileUses uses) {
        Map<Node, Integer> bodies = new IdentityHashMap<>();
        for (Node body : uses.bodies()) {
            boolean creates = creation.findAncestor(CallableDeclaration.class).filter(each -> each == body).isPresent();
            bodies.put(body, creates ? creation.getBegin().orElseThrow().line : 0);
        }
        for (CallSite frame : request.frames()) {
            Tracing.methodOf(sources, frame).ifPresent(body -> bodies.putIfAbsent(body, frame.line()));
        }
        return FileChanges.of(sources, request.frames(), creation, bodies, uses.calls());
    }
}
