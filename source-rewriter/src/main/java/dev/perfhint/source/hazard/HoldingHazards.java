package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.InitializerDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.SimpleName;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.CatchClause;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * What can go wrong while an edit holds bytes of an output back: what the class and its helpers meet before they are
 * flushed, and where the stream is not closed.
 *
 * @param opened what opens the file or gives the stream; empty where that is not known
 * @param stream the variables that hold it or what is put round it
 * @param socket whether a peer waits for the bytes
 * @param flushed after which nodes the edit flushes
 */
public record HoldingHazards(
        Resolver resolver, Optional<Expression> opened, Set<VariableElement> stream, boolean socket, List<Node> flushed,
        Set<Hazard> hazards) {
    private static final int MAX_FILES = 20, MAX_METHODS = 100;

    /**
     * What is found; with a place each.
     *
     * @param emptied whether each method flushes what it writes, so that a close has nothing left to write
     */
    public record Found(List<Hazard> hazards, boolean emptied) {}

    public HoldingHazards(Resolver resolver, Optional<Expression> opened, Set<VariableElement> stream,
            boolean socket, List<Node> flushed) {
        this(resolver, opened, stream, socket, flushed, new LinkedHashSet<>());
    }

    /**
     * Looks at the code.
     *
     * @param opening whether what is met before the first write counts too, and of other files only what ends the
     *     program: the label is decided so
     */
    public Found find(boolean opening) {
        List<SourceFile> files = Stream.concat(opened.stream().map(SourceFile::of),
                stream.stream().flatMap(each -> resolver.filesOf(each).stream())).distinct().limit(MAX_FILES).toList();
        Map<Node, Outward> watched = new IdentityHashMap<>();
        opened.filter(each -> !socket).ifPresent(creation -> {
            SameFile file = SameFile.of(resolver, creation);
            files.forEach(each -> watched.putAll(file.uses(each.unit(), creation)));
        });
        opened.filter(each -> socket).ifPresent(given -> new SharedSource(resolver, given).asked()
                .forEach(each -> watched.put(each, Outward.OPENS_FILE)));
        watched.keySet().removeIf(this::isSetTo);
        HeldStream held = new HeldStream(resolver, stream, opened);
        HeldBytes bytes = new HeldBytes(new OutwardCalls(resolver), held, watched, flushed,
                opened.filter(each -> opening).orElse(null), true, true);
        boolean kept = stream.stream().anyMatch(each -> each.getKind().isField());
        List<Node> bodies = kept ? methods(files) : roots();
        Optional<HeldBytes.Exit> left = bodies.stream()
                .flatMap(each -> bytes.run(each, null).stream().filter(exit -> !isHelper(each, held.names())))
                .filter(exit -> exit.write() != null).findFirst();
        if (kept && left.isPresent()) {
            // a static method runs without the object whose stream it is, a constructor before it has one
            boolean shared = stream.stream().anyMatch(each -> each.getModifiers().contains(Modifier.STATIC));
            Optional<Node> life = shared ? Optional.empty() : opened.flatMap(this::life);
            life.ifPresent(each -> bytes.run(each, null));
            bodies.stream().filter(each -> isOfHolder(each) || life.isEmpty() && namesField(each))
                    .filter(each -> opened.filter(creation -> Enclosing.isIn(creation, each)).isEmpty())
                    .filter(each -> shared || !(each instanceof ConstructorDeclaration
                            || each instanceof MethodDeclaration method && (method.isStatic() || isEntered(method))))
                    .forEach(each -> bytes.run(each, left.get().write()));
        }
        hazards.addAll(new MetHazards(resolver, socket, opened).of(bytes.met().stream()
                .filter(met -> opening ? !isFar(met) || met.what() == Outward.ENDS : isOther(met) && !isOwnLock(met))
                .toList()));
        hazards.addAll(new SwallowedErrors(resolver, stream.stream().flatMap(each -> resolver.uses(each).stream())
                .map(Enclosing::whole).toList()).find());
        if (socket) {
            bodies.stream().filter(each -> !isHelper(each, held.names()))
                    .forEach(each -> unanswered(bytes.run(each, null)));
        } else if (kept) {
            ofField(bytes, bodies, left);
            left.ifPresent(exit -> opened.ifPresent(each -> ofHandles(files, each, exit.write())));
            left.ifPresent(exit -> inHandlers(files, exit.write()));
            opened.filter(each -> left.isPresent())
                    .ifPresent(each -> hazards.addAll(new OwnObjects(resolver, each).find(files)));
        } else {
            bodies.forEach(each -> ofLocal(bytes.run(each, null)));
            opened.ifPresent(each -> elsewhere(files, watched, each));
        }
        return new Found(List.copyOf(hazards),
                (kept || socket && !flushed.isEmpty()) && left.isEmpty() && bytes.hasWritten());
    }

    private static boolean isFar(HeldBytes.Met met) {
        return SourceFile.of(met.doer()) != SourceFile.of(met.place());
    }

    /** A method's own lock guards the stream. */
    private static boolean isOwnLock(HeldBytes.Met met) {
        return met.what() == Outward.LOCKS && met.doer() instanceof CallableDeclaration;
    }

    /** What another file writes may be this stream, if that was given away. */
    private boolean isOther(HeldBytes.Met met) {
        if (met.what() != Outward.WRITES || !isFar(met)) {
            return true;
        }
        OutwardCalls calls = new OutwardCalls(resolver);
        boolean memory = met.place() instanceof NodeWithArguments<?> call
                && call.getArguments().stream().anyMatch(each -> calls.isInMemory(each, 0));
        return !memory && (resolver.ownerOf(met.doer()).filter("java.nio.file.Files"::equals).isPresent()
                || Stream.concat(opened.stream(), stream.stream().flatMap(each -> resolver.uses(each).stream()))
                        .map(Enclosing::whole).map(use -> use.getParentNode().orElseThrow())
                        .noneMatch(user -> user instanceof NodeWithArguments<?>
                                && resolver.method(user).filter(resolver::isPlatform).isEmpty()));
    }

    /** Returns whether it is one more value of the variables that hold the stream. */
    private boolean isSetTo(Node value) {
        Node parent = Enclosing.around(value).dropWhile(ObjectCreationExpr.class::isInstance).findFirst().orElseThrow();
        return resolver.variable(parent instanceof AssignExpr assign ? assign.getTarget() : parent)
                .filter(stream::contains).isPresent();
    }

    /** Returns the method with the local that alone has the object whose stream it is, and is only called. */
    private Optional<Node> life(Expression creation) {
        Node value = creation;
        while (value.getParentNode().orElseThrow() instanceof ObjectCreationExpr outer) {
            value = outer;
        }
        return value == creation ? Optional.empty() : Enclosing.parent(value, VariableDeclarator.class)
                .filter(local -> !(local.getParentNode().orElseThrow() instanceof FieldDeclaration))
                .filter(local -> resolver.names(local).stream().allMatch(use -> Enclosing.parent(use,
                        MethodCallExpr.class).flatMap(MethodCallExpr::getScope).filter(scope -> scope == use)
                        .isPresent()))
                .flatMap(Enclosing::body);
    }

    /** Returns whether the code is of a class that has the stream in a field. */
    private boolean isOfHolder(Node code) {
        return stream.stream().filter(each -> each.getKind().isField())
                .flatMap(each -> resolver.declaration(each.getEnclosingElement()).stream())
                .anyMatch(type -> Enclosing.isIn(code, type));
    }

    /** Returns whether the code is of a class that uses the field of another one. */
    private boolean namesField(Node code) {
        return stream.stream().filter(each -> each.getKind().isField())
                .flatMap(each -> Enclosing.type(code).stream()
                        .flatMap(type -> resolver.usesIn(SourceFile.of(code), each).stream()
                                .filter(use -> Enclosing.isIn(use, type))))
                .findAny().isPresent();
    }

    /** Returns whether the code that may run with held bytes is all that calls the method. */
    private boolean isEntered(MethodDeclaration method) {
        return method.isPrivate() && isCalledOnly(method, caller -> !caller.isPrivate() && !caller.isStatic());
    }

    /** What a helper leaves in the stream that it is given, its callers flush or not. */
    private boolean isHelper(Node code, Set<VariableElement> known) {
        return code instanceof MethodDeclaration method
                && method.getParameters().stream().flatMap(each -> resolver.variable(each).stream())
                        .anyMatch(known::contains)
                && isCalledOnly(method, caller -> caller != method);
    }

    private boolean isCalledOnly(MethodDeclaration method, Predicate<MethodDeclaration> caller) {
        String name = method.getNameAsString();
        List<MethodCallExpr> calls = SourceFile.of(method).nodes(MethodCallExpr.class).stream()
                .filter(each -> each.getNameAsString().equals(name))
                .filter(each -> resolver.method(each).flatMap(resolver::declaration)
                        .filter(other -> other != method).isEmpty())
                .toList();
        return !calls.isEmpty()
                && SourceFile.of(method).nodes(MethodReferenceExpr.class).stream()
                        .noneMatch(each -> each.getIdentifier().equals(name))
                && calls.stream().allMatch(each -> Enclosing.body(each).filter(MethodDeclaration.class::isInstance)
                        .map(MethodDeclaration.class::cast).filter(caller).isPresent());
    }

    private static List<Node> methods(List<SourceFile> files) {
        return files.stream().flatMap(file -> file.nodes(CallableDeclaration.class).stream()).map(Node.class::cast)
                .toList();
    }

    /** Returns the code that makes the stream; for a parameter that of its method. */
    private List<Node> roots() {
        // by identity: equal nodes are those with equal text, which is compared as a whole
        Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        return Stream.concat(opened.flatMap(Enclosing::body).stream(), opened.isPresent() ? Stream.of()
                        : stream.stream().flatMap(each -> resolver.declaration(each).stream())
                                .flatMap(each -> Enclosing.body(each).stream()))
                .filter(seen::add).toList();
    }

    private static int line(Node node) {
        return node.getBegin().orElseThrow().line;
    }

    /** A way that ends without the flush that another one has. */
    private void unanswered(List<HeldBytes.Exit> exits) {
        exits.stream().filter(exit -> exit.write() != null && exit.place() instanceof ReturnStmt)
                .forEach(exit -> add(HazardKind.WAITS, exit.place(), "the path by " + Hazard.code(exit.place())
                        + " leaves the bytes of line " + line(exit.write()) + " unflushed: the peer waits for them"));
    }

    private void ofField(HeldBytes bytes, List<Node> bodies, Optional<HeldBytes.Exit> left) {
        if (left.isEmpty()) {
            return;
        }
        Node write = left.get().write();
        add(HazardKind.KILLED, write, "killed before `close()`, the bytes of " + Hazard.code(write)
                + " that the buffer holds are lost; today each write is in the file");
        List<Node> closes = stream.stream().flatMap(each -> resolver.uses(each).stream()).map(Enclosing::whole)
                .filter(use -> Enclosing.isCalled(use, "close") && use.findAncestor(CatchClause.class).isEmpty())
                .map(Node.class::cast).toList();
        List<Node> mixed = new ArrayList<>();
        boolean closed = false;
        for (Node body : bodies) {
            List<Node> own = closes.stream().filter(each -> Enclosing.isAround(body, each)).toList();
            boolean open = !own.isEmpty()
                    && List.copyOf(bytes.run(body, write)).stream().anyMatch(each -> each.write() == write);
            closed |= !own.isEmpty() && !open;
            mixed.addAll(open ? own.subList(0, 1) : List.of());
        }
        if (!closed) {
            mixed.forEach(each -> add(HazardKind.NOT_CLOSED, each, Hazard.code(each.getParentNode().orElseThrow())
                    + " is skipped on some path: buffered bytes would be lost"));
        }
    }

    private void ofLocal(List<HeldBytes.Exit> exits) {
        List<HeldBytes.Exit> open = exits.stream().filter(each -> each.write() != null).toList();
        open.forEach(exit -> add(HazardKind.NOT_CLOSED,
                exit.place() instanceof ReturnStmt ? exit.place() : exit.write(), (exit.place() instanceof ReturnStmt
                        ? "the path by " + Hazard.code(exit.place()) : "the end of the method")
                        + " is reached without `close()`: the bytes of " + Hazard.code(exit.write())
                        + " may stay in the buffer"));
    }

    /** Code that runs when it is called, of a lambda or another type, and handles that were opened before. */
    private void elsewhere(List<SourceFile> files, Map<Node, Outward> watched, Expression creation) {
        OutwardCalls calls = new OutwardCalls(resolver);
        Node home = Enclosing.type(creation).map(Node.class::cast).orElse(creation);
        Node body = Enclosing.body(creation).orElse(creation);
        Map<Node, Outward> uses = new IdentityHashMap<>(watched);
        files.stream().flatMap(file -> file.nodes(MethodCallExpr.class).stream())
                .filter(call -> calls.of(call).filter(Outward.ENDS::equals).isPresent())
                .forEach(call -> uses.put(call, Outward.ENDS));
        uses.forEach((use, what) -> {
            Node own = Enclosing.body(use).orElse(use);
            boolean deferred = own != body && own instanceof LambdaExpr
                    || Enclosing.around(use).takeWhile(each -> each != home)
                            .anyMatch(each -> each instanceof ObjectCreationExpr made
                                    && made.getAnonymousClassBody().filter(all -> all.stream()
                                            .anyMatch(member -> Enclosing.isIn(use, member))).isPresent()
                                    || each instanceof EnumConstantDeclaration)
                    || Enclosing.type(use).filter(type -> !Enclosing.isIn(home, type) && !(what == Outward.ENDS
                            && isUnused(type, own, body))).isPresent()
                    || use instanceof MethodReferenceExpr;
            Node scope = Enclosing.around(use).filter(each -> each instanceof TryStmt || each instanceof BlockStmt)
                    .findFirst().orElse(use);
            boolean open = what == Outward.OPENS_FILE
                    && use.getEnd().orElseThrow().isBefore(creation.getBegin().orElseThrow())
                    && Enclosing.around(use).anyMatch(VariableDeclarator.class::isInstance)
                    && Enclosing.isAround(scope, creation);
            if (deferred || open) {
                hazards.addAll(new MetHazards(resolver, socket, opened)
                        .of(List.of(new HeldBytes.Met(use, what, creation, use))));
            }
        });
    }

    /** Returns whether nothing here runs the initializer of a private type: its name is not in what the code runs. */
    private boolean isUnused(TypeDeclaration<?> type, Node initializer, Node code) {
        boolean fixed = initializer instanceof InitializerDeclaration block && block.isStatic()
                || initializer instanceof FieldDeclaration field && field.isStatic();
        return fixed && type.isPrivate()
                && isUnnamed(type.getName(), code, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private boolean isUnnamed(SimpleName type, Node code, Set<Node> seen) {
        return seen.size() < MAX_METHODS && code.findFirst(SimpleName.class, type::equals).isEmpty()
                && code.findAll(Expression.class).stream()
                        .filter(each -> each instanceof NodeWithArguments<?> || each instanceof MethodReferenceExpr)
                        .flatMap(each -> resolver.method(each).flatMap(resolver::declaration).stream())
                        .filter(seen::add).allMatch(each -> isUnnamed(type, each, seen));
    }

    private void ofHandles(List<SourceFile> files, Expression creation, Node write) {
        SameFile file = SameFile.of(resolver, creation);
        files.stream().flatMap(each -> file.handles(each.unit(), creation, stream).stream())
                .forEach(each -> add(HazardKind.SECOND_STREAM, each, Hazard.code(each) + " is kept open on the file:"
                        + " the bytes of " + Hazard.code(write) + ", line " + line(write) + ", come after what it"
                        + " reads or writes"));
    }

    /** A lambda that ends the program, as a handler does, may run at any time. */
    private void inHandlers(List<SourceFile> files, Node write) {
        OutwardCalls calls = new OutwardCalls(resolver);
        List<HeldBytes.Met> ends = files.stream().flatMap(file -> file.nodes(MethodCallExpr.class).stream())
                .filter(call -> calls.of(call).filter(Outward.ENDS::equals).isPresent())
                .filter(call -> Enclosing.body(call).filter(LambdaExpr.class::isInstance).isPresent())
                .map(call -> new HeldBytes.Met(call, Outward.ENDS, write, call)).toList();
        hazards.addAll(new MetHazards(resolver, socket, opened).of(ends));
    }

    private void add(HazardKind kind, Node place, String text) {
        add(kind, kind.harm(), place, text);
    }

    private void add(HazardKind kind, Harm harm, Node place, String text) {
        hazards.add(Hazard.at(kind, harm, place, text));
    }
}
