package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.SynchronizedStmt;
import com.github.javaparser.ast.stmt.TryStmt;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Enclosing;
import dev.perfhint.source.Holder;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * What is done with an open file beside the channel that is got from it, once the channel holds bytes back: the file
 * gets them before it is used itself.
 *
 * @param uses where the channel gives up what it holds
 * @param obstacles why that cannot be
 */
record ChannelFile(List<Use> uses, Set<String> obstacles) {
    /**
     * A call on the file.
     *
     * @param file the expression that the method is called on
     * @param channel the channel's name there
     */
    record Use(Expression file, String channel) {
        List<Edit> edits(String className) {
            SourceFile source = SourceFile.of(file);
            return List.of(
                    source.insert(source.start(file), className + ".settled(" + channel + ", "),
                    source.insert(source.end(file), ")"));
        }
    }

    /**
     * Looks at all uses of the file in the sources.
     *
     * @param opening what {@code getChannel()} is called on
     * @param reads whether the channel only reads, so that the file may be closed first
     */
    static ChannelFile of(
            Sources sources, Expression channel, Expression opening, TracedStream stream, boolean reads) {
        ChannelFile found = new ChannelFile(new ArrayList<>(), new TreeSet<>());
        Resolver resolver = Resolver.of(sources);
        if (opening == channel || opening.isObjectCreationExpr()) {
            return found;
        }
        Optional<VariableElement> file = resolver.variable(opening);
        if (file.isEmpty()) {
            found.obstacles.add("other uses of the channel's file are unknown");
            return found;
        }
        List<Holder> channels = holders(sources, stream).stream()
                .filter(holder -> holder.wrapped() == 1
                        && (holder.kind() == Holder.Kind.LOCAL || holder.kind() == Holder.Kind.FIELD))
                .toList();
        Optional<Node> resource = resolver.declaration(file.get()).flatMap(ChannelFile::tryOf);
        if (!reads && resource.isPresent() && channels.stream().noneMatch(holder -> tryOf(holder.declaration())
                .filter(it -> it == resource.get() || resource.get().isAncestorOf(it)).isPresent())) {
            found.obstacles.add("the file is closed before its channel: buffered bytes would be lost");
        }
        for (Expression name : uses(sources, resolver, file.get())) {
            Expression whole = whole(name);
            if (whole != opening && !isHarmless(resolver, whole, reads)) {
                found.use(sources, whole, channel, file.get(), channels);
            }
        }
        return found;
    }

    /** Returns the variables that hold the channel, not the file that it is got from. */
    static List<Holder> holders(Sources sources, TracedStream stream) {
        boolean inside = !Resolver.of(sources)
                .isSubtype(stream.creation(), "java.nio.channels.SeekableByteChannel");
        return stream.holders().stream().filter(holder -> !inside || holder.wrapped() > 0).toList();
    }

    private static List<Expression> uses(Sources sources, Resolver resolver, VariableElement file) {
        boolean seen = file.getKind().isField() && !file.getModifiers().contains(Modifier.PRIVATE);
        Optional<SourceFile> own = resolver.sourceOf(file);
        Stream<SourceFile> others = seen
                ? sources.naming(file.getSimpleName().toString()).stream()
                        .filter(each -> own.filter(it -> it == each).isEmpty())
                : Stream.empty();
        return Stream.concat(
                        resolver.uses(file).stream(), others.flatMap(each -> resolver.usesIn(each, file).stream()))
                .toList();
    }

    private static Expression whole(Expression name) {
        return name.getParentNode().orElseThrow() instanceof FieldAccessExpr access && access.getScope() != name
                ? access : name;
    }

    private static Optional<Node> tryOf(Node declaration) {
        return declaration.getParentNode().flatMap(Node::getParentNode).filter(TryStmt.class::isInstance);
    }

    private static boolean isHarmless(Resolver resolver, Expression file, boolean reads) {
        Node parent = file.getParentNode().orElseThrow();
        return parent instanceof AssignExpr assignment && assignment.getTarget() == file
                || parent instanceof BinaryExpr
                || parent instanceof SynchronizedStmt
                || parent instanceof MethodCallExpr call
                        && call.getScope().filter(scope -> scope == file).isPresent()
                        && (reads && call.getNameAsString().equals("close")
                                || resolver.ownerOf(call).filter("java.lang.Object"::equals).isPresent());
    }

