package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.IfStmt;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.AddedClass;
import dev.perfhint.source.edit.Detour;
import dev.perfhint.source.edit.FileMethods;
import dev.perfhint.source.edit.FileUses;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Opens a buffered subclass of {@code RandomAccessFile}, in a new file beside the user's class, where the plain one is
 * opened.
 *
 * <p>Calls of methods that pass by the overrides go through the added class. Refused where code without source may make
 * such calls: {@code readLine} reads past the buffer on JDK 25, {@code writeBytes(String)} and {@code writeChars} write
 * past it on all. A class of the user that extends the plain one is made to extend the added one.
 */
final class RandomAccessBuffer {
    private static final String CLASS_NAME = "BufferedRandomAccessFile";
    private static final String PLAIN = "java.io.RandomAccessFile";
    private static final int MIN_BYTES_A_CALL = 64;
    /** Calls in the text that a block can serve together where none stands in a loop. */
    private static final int MIN_CALLS = 3;
    private RandomAccessBuffer() {}

    static Optional<Plan> plan(Match match) {
        return match.stream().filter(stream -> !isOnChannel(match))
                .flatMap(stream -> plan(match.sources(), stream, match.tracing().repeated()));
    }

    /** A channel bypasses the buffer of its file. */
    private static boolean isOnChannel(Match match) {
        return match.call().filter(MethodCallExpr.class::isInstance)
                .flatMap(call -> ((MethodCallExpr) call).getScope())
                .filter(scope -> Resolver.of(match.sources()).isSubtype(scope, "java.nio.channels.Channel"))
                .isPresent();
    }

    private static Optional<Plan> plan(Sources sources, TracedStream stream, boolean repeated) {
        boolean kept = stream.holders().stream().anyMatch(holder -> holder.kind() == Holder.Kind.FIELD);
        List<ObjectCreationExpr> creations = Stream.concat(
                        Stream.of(stream.creation()), stream.others().stream().map(TracedStream.Located::expression))
                .filter(each -> isPlain(sources, each)).map(ObjectCreationExpr.class::cast).toList();
        if (stream.boundary() || creations.isEmpty()) {
            return stream.boundary() ? Plan.none() : ofSubclass(sources, stream.creation());
        }
        FileUses uses = FileUses.of(sources, FileMethods.RANDOM_ACCESS, creations);
        if (!repeated && !kept && uses.calls().size() < MIN_CALLS
                || creations.size() == 1 && (uses.isUsedOnce(creations.get(0))
                        || uses.detours().stream().anyMatch(each -> isAtOnce(each, creations.get(0), uses)))) {
            return Plan.none();
        }
        Set<String> obstacles = new LinkedHashSet<>(uses.obstacles());
        Set<String> packages = uses.detours().stream().map(detour -> AddedClass.packageOf(detour.call()))
                .collect(Collectors.toCollection(TreeSet::new));
        boolean apart = creations.stream().anyMatch(each -> packages.stream()
                .anyMatch(name -> !name.equals(AddedClass.packageOf(each))));
        if (apart && (packages.size() > 1 || packages.contains(""))) {
            uses.detours().forEach(detour -> obstacles.add(detour.call().getNameAsString()
                    + " is called in another package, line " + detour.call().getBegin().orElseThrow().line + " of "
                    + SourceFile.of(detour.call()).path().getFileName()));
        }
        boolean writes = uses.writes() && !creations.stream().allMatch(each -> isReadOnly(sources, each));
        if (writes && !uses.closes()) {
            obstacles.add(
                    "the file is written and never closed in the analyzed code: buffered bytes would be " + "lost");
        }
        return obstacles.isEmpty()
                ? plan(sources, creations, uses, writes, apart)
                : Optional.of(Plan.sketch("open a buffered subclass of RandomAccessFile instead",
                        creations.stream()
                                .map(each -> SourceFile.of(each).replace(each.getType(), CLASS_NAME)).toList(),
                        obstacles.toArray(String[]::new)));
    }

