package dev.perfhint.source.edit;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Guard;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.proof.ConstantValues;
import dev.perfhint.source.proof.WholeProgram;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Opens a buffered subclass of {@code RandomAccessFile}, in a new file beside the user's class, where the plain one is
 * opened.
 *
 * <p>Calls of methods that pass by the overrides go through the added class. Refused where code without source may make
 * such calls: {@code readLine} reads past the buffer on JDK 25, {@code writeBytes(String)} and {@code writeChars} write
 * past it on all.
 */
final class RandomAccessBuffer {
    private static final String CLASS_NAME = "BufferedRandomAccessFile";
    private static final int MIN_BYTES_A_CALL = 64;
    /** Calls in the text that a block can serve together where none stands in a loop. */
    private static final int MIN_CALLS = 3;
    private static final String USES =
            "every use of the file in the sources goes through a method of the subclass";

    private RandomAccessBuffer() {}

    static Optional<Plan> plan(Sources sources, FixRequest request, TracedStream stream, boolean repeated) {
        boolean kept = stream.holders().stream().anyMatch(holder -> holder.kind() == Holder.Kind.FIELD);
        List<ObjectCreationExpr> creations = Stream.concat(
                        Stream.of(stream.creation()), stream.others().stream().map(TracedStream.Located::expression))
                .filter(each -> isPlain(sources, each))
                .map(ObjectCreationExpr.class::cast)
                .toList();
        if (stream.boundary() || creations.isEmpty()) {
            return Plan.none();
        }
        FileUses uses = FileUses.of(sources, FileMethods.RANDOM_ACCESS,
                WholeProgram.of(sources, request.frames()), creations);
        if (!repeated && !kept && uses.calls().size() < MIN_CALLS) {
            return Plan.none();
        }
        Set<String> obstacles = new LinkedHashSet<>(uses.obstacles());
        uses.detours().stream()
                .filter(detour -> creations.stream()
                        .anyMatch(each -> !AddedClass.packageOf(each).equals(AddedClass.packageOf(detour.call()))))
                .forEach(detour ->
                        obstacles.add(detour.call().getNameAsString() + " is called in another package, line "
                        + detour.call().getBegin().orElseThrow().line + " of "
                        + SourceFile.of(detour.call()).path().getFileName()));
        boolean writes = uses.writes() && !creations.stream().allMatch(each -> isReadOnly(sources, each));
        if (writes && !uses.closes()) {
            obstacles.add(
                    "the file is written and never closed in the code in view: what the buffer holds would be lost");
        }
        return obstacles.isEmpty()
                ? plan(sources, request, creations, uses, writes)
                : Optional.of(Plan.sketch("open a buffered subclass of RandomAccessFile in place of it",
                        creations.stream()
                                .map(each -> SourceFile.of(each).replace(each.getType(), CLASS_NAME))
                                .toList(),
                        obstacles.toArray(String[]::new)));
    }

    private static boolean isPlain(Sources sources, Expression value) {
        return value instanceof ObjectCreationExpr creation
                && creation.getAnonymousClassBody().isEmpty()
                && creation.getArguments().size() == 2
                && Resolver.of(sources).className(creation).filter("java.io.RandomAccessFile"::equals).isPresent();
    }

    /** What is written to such a file fails at once, in the added class too. */
    private static boolean isReadOnly(Sources sources, ObjectCreationExpr creation) {
        return ConstantValues.is(sources, creation.getArgument(1), "r");
    }

    private static Optional<Plan> plan(Sources sources, FixRequest request, List<ObjectCreationExpr> creations,
            FileUses uses, boolean writes) {
        List<Edit> edits = new ArrayList<>();
        Set<Path> folders = new LinkedHashSet<>();
        for (ObjectCreationExpr creation : creations) {
            SourceFile file = SourceFile.of(creation);
            edits.add(file.replace(creation.getType(), CLASS_NAME));
            if (!folders.add(file.path().getParent())) {
                continue;
            }
            Optional<List<Edit>> addition = new AddedClass(CLASS_NAME).beside(sources, file);
            if (addition.isEmpty()) {
                return Plan.none();
            }
            edits.addAll(addition.get());
        }
        uses.detours().forEach(detour -> edits.addAll(detour.edits(CLASS_NAME)));
        ObjectCreationExpr creation = creations.get(0);
        SourceFile file = SourceFile.of(creation);
        List<Guard> guards = writes
                ? ofWriting(request, uses)
                : ofReading(sources, request, creation, uses);
        List<String> reasons = new ArrayList<>();
        for (Guard guard : guards) {
            if (!guard.holds()) {
                reasons.add(guard.state() == Guard.State.ASSUMED ? "not assumed: " + guard.text() : guard.text());
            }
        }
        return Optional.of(new Plan(
                "open the file as a " + CLASS_NAME + ", which is added, where the RandomAccessFile is created",
                edits,
                reasons,
                reasons.isEmpty() ? Applicability.SAFE : Applicability.UNSAFE,
                List.of(USES),
                Effect.bytes(MIN_BYTES_A_CALL, Effect.DEFAULT_BUFFER_BYTES),
                guards.stream().map(guard -> guard.file().isPresent() ? guard
                        : guard.at(file.path(), creation.getBegin().orElseThrow().line)).toList()));
    }

    private static List<Guard> ofReading(
            Sources sources, FixRequest request, ObjectCreationExpr creation, FileUses uses) {
        List<Guard> guards = new ArrayList<>(ofUses(uses));
        List<String> changes = InputChanges.of(sources, request, creation, uses);
        changes.forEach(each -> guards.add(Guard.doubted(GuardKind.UNCHANGED_INPUT, each)));
        if (changes.isEmpty()) {
            guards.add(assumed(GuardKind.UNCHANGED_INPUT, "nobody changes the file while it is read", request));
        }
        guards.add(assumed(GuardKind.REGULAR_FILE, "the file is a regular one, no device or pipe", request));
        return guards;
    }

    private static List<Guard> ofWriting(FixRequest request, FileUses uses) {
        List<Guard> guards = new ArrayList<>(ofUses(uses));
        uses.detours().stream()
                .flatMap(detour -> detour.doubt().stream())
                .map(doubt -> Guard.doubted(GuardKind.NO_ALIAS, doubt))
                .forEach(guards::add);
        guards.add(Guard.doubted(GuardKind.SAME_ERRORS, "an error of a write may come with a later call or close"));
        guards.add(Guard.doubted(GuardKind.CLOSED, "it is not proven that the file is closed on every path"));
        guards.add(assumed(GuardKind.NO_OBSERVER, "nobody reads the file before it is closed", request));
        guards.add(assumed(GuardKind.REGULAR_FILE, "the file is a regular one, no device or pipe", request));
        guards.add(assumed(GuardKind.NO_CRASH, "the program does not die while up to " + Effect.DEFAULT_BUFFER_BYTES
                + " bytes are in the buffer", request));
        return guards;
    }

    private static List<Guard> ofUses(FileUses uses) {
        return uses.doubts().isEmpty()
                ? List.of(Guard.proven(GuardKind.NO_ALIAS, USES))
                : uses.doubts().stream().map(doubt -> Guard.doubted(GuardKind.NO_ALIAS, doubt)).toList();
    }

    private static Guard assumed(GuardKind kind, String text, FixRequest request) {
        boolean accepted = request.assumptions().accepts(kind, false);
        return new Guard(kind, Guard.State.ASSUMED, text, accepted, Optional.empty(), 0);
    }
}
