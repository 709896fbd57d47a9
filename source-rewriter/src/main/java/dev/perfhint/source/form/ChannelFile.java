package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithBody;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.ReturnStmt;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.MayClose;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Callers;
import dev.perfhint.source.resolve.Resolver;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/**
 * Where a file is used beside the channel that is got from it: a private field of a class that keeps the channel in
 * another one gets what the channel holds first; everywhere else the channel gets no buffer.
 *
 * @param opening what {@code getChannel()} is called on
 * @param edits what lets the channel give up what it holds
 */
record ChannelFile(Sources sources, Expression channel, Expression opening, TracedStream stream, List<Edit> edits) {
    /**
     * Returns why the file's other uses could miss what the channel holds back, or lose it.
     *
     * @param reads whether the channel only reads, so that the file may be closed first
     */
    Optional<String> obstacle(boolean reads) {
        if (opening == channel || opening.isObjectCreationExpr()) {
            return Optional.empty();
        }
        Resolver resolver = Resolver.of(sources);
        Optional<VariableElement> file = resolver.variable(opening).filter(each -> !each.getKind().isField()
                || each.getModifiers().contains(Modifier.PRIVATE));
        if (file.isEmpty()) {
            return Optional.of("other uses of the channel's file are unknown");
        }
        List<Expression> uses = resolver.uses(file.get()).stream().map(Enclosing::whole).toList();
        return uses.stream()
                .filter(each -> each != opening && !isHarmless(each, reads, uses) && !isSettled(each, file.get()))
                .findFirst().map(each -> "the file is also used without its channel, " + SourceFile.place(each))
                .or(() -> resolver.declaration(file.get()).filter(each -> !reads && MayClose.isResource(each))
                        .map(each -> "the file is closed before its channel: buffered bytes would be lost"));
    }

    private boolean isHarmless(Expression file, boolean reads, List<Expression> uses) {
        Node parent = file.getParentNode().orElseThrow();
        boolean same = Enclosing.body(file).equals(Enclosing.body(channel));
        if (parent instanceof MethodCallExpr call && call.getScope().filter(scope -> scope == file).isPresent()) {
            boolean before = same && file.getBegin().orElseThrow().isBefore(opening.getBegin().orElseThrow())
                    && Enclosing.around(channel).noneMatch(NodeWithBody.class::isInstance);
            boolean other = call.getNameAsString().equals("getChannel") && !same && uses.stream().anyMatch(each ->
                    isOpened(each) && Enclosing.body(each).equals(Enclosing.body(file)));
            return before || other || reads && call.getNameAsString().equals("close");
        }
        // whoever gets it outside the sources is a hazard of its own
        return parent instanceof AssignExpr assignment && assignment.getTarget() == file
                || parent instanceof BinaryExpr
                || parent instanceof ReturnStmt && file.findAncestor(MethodDeclaration.class)
                        .flatMap(Resolver.of(sources)::method).flatMap(method -> Callers.of(sources).of(method))
                        .filter(List::isEmpty).isPresent();
    }

    private static boolean isOpened(Expression file) {
        return Enclosing.parent(file, AssignExpr.class)
                .filter(each -> each.getTarget() == file && each.getValue().isObjectCreationExpr()).isPresent();
    }

    /** Leads a call on the file through the channel's field, where that is known by a name. */
    private boolean isSettled(Expression file, VariableElement variable) {
        Optional<String> name = stream.holders().stream()
                .filter(holder -> holder.kind() == Holder.Kind.FIELD && holder.wrapped() == 1)
                .filter(holder -> Resolver.of(sources).variable(holder.declaration())
                        .filter(field -> field.getEnclosingElement().equals(variable.getEnclosingElement())
                                && field.getModifiers().contains(Modifier.STATIC)
                                        == variable.getModifiers().contains(Modifier.STATIC)).isPresent())
                .map(Holder::name).findFirst();
        Optional<String> asked = Enclosing.parent(file, MethodCallExpr.class)
                .filter(call -> call.getScope().filter(scope -> scope == file).isPresent())
                .map(MethodCallExpr::getNameAsString);
        boolean called = variable.getKind().isField() && asked.filter(each -> !each.equals("getChannel")).isPresent();
        boolean hidden = name.isEmpty() || file.isNameExpr() && Enclosing.body(file).stream()
                .flatMap(body -> body.findAll(Node.class, each -> each instanceof Parameter
                        || each instanceof VariableDeclarator).stream())
                .anyMatch(each -> ((NodeWithSimpleName<?>) each).getNameAsString().equals(name.get()));
        if (called && !hidden) {
            SourceFile source = SourceFile.of(file);
            String scope = file instanceof FieldAccessExpr access ? source.text(access.getScope()) + "." : "";
            // a length asked before each read must not cost the block
            String state = asked.get().equals("length") ? "flushed" : "settled";
            edits.add(source.insert(source.start(file),
                    "BufferedFileChannel." + state + "(" + scope + name.get() + ", "));
            edits.add(source.insert(source.end(file), ")"));
        }
        return called && !hidden;
    }
}
