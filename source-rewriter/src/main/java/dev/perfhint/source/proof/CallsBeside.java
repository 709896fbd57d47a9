package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.GuardKind;
import dev.perfhint.source.jdk.JdkEffect;
import dev.perfhint.source.jdk.JdkMethods;
import dev.perfhint.source.jdk.JdkReach;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;

/**
 * Says what a call without source does to the stream's file while bytes are held: by the path that it is given, by the
 * objects that it uses, or by ways that the table of classes does not know. Where it must choose, it doubts.
 */
final class CallsBeside {
    private static final String HELD = " while bytes are in the buffer";
    /** Effects by which what the object is on is neither read nor written. */
    private static final Set<JdkEffect> STILL = EnumSet.of(JdkEffect.QUIET, JdkEffect.OWN, JdkEffect.SAME,
            JdkEffect.WRAPS, JdkEffect.NAMES, JdkEffect.MAKES, JdkEffect.GRANTS, JdkEffect.CLOCK);
    private static final Set<JdkEffect> PASSING = EnumSet.of(JdkEffect.OWN, JdkEffect.SAME, JdkEffect.WRAPS);
    private static final Set<JdkEffect> WRITING = EnumSet.of(JdkEffect.WRITE, JdkEffect.LINE, JdkEffect.INTO,
            JdkEffect.FLUSH, JdkEffect.CHANGES);
    /** Packages by which code is run that is not seen. */
    private static final Set<String> RUNNING = Set.of("java.lang.reflect", "java.lang.invoke", "java.util.spi",
            "javax.tools", "javax.script");
    /** Classes of these that run no code of others. */
    private static final Set<String> NOT_RUNNING = Set.of("java.lang.reflect.Field", "java.lang.reflect.Modifier",
            "java.lang.reflect.Array", "java.lang.reflect.Parameter", "java.lang.reflect.AccessibleObject");
    private static final String MAKER = "java.lang.reflect.Constructor";
    /** An array, from where and how many of its bytes are written. */
    private static final int OF_PART = 3;
    private static final int MAX_GIVEN = 4;
    private static final Set<String> PATHS = Set.of("toPath", "toFile");

    /** A use of what is not seen where it was opened. */
    private record Unseen(Node call, Node object, boolean writing, boolean met) {}

    /** A read from what may be the same file, of which all that is written to the stream comes. */
    private record Copied(MethodCallExpr read, Expression from) {}

    private final TypestateRun run;
    private final Predicate<Node> counts;
    private final Resolver resolver;
    private final SameFile same;
    private final Handles handles;
    private final List<Unseen> unseen = new ArrayList<>();
    private final List<Copied> copied = new ArrayList<>();
    /** The files of the code that was met. */
    private final Set<CompilationUnit> met = TypestateRun.identitySet();
    private boolean runsAny;
    private boolean makesAny;

    CallsBeside(TypestateRun run, SameFile same, NamesInView files, Collection<CompilationUnit> view) {
        this(run, same, files, view, node -> true);
    }

    /** Only calls count that stand where the condition holds. */
    CallsBeside(TypestateRun run, SameFile same, NamesInView files, Collection<CompilationUnit> view,
            Predicate<Node> counts) {
        this.counts = counts;
        this.run = run;
        this.resolver = run.resolver;
        this.same = same;
        this.handles = new Handles(run, same, files, view);
    }

    /** Returns whether a call may run any code. */
    boolean runsAny() {
        return runsAny;
    }

    /** Returns whether a call may make an object of any class. */
    boolean makesAny() {
        return makesAny;
    }

