package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks for code in view that may change a file while it is read through a class that the fix adds. */
public final class FileChanges {
    private FileChanges() {}

    /**
     * Returns a line for each doubt.
     *
     * @param bodies the code that uses the file, with the line behind which it runs with the file open
     * @param calls those that go to the file itself, by the object that the fix replaces
     */
    public static List<String> of(Sources sources, List<CallSite> frames, Expression creation,
            Map<Node, Integer> bodies, Set<Node> calls) {
        Doubts doubts = new Doubts(SourceFile.of(creation).unit());
        LibraryUse library = new LibraryUse(LibraryClasses.of(sources), sources,
                StreamPolicy.FILE_INPUT);
        TypestateRun run = new TypestateRun(EnclosingCode.home(creation), sources, StreamPolicy.FILE_INPUT, doubts,
                new FlushPlan(), library, false, false, WholeProgram.of(sources, frames), List.of(creation), Set.of(),
                Set.of());
        run.spared.addAll(calls);
        Set<CompilationUnit> view = TypestateRun.identitySet();
        bodies.forEach((body, line) -> {
            body.findCompilationUnit().ifPresent(view::add);
            body.findAll(Expression.class, e -> e.isMethodCallExpr() || e.isObjectCreationExpr()).stream()
                    .filter(e -> mayFollow(e, line, body)).forEach(run.held::add);
        });
        Optional<Set<CompilationUnit>> callers = Callers.view(sources, creation, frames);
        callers.ifPresent(view::addAll);
        if (callers.isEmpty()) {
            doubts.add(GuardKind.UNCHANGED_INPUT, creation, "more files lead here than are looked through");
        }
        ObserverCheck.check(run, Target.path(creation), view);
        return doubts.lines();
    }

    /** Returns whether the call may run after the line: it stands behind it, or a loop holds both. */
    private static boolean mayFollow(Expression call, int line, Node body) {
        if (Doubts.line(call) > line) {
            return true;
        }
        for (Node node = call; node != body && node.getParentNode().isPresent(); node = node.getParentNode().get()) {
            if (node instanceof Statement s && LongWork.isLoop(s) && s.getEnd().orElseThrow().line >= line) {
                return true;
            }
        }
        return false;
    }
}
