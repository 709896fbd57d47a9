package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.edit.AddedClass;
import dev.perfhint.source.edit.FileMethods;
import dev.perfhint.source.edit.FileUses;
import dev.perfhint.source.edit.MayClose;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;

/**
 * Puts a buffered {@code FileChannel}, in a new file beside the user's class, round a file's channel where it is
 * opened.
 *
 * <p>The added channel overrides every method, so that it may be used as the one inside.
 */
final class ChannelBuffer {
    private static final String CLASS_NAME = "BufferedFileChannel";
    private static final int MIN_BYTES_A_CALL = 64;
    private static final Set<String> OPENERS = Set.of("java.nio.channels.FileChannel", "java.nio.file.Files");
    private static final Set<String> NAMES = Set.of("java.io.File", "java.lang.String");
    private static final String SKETCH = "buffer the small reads and writes of the file's channel";

    private ChannelBuffer() {}

    static Optional<Plan> plan(Match match) {
        return match.stream().flatMap(stream -> plan(match.sources(), stream));
    }

    private static Optional<Plan> plan(Sources sources, TracedStream stream) {
        Resolver resolver = Resolver.of(sources);
        List<Expression> opened = Stream.concat(
                        Stream.of(stream.creation()), stream.others().stream().map(TracedStream.Located::expression))
                .flatMap(each -> channel(resolver, each, stream).stream()).toList();
        if (stream.boundary() || opened.isEmpty() || opened.stream().anyMatch(each -> isBuffered(resolver, each))) {
            return Plan.none();
        }
        FileUses uses = FileUses.of(sources, FileMethods.CHANNEL, opened);
        if (opened.size() == 1 && uses.isUsedOnce(opened.get(0))) {
            return Plan.none();
        }
        boolean reads = opened.stream().allMatch(each -> isReadOnly(resolver, each));
        List<Edit> edits = new ArrayList<>();
        for (Expression each : opened) {
            SourceFile file = SourceFile.of(each);
            edits.add(file.insert(file.start(each), CLASS_NAME + ".over("));
            edits.add(file.insert(file.end(each), ")"));
        }
        Set<String> obstacles = new LinkedHashSet<>();
        for (Expression each : opened) {
            ChannelFile beside = new ChannelFile(sources, each, opening(each), stream, new ArrayList<>());
            beside.obstacle(reads).ifPresent(obstacles::add);
            edits.addAll(beside.edits());
        }
        if (!obstacles.isEmpty()) {
            return Optional.of(Plan.sketch(SKETCH, edits, obstacles.toArray(String[]::new)));
        }
        if (!reads && !closes(sources, stream)) {
            return Optional.of(Plan.sketch(SKETCH, edits,
                    "the channel is written and never closed in the analyzed code: buffered bytes would be "
                            + "lost"));
        }
        if (opened.stream().anyMatch(each -> mayAppend(resolver, each))) {
            return Optional.of(Plan.sketch(SKETCH, edits, "the file is opened to be appended to"));
        }
        for (Expression each : opened) {
            SourceFile file = SourceFile.of(each);
            Optional<List<Edit>> addition = new AddedClass(CLASS_NAME).beside(sources, file, false);
            if (addition.isEmpty()) {
                return Plan.none();
            }
            addition.get().stream().filter(edit -> !edits.contains(edit)).forEach(edits::add);
        }
        List<Hazard> reasons = new ArrayList<>(uses.hazards());
        uses.obstacles().forEach(each -> reasons.add(Hazard.of(HazardKind.BYPASS, each)));
        if (!opened.stream().allMatch(each -> isAlone(resolver, each))) {
            reasons.add(Hazard.at(HazardKind.BYPASS, opened.get(0),
                    "the file is not opened here alone: other code may use its position"));
        }
        if (!reads) {
            reasons.add(Hazard.at(HazardKind.LATE, opened.get(0),
                    "an error of a write may come with a later call or with close()"));
        }
        return Optional.of(new Plan(
                "put a " + CLASS_NAME + ", an added class, where the file's channel is opened", edits,
                reasons, Applicability.UNSAFE, Effect.bytes(MIN_BYTES_A_CALL, Effect.DEFAULT_BUFFER_BYTES))
                .holding(reads ? Plan.Holding.INPUT : Plan.Holding.OUTPUT, List.of()));
    }

    /**
     * Returns the expression whose value is the channel: the creation, or the {@code getChannel()} of what it opens.
     */
    private static Optional<Expression> channel(Resolver resolver, Expression creation, TracedStream stream) {
        if (resolver.isSubtype(creation, "java.nio.channels.SeekableByteChannel")) {
            return Optional.of(creation);
        }
        boolean opens = resolver.isSubtype(creation, "java.io.RandomAccessFile")
                || resolver.isSubtype(creation, "java.io.FileInputStream")
                || resolver.isSubtype(creation, "java.io.FileOutputStream");
        return opens && creation == stream.creation()
                ? stream.wrappers().stream().findFirst()
                        .map(Wrapper::expression)
                        .filter(each -> each instanceof MethodCallExpr call
                                && call.getNameAsString().equals("getChannel")
                                && resolver.isSubtype(each, "java.nio.channels.FileChannel")) : Optional.empty();
    }

