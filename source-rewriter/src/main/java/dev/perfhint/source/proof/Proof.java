package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Edit;
import dev.perfhint.source.ProofRequest;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Answers the fixer's question whether a repair is safe, for a stream that the tracer found. */
public final class Proof {
    private Proof() {}

    public static Verdict prove(ProofRequest request) {
        TracedStream stream = request.stream();
        if (stream.boundary()) {
            return unproven("the stream comes from code that cannot be seen: who else uses or closes it is unknown");
        }
        Set<CompilationUnit> users = new LinkedHashSet<>();
        for (CallSite frame : request.frames()) {
            request.sources().find(frame.className()).ifPresent(file -> users.add(file.unit()));
        }
        List<Expression> others = stream.others().stream()
                .filter(o -> o.file() == stream.file())
                .map(TracedStream.Located::expression)
                .toList();
        if (others.size() < stream.others().size()) {
            return unproven("the stream is created in several files");
        }
        Subclasses subclasses = new Subclasses(request.sources()::mayBeExtended, request.ceiling());
        return subclasses.judge(extended -> verdict(stream.file(), Prover.examine(new Subject(stream.file().unit(),
                stream.creation(), others, request.repair(),
                name -> request.sources().find(name).map(SourceFile::unit),
                extended, List.copyOf(users), request.sources().options().classpath()))));
    }

    private static Verdict verdict(SourceFile file, Outcome outcome) {
        List<Edit> edits = outcome.flushes().stream().map(f -> edit(file, f)).toList();
        return new Verdict(outcome.applicability(), outcome.reasons(), outcome.proven(), outcome.inspected(), edits);
    }

    private static Verdict unproven(String reason) {
        return new Verdict(Applicability.UNSAFE, List.of(reason), List.of(), List.of(), new ArrayList<>());
    }

    private static Edit edit(SourceFile file, FlushPoint point) {
        String indent = file.indent(point.anchor());
        return point.before()
                ? file.insert(file.start(point.anchor()), point.statement() + file.lineEnd() + indent)
                : file.insert(file.end(point.anchor()), file.lineEnd() + indent + point.statement());
    }
}