    /** Returns whether the code that opens the file gives its block up before anything is read or written. */
    private static boolean isAtOnce(Detour detour, Node creation, FileUses uses) {
        Node body = Enclosing.body(creation).orElse(creation);
        boolean always = Enclosing.around(detour.call()).takeWhile(up -> up != body)
                .noneMatch(up -> up instanceof IfStmt || up instanceof CatchClause || up instanceof NodeWithBody<?>);
        return detour.releases() && always && Enclosing.isIn(detour.call(), body)
                && Enclosing.body(detour.call()).filter(each -> each == body).isPresent()
                && uses.calls().stream().filter(each -> each != detour.call() && Enclosing.isIn(each, body))
                        .noneMatch(each -> each.getBegin().orElseThrow()
                                .isBefore(detour.call().getBegin().orElseThrow()));
    }

    private static boolean isPlain(Sources sources, Expression value) {
        return value instanceof ObjectCreationExpr creation
                && creation.getAnonymousClassBody().isEmpty()
                && creation.getArguments().size() == 2
                && Resolver.of(sources).className(creation).filter(PLAIN::equals).isPresent();
    }

    /** A class of the user that extends the plain class, and overrides nothing of it but how it is closed. */
    private static Optional<Plan> ofSubclass(Sources sources, Expression value) {
        Resolver resolver = Resolver.of(sources);
        Optional<TypeElement> type = value instanceof ObjectCreationExpr creation
                ? resolver.type(creation.getType()).flatMap(resolver::classOf) : Optional.empty();
        Optional<ClassOrInterfaceDeclaration> own = type.flatMap(resolver::declaration)
                .filter(ClassOrInterfaceDeclaration.class::isInstance).map(ClassOrInterfaceDeclaration.class::cast)
                .filter(each -> each.getExtendedTypes().size() == 1
                        && resolver.className(each.getExtendedTypes(0)).filter(PLAIN::equals).isPresent())
                .filter(each -> type.get().getEnclosedElements().stream()
                        .noneMatch(member -> overrides(resolver, member, type.get())));
        Optional<List<Node>> made = own.flatMap(each -> objects(sources, type.get()));
        if (made.isEmpty()) {
            return Plan.none();
        }
        List<ObjectCreationExpr> creations = made.get().stream()
                .filter(ObjectCreationExpr.class::isInstance).map(ObjectCreationExpr.class::cast).toList();
        FileUses uses = FileUses.of(sources, FileMethods.RANDOM_ACCESS, creations, own.get());
        boolean plain = creations.stream().allMatch(each -> each.getAnonymousClassBody().isEmpty());
        Node parent = own.get().getExtendedTypes(0);
        SourceFile file = SourceFile.of(parent);
        Optional<List<Edit>> addition = new AddedClass(CLASS_NAME).beside(sources, file, false);
        boolean writes = uses.writes();
        if (!plain || addition.isEmpty() || !uses.obstacles().isEmpty() || !uses.detours().isEmpty()
                || writes && !uses.closes()) {
            return Plan.none();
        }
        List<Edit> edits = new ArrayList<>(addition.get());
        edits.add(file.replace(parent, CLASS_NAME));
        List<Hazard> reasons = new ArrayList<>(uses.hazards());
        reasons.add(Hazard.at(HazardKind.TYPE, parent, "every " + type.get().getSimpleName()
                + " gets a buffer, which readLine, writeBytes and writeChars in other code bypass"));
        return Optional.of(planned("let " + type.get().getSimpleName() + " extend a " + CLASS_NAME
                + ", an added class, instead of RandomAccessFile", edits, reasons)
                .holding(writes ? Plan.Holding.OUTPUT : Plan.Holding.INPUT, List.of()));
    }

    private static boolean overrides(Resolver resolver, Element member, TypeElement type) {
        return member instanceof ExecutableElement method && !method.getSimpleName().contentEquals("close")
                && resolver.classNamed(PLAIN).stream()
                        .flatMap(plain -> ElementFilter.methodsIn(plain.getEnclosedElements()).stream())
                        .anyMatch(each -> resolver.elements().overrides(method, each, type));
    }