    /** Raises the doubts about a call, a creation or a reference of a method that has no source. */
    void judge(Node call, ExecutableElement method, boolean met) {
        Optional<JdkEffect> effect = run.jdk.effect(method);
        String home = resolver.elements().getPackageOf(method).getQualifiedName().toString();
        if (RUNNING.contains(home) && resolver.isPlatform(method)) {
            runs(call, method, met);
            return;
        }
        if (effect.isPresent()) {
            known(call, method, effect.get());
        } else if (resolver.isPlatform(method)) {
            unknown(call, method);
        } else if (same.asksForPath(method)) {
            if (run.policy.isOutput() || !LibraryPaths.of(run.sources).onlyReads(method)) {
                looks(call, method);
            }
        } else if (same.isNamedIn(Changes.arguments(call))) {
            observer(call, " gets the name of the file" + HELD);
        }
        if (effect.isEmpty() || !PASSING.contains(effect.get())) {
            used(call, method).stream().filter(e -> resolver.isPlatform(method) || handles.of(e) == FileOrigin.SAME)
                    .forEach(e -> uses(call, e, effect, met));
            texts(call, met);
            if (isOfItself(call, method)) {
                unseen.add(new Unseen(call, call, false, met));
                unseen.add(new Unseen(call, call, true, met));
            }
        }
    }

    /** What is made to text, or given as an object, is read if it is memory that may be mapped. */
    void texts(Node node, boolean met) {
        List<Expression> parts = new ArrayList<>(node instanceof BinaryExpr sum
                ? List.of(sum.getLeft(), sum.getRight())
                : node instanceof AssignExpr assign ? List.of(assign.getValue()) : Changes.arguments(node));
        object(node).ifPresent(parts::add);
        parts.stream().filter(handles::isMemory).forEach(e -> uses(node, e, Optional.of(JdkEffect.READ), met));
    }

    private void known(Node call, ExecutableElement method, JdkEffect effect) {
        boolean output = run.policy.isOutput();
        switch (effect) {
            case LOOKS, OPENS_READ, RENAMES -> {
                if (output && !isOnOther(call)) {
                    looks(call, method);
                }
            }
            case LOADS -> {
                if (output && (!same.isEvident() || same.mayBeSame(call, method))) {
                    observer(call, " may load what is in the file" + HELD);
                }
            }
            case CHANGES -> {
                if (!isOnOther(call)) {
                    looks(call, method);
                }
            }
            case OPENS_WRITE -> opens(call, method);
            case STARTS -> {
                if (!same.isEvident()) {
                    observer(call, " starts a process, which may read the file," + HELD);
                }
            }
            case WATCHES -> {
                if (output && !same.isEvident()) {
                    observer(call, " may tell of the file's writes" + HELD);
                }
            }
            case EXITS -> {
                if (output && !same.isEvident()) {
                    doubt(GuardKind.NO_CRASH, call, Changes.name(call) + " ends the program" + HELD);
                }
            }
            case PRINTS -> {
                if (handles.ofStandardError() != FileOrigin.OTHER) {
                    doubt(writer(), call, Changes.name(call) + " may write to the same file" + HELD);
                }
            }
            case INTERRUPTS -> {
                if (!same.isEvident()) {
                    StartedInView.interrupts(run, call);
                }
            }
            case FROM, INTO -> {
                looksAtPaths(call, method);
                boolean refers = JdkMethods.refersToFiles(
                        resolver.binaryName((TypeElement) method.getEnclosingElement()));
                if (output && refers && !same.isEvident()) {
                    observer(call, " may read files that are named in what it reads" + HELD);
                }
            }
            default -> { }
        }
    }

    /** Returns whether the object of the call is on another file for certain. */
    private boolean isOnOther(Node call) {
        return object(call).filter(handles::isHandle).filter(e -> handles.of(e) == FileOrigin.OTHER).isPresent();
    }

    /** What the table has no effect for may get at any file, unless its class is one that cannot. */
    private void unknown(Node call, ExecutableElement method) {
        TypeElement owner = (TypeElement) method.getEnclosingElement();
        if (same.asksForPath(method) || same.mayOpenByName(method)) {
            looks(call, method);
        } else if (!same.isEvident() && run.jdk.reach(resolver.binaryName(owner)) == JdkReach.ANY
                && !isOfSeenAction(call, owner)) {
            observer(call, " may get at any file" + HELD);
        }
    }