    /** Returns whether the channel goes into the added class, or into a method that is not known, at once. */
    private static boolean isBuffered(Resolver resolver, Expression channel) {
        return channel.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getArguments().stream().anyMatch(argument -> argument == channel)
                && resolver.ownerOf(call).filter(owner -> !owner.endsWith(CLASS_NAME)).isEmpty();
    }

    /** Returns what opens the file: the channel's creation, or what its {@code getChannel()} is called on. */
    private static Expression opening(Expression channel) {
        return channel instanceof MethodCallExpr call && call.getNameAsString().equals("getChannel")
                ? call.getScope().orElse(call) : channel;
    }

    /** Returns whether the position of the open file is the channel's alone. */
    private static boolean isAlone(Resolver resolver, Expression channel) {
        Expression opening = opening(channel);
        if (opening instanceof ObjectCreationExpr) {
            return opensByName(resolver, opening);
        }
        if (opening == channel) {
            return resolver.ownerOf(opening).filter(OPENERS::contains).isPresent();
        }
        return resolver.variable(opening).filter(file -> file.getKind() == ElementKind.LOCAL_VARIABLE
                        || file.getKind() == ElementKind.RESOURCE_VARIABLE)
                .filter(file -> resolver.uses(file).stream().allMatch(use -> use == opening
                        || Enclosing.isCalled(use, "close")
                        || Enclosing.parent(use, AssignExpr.class).filter(set -> set.getTarget() == use
                                && opensByName(resolver, set.getValue())).isPresent()))
                .flatMap(resolver::declaration)
                .filter(file -> file instanceof VariableDeclarator declared && declared.getInitializer()
                        .filter(each -> !each.isNullLiteralExpr() && !opensByName(resolver, each)).isEmpty())
                .isPresent();
    }

    /** A descriptor that is given may be another's too. */
    private static boolean opensByName(Resolver resolver, Expression opening) {
        return opening instanceof ObjectCreationExpr creation && !creation.getArguments().isEmpty()
                && resolver.className(creation).filter(type -> type.startsWith("java.io.")).isPresent()
                && resolver.className(creation.getArgument(0)).filter(NAMES::contains).isPresent();
    }

    private static boolean isReadOnly(Resolver resolver, Expression channel) {
        Expression opening = opening(channel);
        if (resolver.isSubtype(opening, "java.io.FileInputStream")) {
            return true;
        }
        if (opening instanceof ObjectCreationExpr creation && creation.getArguments().size() == 2
                && resolver.isSubtype(opening, "java.io.RandomAccessFile")) {
            return resolver.constant(creation.getArgument(1)).filter("r"::equals).isPresent();
        }
        return opening instanceof MethodCallExpr call
                && call.getArguments().size() <= 2
                && call.getArguments().stream().skip(1).allMatch(option -> isOption(resolver, option, "READ"));
    }

    private static boolean isOption(Resolver resolver, Expression argument, String name) {
        return resolver.variable(argument)
                .filter(option -> option.getSimpleName().contentEquals(name)
                        && resolver.className(option.getEnclosingElement().asType())
                                .filter("java.nio.file.StandardOpenOption"::equals).isPresent()).isPresent();
    }

    private static boolean mayAppend(Resolver resolver, Expression channel) {
        Expression opening = opening(channel);
        if (opening instanceof ObjectCreationExpr creation) {
            return resolver.isSubtype(opening, "java.io.FileOutputStream") && creation.getArguments().size() > 1;
        }
        return opening.findAll(Expression.class, each -> isOption(resolver, each, "APPEND")).size() > 0;
    }

    private static boolean closes(Sources sources, TracedStream stream) {
        boolean inside = !Resolver.of(sources).isSubtype(stream.creation(), "java.nio.channels.SeekableByteChannel");
        return stream.holders().stream()
                .filter(holder -> holder.kind() != Holder.Kind.RETURNED && (!inside || holder.wrapped() > 0))
                .anyMatch(holder -> closes(sources, holder.declaration()));
    }

    private static boolean closes(Sources sources, Node declaration) {
        Resolver resolver = Resolver.of(sources);
        return MayClose.isResource(declaration) || resolver.variable(declaration).stream()
                .flatMap(variable -> resolver.uses(variable).stream()).anyMatch(ChannelBuffer::mayBeClosed);
    }

    /** It is closed, or handed to a method that may close it. */
    private static boolean mayBeClosed(Expression name) {
        Expression whole = Enclosing.whole(name);
        Node user = whole.getParentNode().orElseThrow();
        return user instanceof TryStmt
                || user instanceof MethodCallExpr call && (call.getNameAsString().equals("close")
                        || call.getArguments().stream().anyMatch(argument -> argument == whole));
    }
}
