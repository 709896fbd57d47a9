package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.ProofRequest;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
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
        return subclasses.judge(extended -> verdict(request, Prover.examine(new Subject(stream.file().unit(),
                stream.creation(), others, request.repair(),
                name -> request.sources().find(name).map(SourceFile::unit),
                extended, List.copyOf(users), request.sources().options().classpath()))));
    }

    private static Verdict verdict(ProofRequest request, Outcome outcome) {
        SourceFile file = request.stream().file();
        List<Edit> edits = outcome.flushes().stream().map(f -> edit(file, f)).toList();
        List<Guard> guards = new ArrayList<>();
        for (OwnGuard each : outcome.guards()) {
            if (each != OwnGuard.NO_OBSERVER) {
                Guard guard = outcome.doubted().contains(each) ? Guard.doubted(each.kind(), each.text())
                        : Guard.proven(each.kind(), each.text());
                guards.add(guard.at(file.path(), Doubts.line(request.stream().creation())));
            }
        }
        guards.addAll(surroundings(request, outcome));
        List<String> reasons = new ArrayList<>(outcome.reasons());
        Applicability applicability = outcome.applicability();
        for (Guard guard : guards) {
            if (guard.state() == Guard.State.ASSUMED && !guard.accepted()) {
                applicability = applicability.and(Applicability.UNSAFE);
                reasons.add("not assumed: " + guard.text());
            }
        }
        return new Verdict(applicability, reasons, guards, outcome.inspected(), edits);
    }

    private static List<Guard> surroundings(ProofRequest request, Outcome outcome) {
        Set<GuardKind> doubted = outcome.doubted().contains(OwnGuard.NO_OBSERVER)
                ? Set.of(GuardKind.NO_OBSERVER) : Set.of();
        Optional<String> constant = Target.path(request.stream().creation())
                .filter(Expression::isStringLiteralExpr)
                .map(path -> path.asStringLiteralExpr().asString());
        String subject = constant.map(path -> path.substring(path.lastIndexOf('/') + 1)).orElse("the file");
        Surroundings surroundings = new Surroundings(subject, constant.isPresent(), true, false, 8192);
        return switch (request.repair()) {
            case BUFFER_FILE_OUTPUT, BUFFER_PRINT_STREAM -> surroundings.ofOutput(request.assumptions(), doubted,
                    request.stream().file().path(), Doubts.line(request.stream().creation()));
            case BUFFER_FILE_INPUT -> surroundings.ofInput(request.assumptions(), doubted,
                    request.stream().file().path(), Doubts.line(request.stream().creation()));
            default -> List.of();
        };
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
