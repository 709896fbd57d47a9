package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.MetHazards;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file's attributes once where several checks of the same file follow each other with nothing between them.
 *
 * <p>A missing file stays "no" and 0. The answers become one snapshot, so it is at most {@code unsafe}.
 */
record AttributesOnce(Sources sources, FileChecks.Run run, Statement first, SourceFile file) {
    private static final String ATTRIBUTES = "java.nio.file.attribute.BasicFileAttributes";

    /** Plans from a recorded check of a file: of the runs of its method, the longest. */
    static Optional<Plan> plan(Match match, Node call) {
        Sources sources = match.sources();
        return call instanceof MethodCallExpr check
                ? FileChecks.run(sources, check).map(run -> longest(sources, run, check)).flatMap(run ->
                        new AttributesOnce(sources, run, run.first(), SourceFile.of(run.first())).plan())
                : Plan.none();
    }

    private static FileChecks.Run longest(Sources sources, FileChecks.Run recorded, MethodCallExpr check) {
        return Enclosing.body(check).orElseThrow().findAll(MethodCallExpr.class).stream()
                .flatMap(each -> FileChecks.run(sources, each).stream())
                .filter(run -> run.variable() == recorded.variable())
                .reduce(recorded, (best, run) -> run.checks().size() > best.checks().size() ? run : best);
    }

    private Optional<Plan> plan() {
        Imports imports = new Imports(sources);
        String attributes = imports.name(file, first, ATTRIBUTES);
        String optional = imports.name(file, first, "java.util.Optional");
        TypeDeclaration<?> owner = outermost();
        if (owner.getMembers().isEmpty()) {
            return Plan.none(); // an enum of constants with bodies
        }
        Optional<MethodDeclaration> present = reader(owner);
        String reader = present.isPresent() ? present.get().getNameAsString()
                : Lines.fresh("attributesOf", file.text(owner));
        Node body = Enclosing.body(first).orElseThrow();
        long others = earlierRuns(body);
        String name = Lines.fresh("attributes" + (others == 0 ? "" : others + 1), file.text(body));
        List<Edit> edits = new ArrayList<>();
        String given = optional + "<" + attributes + "> " + name + " = " + reader + "(" + run.receiver() + ");";
        edits.add(file.insert(file.start(first), given + file.lineEnd() + file.indent(first)));
        for (MethodCallExpr check : run.checks()) {
            edits.add(file.replace(check, answer(check, name, attributes)));
        }
        if (present.isEmpty()) {
            BodyDeclaration<?> last = owner.getMember(owner.getMembers().size() - 1);
            edits.add(file.insert(file.end(last), reader(reader, attributes, optional, last, imports)));
        }
        edits.addAll(imports.edits());
        MethodCallExpr last = run.checks().get(run.checks().size() - 1);
        List<Hazard> reasons = new ArrayList<>(MetHazards.meanwhile(
                new OutwardCalls(Resolver.of(sources)), run.checks().get(0), last, run.receiver()));
        reasons.add(Hazard.at(HazardKind.LATE, last, "answers what was asked in line "
                + first.getBegin().orElseThrow().line + ": a change of `" + run.receiver()
                + "` between the checks is missed; a missing file costs an exception, often more than its checks"));
        return Optional.of(new Plan(
                "read the attributes of " + run.receiver() + " once instead of " + run.checks().size() + " times",
                edits, reasons, Applicability.UNSAFE));
    }

    /** Returns how many runs of checks are in scope at this one, whose attributes have the same name. */
    private long earlierRuns(Node body) {
        return body.findAll(MethodCallExpr.class, call -> file.start(call) < file.start(first)).stream()
                .flatMap(call -> FileChecks.run(sources, call).stream())
                .map(FileChecks.Run::first)
                .filter(other -> Enclosing.isAround(other.getParentNode().orElseThrow(), first))
                .mapToInt(file::start).filter(start -> start < file.start(first)).distinct().count();
    }

    private String answer(MethodCallExpr check, String name, String attributes) {
        return switch (check.getNameAsString()) {
            case "exists" -> name + ".isPresent()";
            case "isFile", "isRegularFile" -> name + ".filter(" + attributes + "::isRegularFile).isPresent()";
            case "isDirectory" -> name + ".filter(" + attributes + "::isDirectory).isPresent()";
            case "length" -> orZero(check, name, "size()");
            default -> orZero(check, name, "lastModifiedTime().toMillis()");
        };
    }

    /** A primitive number, since two objects would be compared by identity. */
    private static String orZero(MethodCallExpr check, String name, String value) {
        String number = name + ".isPresent() ? " + name + ".get()." + value + " : 0";
        Node parent = check.getParentNode().orElseThrow();
        boolean alone = parent instanceof VariableDeclarator || parent instanceof ReturnStmt
                || parent instanceof AssignExpr
                || parent instanceof MethodCallExpr call && call.getArguments().contains(check);
        return alone ? number : "(" + number + ")";
    }

    private TypeDeclaration<?> outermost() {
        return Enclosing.around(first).filter(TypeDeclaration.class::isInstance)
                .<TypeDeclaration<?>>map(type -> (TypeDeclaration<?>) type)
                .reduce((inner, outer) -> outer).orElseThrow();
    }

    /** Returns the method that an earlier fix has added. */
    private Optional<MethodDeclaration> reader(TypeDeclaration<?> owner) {
        return owner.getMethodsByName("attributesOf").stream()
                .filter(method -> method.isStatic()
                        && method.getParameters().size() == 1
                        && method.getParameter(0).getTypeAsString().equals(run.isPath() ? "Path" : "File")
                        && method.getTypeAsString().equals("Optional<BasicFileAttributes>")).findFirst();
    }

    private String reader(
            String name, String attributes, String optional, BodyDeclaration<?> last, Imports imports) {
        String type = imports.name(file, last, run.isPath() ? "java.nio.file.Path" : "java.io.File");
        String files = imports.name(file, last, "java.nio.file.Files");
        String failure = imports.name(file, last, "java.io.IOException");
        String invalid = imports.name(file, last, "java.nio.file.InvalidPathException");
        String path = run.isPath() ? "file" : "file.toPath()";
        String caught = run.isPath() ? failure : failure + " | " + invalid;
        String indent = file.indent(last);
        String step = Lines.step(file, last);
        return String.join(file.lineEnd() + indent,
                "",
                "",
                "private static " + optional + "<" + attributes + "> " + name + "(" + type + " file) {",
                step + "try {",
                step + step + "return " + optional + ".of(" + files + ".readAttributes(" + path + ", " + attributes
                        + ".class));",
                step + "} catch (" + caught + " missing) {",
                step + step + "return " + optional + ".empty();",
                step + "}", "}").replace(file.lineEnd() + indent + file.lineEnd(), file.lineEnd() + file.lineEnd());
    }
}