    /** Returns the calls of the class's constructors; empty where a subclass or a reference may make an object too. */
    private static Optional<List<Node>> objects(Sources sources, TypeElement type) {
        List<Node> made = new ArrayList<>();
        for (ExecutableElement constructor : ElementFilter.constructorsIn(type.getEnclosedElements())) {
            Optional<List<Node>> calls = Callers.of(sources).of(constructor);
            if (calls.isEmpty()) {
                return calls;
            }
            made.addAll(calls.get());
        }
        boolean known = Callers.of(sources).below(type).filter(List::isEmpty).isPresent() && made.stream()
                .allMatch(each -> each instanceof ObjectCreationExpr
                        || each instanceof ExplicitConstructorInvocationStmt);
        return known ? Optional.of(made) : Optional.empty();
    }

    /** What is written to such a file fails at once, in the added class too. */
    private static boolean isReadOnly(Sources sources, ObjectCreationExpr creation) {
        return Resolver.of(sources).isConstant(creation.getArgument(1), "r");
    }

    private static Optional<Plan> plan(Sources sources, List<ObjectCreationExpr> creations, FileUses uses,
            boolean writes, boolean apart) {
        List<Edit> edits = new ArrayList<>();
        AddedClass added = new AddedClass(CLASS_NAME, size(sources, creations, uses));
        // where other code than that which opens the file calls what passes by it, the class goes there
        Optional<SourceFile> home = Optional.of(apart).filter(Boolean::booleanValue)
                .map(it -> SourceFile.of(uses.detours().get(0).call()));
        Imports imports = new Imports(sources);
        Set<Path> folders = new LinkedHashSet<>();
        for (ObjectCreationExpr creation : creations) {
            SourceFile file = SourceFile.of(creation);
            SourceFile beside = home.orElse(file);
            boolean imported = !AddedClass.packageOf(beside.unit()).equals(AddedClass.packageOf(creation));
            edits.add(file.replace(creation.getType(), imported
                    ? imports.name(file, creation, AddedClass.packageOf(beside.unit()) + "." + CLASS_NAME)
                    : CLASS_NAME));
            if (!folders.add(beside.path().getParent())) {
                continue;
            }
            Optional<List<Edit>> addition = added.beside(sources, beside, home.isPresent());
            if (addition.isEmpty()) {
                return Plan.none();
            }
            edits.addAll(addition.get());
        }
        edits.addAll(imports.edits());
        uses.detours().forEach(detour -> edits.addAll(detour.edits(CLASS_NAME)));
        List<Hazard> reasons = new ArrayList<>(uses.hazards());
        if (writes) {
            uses.detours().forEach(detour -> detour.doubt().ifPresent(reasons::add));
            reasons.add(Hazard.at(HazardKind.LATE, creations.get(0),
                    "an error of a write may come with a later call or with close()"));
        }
        Plan plan = planned("open the file as a " + CLASS_NAME
                + ", an added class, where the RandomAccessFile is created", edits, reasons);
        return Optional.of(plan.holding(writes ? Plan.Holding.OUTPUT : Plan.Holding.BUFFER, List.of()));
    }

    private static AddedClass.Size size(Sources sources, List<ObjectCreationExpr> creations, FileUses uses) {
        if (!uses.detours().isEmpty()) {
            return AddedClass.Size.WHOLE;
        }
        boolean known = !uses.writes() && uses.hazards().isEmpty();
        return known || creations.stream().allMatch(each -> isReadOnly(sources, each))
                ? AddedClass.Size.READ : AddedClass.Size.WRITE;
    }

    private static Plan planned(String title, List<Edit> edits, List<Hazard> reasons) {
        return new Plan(title, edits, reasons, reasons.isEmpty() ? Applicability.SAFE : Applicability.UNSAFE,
                Effect.bytes(MIN_BYTES_A_CALL, Effect.DEFAULT_BUFFER_BYTES));
    }
}