    /** Returns whether the call only runs code that stands where it is called. */
    private boolean isOfSeenAction(Node call, TypeElement owner) {
        List<Expression> given = Changes.arguments(call);
        return owner.getQualifiedName().contentEquals("java.security.AccessController") && !given.isEmpty()
                && (given.get(0).isLambdaExpr() || given.get(0) instanceof ObjectCreationExpr);
    }

    private void runs(Node call, ExecutableElement method, boolean met) {
        String owner = resolver.binaryName((TypeElement) method.getEnclosingElement());
        if (method.getSimpleName().toString().startsWith("get") || NOT_RUNNING.contains(owner)) {
            return;
        }
        makesAny |= met && owner.equals(MAKER);
        runsAny |= met && !owner.equals(MAKER);
        if (run.policy.isOutput() && !same.isEvident()) {
            observer(call, " may run any code" + HELD);
        }
    }

    private void looks(Node call, ExecutableElement method) {
        if (same.mayBeSame(call, method)) {
            observer(call, " may look at the same file" + HELD);
        }
    }

    /** Looks at what else a call gets that is given the stream. */
    void judgeGiven(Node call, ExecutableElement method) {
        looksAtPaths(call, method);
        used(call, method).forEach(e -> uses(call, e, run.jdk.effect(method), false));
    }

    private void looksAtPaths(Node call, ExecutableElement method) {
        if (same.asksForPath(method)) {
            looks(call, method);
        }
    }

    private void opens(Node call, ExecutableElement method) {
        if (!same.onlyReads(call) && !isOnNewFile(call) && same.mayBeSame(call, method)) {
            doubt(writer(), call, Changes.name(call) + " may open the same file for writing" + HELD);
        }
    }

    /** Returns whether the call opens a file that was made right before, by a name that no file had. */
    private boolean isOnNewFile(Node call) {
        Optional<Expression> path = call instanceof ObjectCreationExpr || call instanceof MethodCallExpr
                ? Changes.arguments(call).stream().findFirst() : Optional.empty();
        Expression named = path.filter(e -> e instanceof MethodCallExpr of && of.getArguments().isEmpty()
                && PATHS.contains(of.getNameAsString())).flatMap(e -> e.asMethodCallExpr().getScope())
                .or(() -> path).orElse(null);
        Optional<VariableElement> variable = Optional.ofNullable(named)
                .filter(e -> e.isNameExpr() || e.isFieldAccessExpr() && e.asFieldAccessExpr().getScope().isThisExpr())
                .flatMap(resolver::variable);
        Optional<Statement> before = variable.flatMap(v -> call.findAncestor(Statement.class)
                .filter(s -> s.isExpressionStmt() || s.isReturnStmt() || s.isTryStmt())
                .filter(s -> !Assignments.sets(resolver, v, s))).flatMap(CallsBeside::before);
        return variable.isPresent() && resolver.method(call).flatMap(run.jdk::effect)
                        .filter(JdkEffect.OPENS_WRITE::equals).isPresent()
                && before.flatMap(s -> Assignments.setBy(resolver, variable.get(), s))
                        .flatMap(resolver::method).filter(made -> resolver.isPlatform(made)
                                && made.getSimpleName().contentEquals("createTempFile")).isPresent();
    }

    /** Returns whether the object is a file's stream of the JDK's, which has nothing to write when it is closed. */
    private boolean isRaw(Expression e, int depth) {
        if (e instanceof MethodCallExpr call) {
            return resolver.method(call).map(resolver::key).filter(key -> key.owner().equals("java.nio.file.Files")
                            && key.name().equals("newOutputStream")).isPresent()
                    && call.getArgument(0) instanceof MethodCallExpr path
                    && resolver.ownerOf(path).filter("java.io.File"::equals).isPresent();
        }
        return e instanceof ObjectCreationExpr made ? made.getAnonymousClassBody().isEmpty()
                && resolver.className(made).filter("java.io.FileOutputStream"::equals).isPresent()
                : depth < MAX_GIVEN && resolver.variable(e).flatMap(v -> Assignments.onlyValue(resolver, v))
                        .filter(value -> isRaw(value, depth + 1)).isPresent();
    }

