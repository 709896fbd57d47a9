package dev.perfhint.source.form;

import com.github.javaparser.ast.ArrayCreationLevel;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.flow.ValueIndex;
import dev.perfhint.source.hazard.PieceHazards;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.CallSizes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * Gives a copy loop a larger array: where it is created, where the constant is declared that all its sizes come from,
 * or where a constructor is given the size.
 *
 * <p>Only for arrays that are filled by {@code read} and handed on with a length; never called safe, since the loop
 * sees larger pieces.
 *
 * @param parameters those that callers set an array's size by
 */
record CopyArray(
        Sources sources, Resolver resolver, Statement loop, List<ArrayCreationExpr> arrays,
        Set<VariableElement> holders, Set<VariableElement> parameters) {
    private static final int LARGE_BYTES = 65536;
    private static final int SMALL_BYTES = 8192;
    private static final int MAX_CALLS = 4;
    private static final Set<String> FILLED_OR_READ = Set.of("read", "write", "update");

    /** Plans from the recorded call, {@code in.read(buffer)} or {@code out.write(buffer, 0, length)}, in the loop. */
    static Optional<Plan> plan(Sources sources, FixRequest request, MethodCallExpr call, Statement loop) {
        List<CallSite> own = request.frames().stream()
                .dropWhile(frame -> sources.find(frame.className()).isEmpty()).toList();
        List<ArrayCreationExpr> arrays = own.isEmpty() ? List.of()
                : new CallSizes(sources).arrays(own, call.getNameAsString());
        return arrays.isEmpty() ? Plan.none()
                : new CopyArray(sources, Resolver.of(sources), loop, arrays, new LinkedHashSet<>(),
                        new LinkedHashSet<>()).plan(call);
    }

    private Optional<Plan> plan(MethodCallExpr call) {
        resolver.variable(call.getArgument(0)).ifPresent(holders::add);
        arrays.forEach(array -> holder(array).ifPresent(holders::add));
        Set<Edit> edits = new LinkedHashSet<>();
        String title = "give the copy loop an array of " + LARGE_BYTES + " bytes";
        for (ArrayCreationExpr array : arrays) {
            Expression size = array.getLevels().get(0).getDimension().orElseThrow();
            List<Expression> small = sizes(size, 0).stream()
                    .filter(each -> bytes(each).filter(bytes -> bytes < SMALL_BYTES).isPresent()).toList();
            if (small.isEmpty()) {
                return Plan.none();
            }
            for (Expression changed : small) {
                Optional<VariableElement> constant = changed.getParentNode().flatMap(resolver::variable)
                        .filter(it -> it.getKind().isField());
                if (comparesWith(bytes(changed).orElseThrow()) || changed == size
                        && resolver.variable(size).filter(named -> isNamedIn(loop, named)).isPresent()) {
                    return shown(call);
                }
                if (constant.isPresent()) {
                    title = "make " + constant.get().getSimpleName() + ", the size of the copy loop's array, "
                            + LARGE_BYTES;
                }
                edits.add(SourceFile.of(changed).replace(changed, String.valueOf(LARGE_BYTES)));
            }
        }
        boolean handedOn = holders.stream()
                .flatMap(holder -> resolver.uses(holder).stream()).allMatch(this::isHandedOn);
        return handedOn
                ? Optional.of(new Plan(title, new ArrayList<>(edits),
                        new PieceHazards(resolver, loop, holders, LARGE_BYTES).find(call), Applicability.UNSAFE))
                : shown(call);
    }

    /**
     * Returns the expressions that give an array its size: the size itself, the value of a constant, what callers of a
     * constructor pass for its parameter; none where that is unknown.
     */
    private List<Expression> sizes(Expression size, int depth) {
        Optional<VariableElement> named = resolver.variable(size);
        Optional<Expression> declared = named.flatMap(this::onlySizes);
        List<Expression> assigned = named.filter(it -> declared.isEmpty() && depth < MAX_CALLS)
                .map(this::assigned).orElse(List.of());
        if (!assigned.isEmpty()) {
            return assigned.stream().flatMap(each -> sizes(each, depth + 1).stream()).toList();
        }
        if (declared.isPresent() || named.isEmpty() || named.get().getKind() != ElementKind.PARAMETER) {
            Expression changed = declared.orElse(size);
            return bytes(changed).isPresent() ? List.of(changed) : List.of();
        }
        return passed(named.get(), depth);
    }

    private List<Expression> passed(VariableElement parameter, int depth) {
        ExecutableElement method = (ExecutableElement) parameter.getEnclosingElement();
        int index = method.getParameters().indexOf(parameter);
        if (depth > MAX_CALLS || !isNeverAssigned(parameter)
                || !resolver.uses(parameter).stream().allMatch(this::isSizeOfBuffer)) {
            return List.of();
        }
        parameters.add(parameter);
        return Callers.of(sources).of(method).stream().flatMap(List::stream)
                .map(Callers::arguments)
                .filter(arguments -> index < arguments.size())
                .flatMap(arguments -> sizes(arguments.get(index), depth + 1).stream()).toList();
    }

    /** Returns what a private field is set to that only sizes of buffers use. */
    private List<Expression> assigned(VariableElement field) {
        Optional<Node> declared = resolver.declaration(field)
                .filter(it -> field.getModifiers().contains(Modifier.PRIVATE) && initial(field).isEmpty());
        parameters.add(field);
        boolean only = declared.isPresent() && resolver.uses(field).stream().allMatch(use -> isSizeOfBuffer(use)
                || isTarget(use) || use.getParentNode().filter(this::isTarget).isPresent());
        return !only ? List.of() : ValueIndex.of(sources).assignments(declared.get()).stream()
                .map(AssignExpr::getValue)
                .flatMap(value -> ValueIndex.passedOn(value).isEmpty() ? Stream.of(value)
                        : ValueIndex.passedOn(value).stream()).toList();
    }

    private boolean isTarget(Node use) {
        return use.getParentNode().filter(parent -> parent instanceof AssignExpr assign && assign.getTarget() == use)
                .isPresent();
    }

    private Optional<Long> bytes(Expression size) {
        return resolver.constant(size)
                .or(() -> resolver.variable(size).filter(this::isNeverAssigned).flatMap(this::initial)
                        .flatMap(resolver::constant))
                .filter(Number.class::isInstance).map(value -> ((Number) value).longValue());
    }

    private Optional<Plan> shown(MethodCallExpr call) {
        List<Edit> edits = arrays.stream()
                .map(array -> array.getLevels().get(0).getDimension().orElseThrow())
                .map(size -> SourceFile.of(size).replace(size, String.valueOf(LARGE_BYTES))).distinct().toList();
        return Optional.of(Plan.sketch("copy in larger blocks" + Lines.insteadOf(call), edits,
                "the loop inspects the blocks: its work may depend on their size"));
    }

    /** Returns the variable that a new array is assigned to. */
    private Optional<VariableElement> holder(ArrayCreationExpr array) {
        Node parent = array.getParentNode().orElseThrow();
        return parent instanceof VariableDeclarator declared ? resolver.variable(declared)
                : parent instanceof AssignExpr assign ? resolver.variable(assign.getTarget()) : Optional.empty();
    }

    /** Returns whether a use fills the array, hands on a part of it, or hands it to the method whose loop it is for. */
    private boolean isHandedOn(Expression use) {
        Node parent = use.getParentNode().orElseThrow();
        if (parent instanceof FieldAccessExpr length && length.getScope() == use) {
            return length.getNameAsString().equals("length") && isArgument(length);
        }
        if (parent instanceof AssignExpr assign) {
            return assign.getTarget() == use;
        }
        if (!(parent instanceof MethodCallExpr call) || !isArgument(use)) {
            return false;
        }
        boolean own = resolver.calledMethod(call).isPresent();
        boolean part = call.getArguments().size() == 3 || call.getNameAsString().equals("read");
        return own
                ? holders.contains(resolver.method(call).orElseThrow().getParameters()
                        .get(Enclosing.indexOf(call.getArguments(), use)))
                : call.getArgument(0) == use && part && FILLED_OR_READ.contains(call.getNameAsString())
                        && resolver.method(call).filter(resolver::isPlatform).isPresent();
    }

    private static boolean isArgument(Expression e) {
        return Enclosing.parent(e, MethodCallExpr.class)
                .filter(call -> Enclosing.indexOf(call.getArguments(), e) >= 0).isPresent();
    }

    /** Returns whether the loop asks if a piece has just the size of the array: a block, or the last one. */
    private boolean comparesWith(long bytes) {
        return !loop.findAll(BinaryExpr.class, each -> isSize(each.getLeft(), bytes) || isSize(each.getRight(), bytes))
                .isEmpty();
    }

    private boolean isSize(Expression e, long bytes) {
        return resolver.constant(e).filter(value -> value instanceof Number number && number.longValue() == bytes)
                .isPresent();
    }

    private boolean isNamedIn(Node code, VariableElement constant) {
        return resolver.usesIn(SourceFile.of(code), constant).stream().anyMatch(use -> Enclosing.isAround(code, use));
    }

    /** Returns the initialiser of a constant that only sizes of buffers use, and no code outside the sources. */
    private Optional<Expression> onlySizes(VariableElement constant) {
        Optional<Expression> value = initial(constant)
                .filter(initial -> Enclosing.isField(initial.getParentNode().orElseThrow()))
                .filter(initial -> resolver.constant(initial).isPresent());
        Set<Modifier> modifiers = constant.getModifiers();
        if (value.isEmpty() || modifiers.contains(Modifier.PUBLIC) || modifiers.contains(Modifier.PROTECTED)
                || !modifiers.contains(Modifier.FINAL)) {
            return Optional.empty();
        }
        List<Expression> uses = new ArrayList<>(resolver.uses(constant));
        if (!modifiers.contains(Modifier.PRIVATE)) {
            sources.naming(constant.getSimpleName().toString()).stream()
                    .filter(file -> file != SourceFile.of(value.get()))
                    .forEach(file -> uses.addAll(resolver.usesIn(file, constant)));
        }
        return uses.stream().allMatch(this::isSizeOfBuffer) ? value : Optional.empty();
    }

    /** A size that is set elsewhere is a setting. */
    private boolean isNeverAssigned(VariableElement variable) {
        return resolver.declaration(variable)
                .filter(declared -> ValueIndex.of(sources).assignments(declared).isEmpty()).isPresent();
    }

    private Optional<Expression> initial(VariableElement variable) {
        return resolver.declaration(variable)
                .filter(VariableDeclarator.class::isInstance)
                .flatMap(declared -> ((VariableDeclarator) declared).getInitializer());
    }

    private boolean isSizeOfBuffer(Expression use) {
        Node parent = use.getParentNode().orElseThrow();
        if (parent instanceof ConditionalExpr choice && choice.getCondition() != use) {
            return isSizeOfBuffer(choice);
        }
        if (parent instanceof AssignExpr assign && assign.getValue() == use) {
            return resolver.variable(assign.getTarget()).filter(parameters::contains).isPresent();
        }
        List<Expression> given = Callers.arguments(parent);
        int position = Enclosing.indexOf(given, use);
        boolean passedOn = position >= 0 && resolver.method(parent)
                .filter(method -> position < method.getParameters().size()
                        && parameters.contains(method.getParameters().get(position))).isPresent();
        if (passedOn) {
            return true;
        }
        if (parent instanceof ArrayCreationLevel level) {
            ArrayCreationExpr array = (ArrayCreationExpr) level.getParentNode().orElseThrow();
            return arrays.stream().anyMatch(each -> each == array)
                    || holder(array).filter(other -> resolver.uses(other).stream().allMatch(this::isHandedOn))
                            .isPresent();
        }
        if (parent instanceof ObjectCreationExpr stream) {
            return resolver.isSubtype(stream, "java.io.BufferedInputStream")
                    || resolver.isSubtype(stream, "java.io.BufferedOutputStream");
        }
        return parent instanceof MethodCallExpr call && call.getNameAsString().equals("read")
                && call.getArguments().size() == 3 && call.getArgument(2) == use
                && resolver.variable(call.getArgument(0)).filter(holders::contains).isPresent();
    }
}
