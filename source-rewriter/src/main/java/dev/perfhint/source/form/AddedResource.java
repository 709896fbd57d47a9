package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.expr.VariableDeclarationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.MayClose;
import dev.perfhint.source.edit.Preparation;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Turns the local that a stream is created for into the resource of a {@code try} that reaches to the end of its block.
 *
 * <p>Only a local that is assigned once and closed nowhere, or by the last statement of its block.
 */
public record AddedResource(
        Sources sources, SourceFile file, VariableDeclarator local, ExpressionStmt declaration, BlockStmt block) {
    private static final int MAX_DEPTH = 4;

    /** Returns the change of the raw program that may make a buffer on a file right. */
    public static Optional<Preparation> of(Match match) {
        return match.stream().filter(each -> match.repair().isOutput() && !match.repair().isSocket())
                .filter(each -> !each.boundary()).flatMap(each -> of(match.sources(), each));
    }

    static Optional<Preparation> of(Sources sources, TracedStream stream) {
        if (!stream.others().isEmpty()) {
            return Optional.empty();
        }
        Optional<VariableDeclarator> local = localOf(stream.creation());
        Optional<ExpressionStmt> declaration = local.flatMap(Node::getParentNode)
                .filter(parent -> parent instanceof VariableDeclarationExpr all && all.getVariables().size() == 1)
                .flatMap(each -> Enclosing.parent(each, ExpressionStmt.class));
        return declaration.flatMap(each -> Enclosing.parent(each, BlockStmt.class))
                .map(block -> new AddedResource(sources, stream.file(), local.get(), declaration.get(), block))
                .flatMap(each -> each.plan(MayClose.never(sources, stream)));
    }

    /** Returns the variable whose value is the created stream or what is put round it in the same expression. */
    private static Optional<VariableDeclarator> localOf(Expression creation) {
        Node value = creation;
        while (value.getParentNode().orElseThrow() instanceof ObjectCreationExpr outer
                && Enclosing.indexOf(outer.getArguments(), value) == 0) {
            value = outer;
        }
        return Enclosing.parent(value, VariableDeclarator.class);
    }

    private Optional<Preparation> plan(boolean lost) {
        List<Statement> rest = rest();
        if (rest.isEmpty() || !standsAlone(rest) || isAssigned()
                || uses().stream().anyMatch(each -> isGivenAway(each, 0))
                || !closesAnything()) {
            return Optional.empty();
        }
        Statement last = rest.get(rest.size() - 1);
        List<MethodCallExpr> closes = uses().stream()
                .flatMap(use -> Enclosing.parent(use, MethodCallExpr.class).stream())
                .filter(call -> call.getNameAsString().equals("close")).toList();
        boolean closedLast = closes.size() == 1
                && closes.get(0).getParentNode().filter(each -> each == last).isPresent();
        if (!closes.isEmpty() && (!closedLast || rest.size() == 1)) {
            return Optional.empty();
        }
        // what else may close it, a method of another name, is not looked at closely enough to say when it stayed open
        String open = closedLast ? "; it stayed open when an exception was thrown"
                : lost ? "; it stayed open before" : "";
        return Optional.of(new Preparation(
                "in a try-with-resources", edits(closedLast ? Optional.of(last) : Optional.empty()),
                List.of(Hazard.at(HazardKind.FORM, local,
                        "`" + local.getNameAsString() + "` is now closed on every path" + open)), lost));
    }

    /** A wrapper may inherit the {@code close()} of {@code OutputStream}, which leaves what is below open. */
    private boolean closesAnything() {
        Resolver resolver = Resolver.of(sources);
        Optional<TypeElement> type = local.getInitializer().flatMap(resolver::type).flatMap(resolver::classOf);
        while (type.isPresent()) {
            Optional<ExecutableElement> close = ElementFilter.methodsIn(type.get().getEnclosedElements()).stream()
                    .filter(each -> each.getSimpleName().contentEquals("close") && each.getParameters().isEmpty())
                    .findFirst();
            if (close.isPresent()) {
                return !type.get().getQualifiedName().contentEquals("java.io.OutputStream")
                        && resolver.declaration(close.get())
                                .filter(each -> each.findFirst(MethodCallExpr.class).isEmpty()).isEmpty();
            }
            type = resolver.classOf(type.get().getSuperclass());
        }
        return true;
    }

    private List<Statement> rest() {
        return block.getStatements().stream().dropWhile(each -> each != declaration).skip(1).toList();
    }

    /** Each line of the rest is moved to the right, so none may hold something else or be part of a literal. */
    private boolean standsAlone(List<Statement> rest) {
        int first = declaration.getEnd().orElseThrow().line;
        int end = block.getEnd().orElseThrow().line;
        String moved = file.text().substring(file.end(declaration), file.end(block));
        return rest.get(0).getBegin().orElseThrow().line > first
                && rest.get(rest.size() - 1).getEnd().orElseThrow().line < end
                && file.text().substring(file.lineStart(end), file.end(block) - 1).isBlank()
                && rest.stream().allMatch(each -> each.findAll(TextBlockLiteralExpr.class).isEmpty())
                && !moved.contains("/*");
    }

    private boolean isAssigned() {
        return uses().stream().anyMatch(use -> Enclosing.parent(use, AssignExpr.class)
                .filter(assign -> assign.getTarget() == use).isPresent());
    }

    /** Code that gets the stream may keep it for longer than the block: what has no source, or sets a field to it. */
    private boolean isGivenAway(Node use, int depth) {
        Node value = use;
        while (value.getParentNode().orElseThrow() instanceof ObjectCreationExpr wrapper) {
            value = wrapper;
        }
        Node given = value;
        Node user = given.getParentNode().orElseThrow();
        Resolver resolver = Resolver.of(sources);
        if (user instanceof VariableDeclarator wrapper && wrapper != local && !Enclosing.isField(wrapper)) {
            return resolver.names(wrapper).stream().anyMatch(each -> isGivenAway(each, depth));
        }
        if (user instanceof AssignExpr set && set.getValue() == given) {
            return resolver.variable(set.getTarget()).filter(each -> !each.getKind().isField()).isEmpty();
        }
        if (!(user instanceof MethodCallExpr call) || call.getScope().filter(scope -> scope == given).isPresent()) {
            return false;
        }
        int position = Enclosing.indexOf(call.getArguments(), given);
        boolean keeps = depth == 0 || call.getNameAsString().matches("(set|add).*")
                || resolver.method(call).filter(resolver::isPlatform).isEmpty();
        return depth > MAX_DEPTH || resolver.calledMethod(call)
                .filter(method -> position >= 0 && position < method.getParameters().size())
                .map(method -> resolver.names(method.getParameter(position)).stream()
                        .anyMatch(each -> isGivenAway(each, depth + 1))).orElse(keeps);
    }

    private List<NameExpr> uses() {
        return Resolver.of(sources).names(local);
    }

    private List<Edit> edits(Optional<Statement> close) {
        String indent = file.indent(declaration);
        String step = Lines.step(file, declaration);
        List<Edit> edits = new ArrayList<>();
        edits.add(file.insert(file.start(declaration), "try ("));
        edits.add(file.edit(file.end(declaration) - 1, file.end(declaration), ") {"));
        Optional<Edit> removal = close.map(each -> Lines.removal(file, each));
        removal.ifPresent(edits::add);
        int end = block.getEnd().orElseThrow().line;
        for (int line = declaration.getEnd().orElseThrow().line + 1; line < end; line++) {
            int start = file.lineStart(line);
            boolean gone = removal.filter(each -> each.startOffset() == start).isPresent();
            if (!gone && !file.text().substring(start, file.lineStart(line + 1)).isBlank()) {
                edits.add(file.insert(start, step));
            }
        }
        edits.add(file.insert(file.lineStart(end), indent + "}" + file.lineEnd()));
        return edits;
    }
}