    private void use(
            Sources sources, Expression file, Expression channel, VariableElement variable, List<Holder> channels) {
        Resolver resolver = Resolver.of(sources);
        Node parent = file.getParentNode().orElseThrow();
        if (parent instanceof ReturnStmt) {
            // whoever gets it outside the sources is doubted elsewhere
            Optional<ExecutableElement> method = file.findAncestor(MethodDeclaration.class).flatMap(resolver::method);
            boolean called = method.flatMap(it -> Callers.of(sources).of(it)).filter(List::isEmpty).isEmpty();
            if (!variable.getKind().isField() || called) {
                obstacles.add("the file escapes, " + place(file));
            }
            return;
        }
        boolean called = parent instanceof MethodCallExpr call && call.getScope().filter(it -> it == file).isPresent()
                && !call.getNameAsString().equals("getChannel");
        if (called && isBefore(resolver, variable, file, channel)
                || !called && isOfAnother(resolver, variable, file, channel)) {
            return;
        }
        Optional<String> name = called ? channels.stream()
                .flatMap(holder -> nameAt(resolver, holder, file, variable).stream()).findFirst() : Optional.empty();
        if (name.isPresent()) {
            uses.add(new Use(file, name.get()));
        } else {
            obstacles.add("the file is also used without its channel, " + place(file));
        }
    }

    /** Returns what the channel is called where the file is used. */
    private static Optional<String> nameAt(
            Resolver resolver, Holder holder, Expression file, VariableElement variable) {
        Optional<VariableElement> channel = resolver.variable(holder.declaration());
        if (holder.kind() == Holder.Kind.FIELD) {
            boolean together = channel.filter(it -> it.getEnclosingElement().equals(variable.getEnclosingElement())
                            && it.getModifiers().contains(Modifier.STATIC)
                                    == variable.getModifiers().contains(Modifier.STATIC)
                            && (SourceFile.of(file) == SourceFile.of(holder.declaration())
                                    || !it.getModifiers().contains(Modifier.PRIVATE)))
                    .isPresent();
            boolean hidden = file.isNameExpr() && ancestor(file, BodyDeclaration.class)
                    .filter(body -> !body.findAll(Node.class, it -> (it instanceof Parameter
                                    || it instanceof VariableDeclarator && !Enclosing.isField(it))
                            && ((NodeWithSimpleName<?>) it).getNameAsString().equals(holder.name())).isEmpty())
                    .isPresent();
            String scope = file instanceof FieldAccessExpr access ? access.getScope() + "." : "";
            return together && !hidden ? Optional.of(scope + holder.name()) : Optional.empty();
        }
        boolean seen = !variable.getKind().isField()
                && holder.declaration().findAncestor(BlockStmt.class).filter(block -> block.isAncestorOf(file))
                        .isPresent()
                && file.findAncestor(LambdaExpr.class).isEmpty()
                && end(holder.declaration()).isBefore(file.getBegin().orElseThrow());
        return seen ? Optional.of(holder.name()) : Optional.empty();
    }

    /** Returns whether the file is opened and used before its channel is got, and not again after it. */
    private static boolean isBefore(Resolver resolver, VariableElement variable, Expression file, Expression channel) {
        Optional<Node> body = ancestor(channel, BodyDeclaration.class);
        Optional<Node> loop = ancestor(channel, NodeWithBody.class);
        boolean opened = !variable.getKind().isField() || resolver.uses(variable).stream()
                .map(ChannelFile::whole)
                .anyMatch(each -> each.getParentNode().orElseThrow() instanceof AssignExpr assignment
                        && assignment.getTarget() == each
                        && ancestor(each, BodyDeclaration.class).orElse(null) == body.orElse(null)
                        && end(each).isBefore(file.getBegin().orElseThrow()));
        return opened && body.isPresent() && body.get() == ancestor(file, BodyDeclaration.class).orElse(null)
                && loop.filter(it -> it.isAncestorOf(file)).isEmpty()
                && file.findAncestor(LambdaExpr.class).isEmpty()
                && end(file).isBefore(channel.getBegin().orElseThrow());
    }

    /** Returns whether the channel of another file is asked for, which was opened just before. */
    private static boolean isOfAnother(
            Resolver resolver, VariableElement variable, Expression file, Expression channel) {
        Optional<Node> block = ancestor(file, BlockStmt.class);
        return file.getParentNode().orElseThrow() instanceof MethodCallExpr call
                && call.getNameAsString().equals("getChannel")
                && ancestor(file, BodyDeclaration.class).orElse(null)
                        != ancestor(channel, BodyDeclaration.class).orElse(null)
                && resolver.uses(variable).stream()
                        .map(ChannelFile::whole)
                        .anyMatch(each -> each.getParentNode().orElseThrow() instanceof AssignExpr assignment
                                && assignment.getTarget() == each
                                && assignment.getValue().isObjectCreationExpr()
                                && ancestor(each, BlockStmt.class).orElse(null) == block.orElse(null)
                                && end(each).isBefore(file.getBegin().orElseThrow()));
    }

    private static Optional<Node> ancestor(Node node, Class<?> kind) {
        Optional<Node> up = node.getParentNode();
        while (up.isPresent() && !kind.isInstance(up.get())) {
            up = up.get().getParentNode();
        }
        return up;
    }

    private static com.github.javaparser.Position end(Node node) {
        return node.getEnd().orElseThrow();
    }

    private static String place(Node node) {
        return "in line " + node.getBegin().orElseThrow().line + " of " + SourceFile.of(node).path().getFileName();
    }
}