    private static Optional<Statement> before(Statement s) {
        List<Statement> all = s.getParentNode().filter(BlockStmt.class::isInstance)
                .map(block -> (List<Statement>) ((BlockStmt) block).getStatements()).orElse(List.of());
        int at = (int) all.stream().takeWhile(each -> each != s).count();
        return at > 0 && at < all.size() ? Optional.of(all.get(at - 1)) : Optional.empty();
    }

    private GuardKind writer() {
        return run.policy.isOutput() ? GuardKind.NO_OTHER_HANDLE : GuardKind.UNCHANGED_INPUT;
    }

    private void observer(Node place, String what) {
        doubt(run.policy.isOutput() ? GuardKind.NO_OBSERVER : GuardKind.UNCHANGED_INPUT, place,
                Changes.name(place) + what);
    }

    private void doubt(GuardKind guard, Node place, String message) {
        if (counts.test(place)) {
            run.doubt(guard, place, message);
        }
    }

    private static Optional<Expression> object(Node call) {
        return call instanceof MethodCallExpr m ? m.getScope()
                : call instanceof MethodReferenceExpr bound ? Optional.of(bound.getScope()) : Optional.empty();
    }

    /** Returns the object of the call, and what it is given for a parameter whose type may be on a file. */
    private List<Expression> used(Node call, ExecutableElement method) {
        boolean still = run.jdk.effect(method).filter(STILL::contains).isPresent();
        List<Expression> all = new ArrayList<>(object(call).filter(e -> !still).stream().toList());
        List<Expression> given = Changes.arguments(call);
        int last = method.getParameters().size() - 1;
        for (int i = 0; i < given.size() && last >= 0; i++) {
            if (run.jdk.isHandle(method.getParameters().get(Math.min(i, last)).asType())) {
                all.add(given.get(i));
            }
        }
        return all;
    }

    /** Returns whether a subclass of what may be on a file calls a method that it inherits. */
    private boolean isOfItself(Node call, ExecutableElement method) {
        return call instanceof MethodCallExpr own && own.getScope().isEmpty() && resolver.isPlatform(method)
                && !method.getModifiers().contains(Modifier.STATIC)
                && run.jdk.isHandle(method.getEnclosingElement().asType());
    }

    /** An object that was made before may be on the same file. */
    void uses(Node call, Expression e, Optional<JdkEffect> effect, boolean met) {
        FileOrigin origin = (handles.isHandle(e) || handles.isMemory(e)) && !isOnNewFile(e) ? handles.of(e)
                : FileOrigin.OTHER;
        boolean closes = effect.filter(JdkEffect.CLOSE::equals).isPresent();
        boolean reads = run.policy.isOutput() && handles.reads(e) && !closes;
        boolean writing = handles.writes(e)
                && (effect.isEmpty() || closes && !handles.reads(e) && !isRaw(e, 0) || WRITING.contains(effect.get()));
        boolean writes = effect.filter(WRITING::contains).isPresent() && run.policy.isOutput() && !handles.reads(e);
        if (origin == FileOrigin.SAME && writing) {
            doubt(writer(), call, Changes.name(call) + " may write to the same file" + HELD);
        } else if (origin != FileOrigin.OTHER && met && call instanceof MethodCallExpr read && isCopied(read)) {
            copied.add(new Copied(read, e));
        } else if (origin == FileOrigin.SAME && reads) {
            observer(call, " uses what may be the same file" + HELD);
        } else if (origin == FileOrigin.UNSEEN && writes && met) {
            doubt(writer(), call, "what " + e + " writes to is not seen: it may be the same file");
        } else if (origin == FileOrigin.UNSEEN) {
            if (reads) {
                unseen.add(new Unseen(call, e, false, met));
            }
            if (writing) {
                unseen.add(new Unseen(call, e, true, met));
            }
        }
    }

    /** Returns whether all that is written to the stream, whose file is emptied before, is what the call read last. */
    private boolean isCopied(MethodCallExpr read) {
        return run.policy.isOutput() && run.given.isEmpty()
                && run.creations.stream().allMatch(made -> Changes.arguments(made).size() == 1)
                && run.written.stream().allMatch(each -> each instanceof MethodCallExpr write
                        && write.getArguments().size() == OF_PART
                        && resolver.variable(write.getArgument(OF_PART - 1))
                                .flatMap(v -> Assignments.lastValue(resolver, v, write))
                                .filter(value -> value == read).isPresent());
    }

    /** Returns whether only the call reads from the object: a file that was emptied has nothing for it. */
    private boolean isUnread(Expression from, Node read, MetCalls calls, int depth) {
        Optional<VariableElement> variable = resolver.variable(from);
        if (variable.isEmpty()) {
            Optional<JdkEffect> effect = resolver.method(from).flatMap(run.jdk::effect);
            boolean once = object(from).flatMap(resolver::variable).filter(v -> resolver.uses(v).size() == 1)
                    .isPresent();
            return effect.filter(it -> it == JdkEffect.OPENS_READ || it == JdkEffect.LOADS
                    || it == JdkEffect.LOOKS && once).isPresent();
        }
        boolean alone = resolver.uses(variable.get()).stream().allMatch(use -> use == from || CalledCode.isResource(use)
                || use.getParentNode().filter(parent -> parent instanceof BinaryExpr || parent == read
                        || resolver.method(parent).flatMap(run.jdk::effect).filter(JdkEffect.CLOSE::equals).isPresent())
                        .isPresent());
        Optional<Node> made = resolver.declaration(variable.get());
        boolean once = made.filter(node -> (depth == 0 || !isRepeated(from, node))
                && run.creations.stream().noneMatch(creation -> isRepeated(creation, node))).isPresent();
        return alone && once && depth < MAX_GIVEN && (Assignments.isParameter(resolver, variable.get())
                ? calls.given(variable.get()).filter(all -> all.size() == 1
                        && isUnread(all.get(0), read, calls, depth + 1)).isPresent()
                : Assignments.onlyValue(resolver, variable.get())
                        .filter(value -> isUnread(value, read, calls, depth + 1)).isPresent());
    }

    /** Returns whether the code runs again in a loop for what was declared before that. */
    private static boolean isRepeated(Node code, Node declaration) {
        Node home = EnclosingCode.home(code);
        Node at = code;
        while (at != home && at.getParentNode().isPresent() && Enclosing.isAround(home, declaration)) {
            at = at.getParentNode().get();
            if (LongWork.isLoop(at) && !Enclosing.isAround(at, declaration)) {
                return true;
            }
        }
        return false;
    }

    /** Notes that all of what follows was not met by the run. */
    void endMet() {
        met.addAll(run.units);
    }

    /** What was used and not seen may be the same file if code in view opens it. */
    void finish(MetCalls calls, CallsBeside evidence) {
        Handles openers = evidence.handles;
        copied.stream().filter(each -> !isUnread(each.from(), each.read(), calls, 0)).forEach(each -> {
            if (handles.of(each.from()) == FileOrigin.SAME) {
                observer(each.read(), " uses what may be the same file" + HELD);
            } else {
                unseen.add(new Unseen(each.read(), each.from(), false, true));
            }
        });
        for (Unseen use : unseen) {
            if (use.met() && use.object() != use.call() && use.object() instanceof Expression e
                    && handles.isOther(e, calls)) {
                continue;
            }
            Set<CompilationUnit> units = use.object() instanceof Expression e ? handles.homes(e) : handles.givers();
            Optional<Node> open = openers.opener(units, use.object(), use.writing());
            if (open.isEmpty() && use.met()) {
                open = openers.opener(handles.givers(), use.object(), use.writing())
                        .or(() -> openers.opener(met, use.object(), use.writing()));
            }
            if (open.isPresent()) {
                run.doubt(use.writing() ? writer() : GuardKind.NO_OBSERVER, use.call(),
                        "what is used here may be the same file, which is opened at " + run.doubts.at(open.get()));
                return;
            }
        }
    }
}
