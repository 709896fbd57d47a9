package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.expr.TextBlockLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import com.github.javaparser.ast.nodeTypes.NodeWithSimpleName;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ReturnStmt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the texts that a path may begin with, to tell devices and kernel files from files.
 *
 * <p>Values are followed through variables, fields, methods and the arguments of all calls in the given files; what is
 * read at run time has no text.
 */
final class DevicePaths {
    private static final Pattern DEVICE = Pattern.compile("/(dev|proc|sys)(/.*)?"
            + "|(?i)((.*/)?(con|prn|aux|nul|com\\d|lpt\\d):?|//[.?]/.*)");
    private static final int MAXIMUM_TEXTS = 64;

    private final StaticTypes types;
    private final List<CompilationUnit> units;
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private DevicePaths(StaticTypes types, List<CompilationUnit> units) {
        this.types = types;
        this.units = units;
    }

    /** Returns a device or kernel file that the expression may name. */
    static Optional<String> find(Expression path, StaticTypes types, List<CompilationUnit> units) {
        return new DevicePaths(types, units).texts(path).stream().map(DevicePaths::normal)
                .filter(p -> DEVICE.matcher(p).matches()).findFirst();
    }

    private static String normal(String path) {
        String text = path.replaceFirst("^file:/*", "/").replace('\\', '/').replaceAll("(?<=.)/+", "/");
        String shorter = text.replaceAll("/\\.(?=/|$)", "").replaceAll("/(?!\\.\\./)[^/]+/\\.\\.(?=/|$)", "");
        return shorter.equals(text) ? text : normal(shorter);
    }

    private List<String> texts(Expression e) {
        if (e instanceof StringLiteralExpr literal) {
            return List.of(literal.asString());
        }
        if (e instanceof TextBlockLiteralExpr block) {
            return List.of(block.translateEscapes().strip());
        }
        if (e.isEnclosedExpr()) {
            return texts(e.asEnclosedExpr().getInner());
        }
        if (e instanceof BinaryExpr sum) {
            return joined(texts(sum.getLeft()), "", texts(sum.getRight()));
        }
        if (e instanceof ObjectCreationExpr creation) {
            return path(creation.getArguments());
        }
        if (e instanceof MethodCallExpr call) {
            return ofCall(call);
        }
        if (e instanceof NameExpr || e instanceof FieldAccessExpr) {
            return declaration(e).map(this::ofDeclaration).orElse(List.of());
        }
        return all(e.getChildNodes());
    }

    private List<String> all(List<? extends Node> nodes) {
        Set<String> texts = new LinkedHashSet<>();
        for (Node node : nodes) {
            texts.addAll(node instanceof Expression e ? texts(e) : all(node.getChildNodes()));
        }
        return List.copyOf(texts);
    }

    private static List<String> joined(List<String> left, String between, List<String> right) {
        List<String> texts = new ArrayList<>(right.isEmpty() ? left : List.of());
        left.forEach(l -> right.forEach(r -> texts.add(l + between + r)));
        return texts.size() > MAXIMUM_TEXTS ? left : texts;
    }

    /** Parts of a path; one that is absolute stands for itself. */
    private List<String> path(List<Expression> parts) {
        Set<String> texts = new LinkedHashSet<>();
        List<String> before = List.of();
        for (int i = 0; i < parts.size(); i++) {
            List<String> here = texts(parts.get(i));
            texts.addAll(here);
            before = i == 0 ? here : joined(before, "/", here);
            texts.addAll(before);
        }
        // equal ones once: each level of a nested path would double them
        return List.copyOf(texts);
    }

    private List<String> ofCall(MethodCallExpr call) {
        List<Expression> parts = new ArrayList<>();
        call.getScope().filter(s -> !(s instanceof NameExpr name) || Declarations.of(name).isPresent()).ifPresent(parts::add);
        Optional<TypeDeclaration<?>> home = call.getScope().isEmpty() ? Declarations.enclosingType(call)
                : types.of(call.getScope().get()).source();
        List<String> texts = new ArrayList<>();
        home.ifPresent(type -> {
            type.getMethodsByName(call.getNameAsString()).stream().filter(m -> seen.add(m))
                    .flatMap(m -> m.findAll(ReturnStmt.class).stream())
                    .flatMap(r -> r.getExpression().stream()).forEach(e -> texts.addAll(texts(e)));
            Optional.of(type).filter(RecordDeclaration.class::isInstance)
                    .flatMap(r -> Declarations.field(r, call.getNameAsString()))
                    .ifPresent(component -> texts.addAll(ofDeclaration(component)));
        });
        if (call.getNameAsString().equals("concat") && parts.size() == 1 && call.getArguments().size() == 1) {
            return joined(texts(parts.get(0)), "", texts(call.getArgument(0)));
        }
        parts.addAll(call.getArguments());
        texts.addAll(path(parts));
        return texts;
    }

    private Optional<Node> declaration(Expression e) {
        Optional<Node> found = Declarations.of(e);
        return found.isPresent() || !(e instanceof FieldAccessExpr access) ? found
                : types.of(access.getScope()).source().flatMap(t -> Declarations.field(t, access.getNameAsString()));
    }

    private List<String> ofDeclaration(Node declaration) {
        List<String> texts = new ArrayList<>();
        if (!seen.add(declaration)) {
            return texts;
        }
        if (declaration instanceof VariableDeclarator v) {
            v.getInitializer().ifPresent(i -> texts.addAll(texts(i)));
            Declarations.ancestor(v, ForEachStmt.class).filter(loop -> loop.getVariableDeclarator() == v)
                    .ifPresent(loop -> texts.addAll(texts(loop.getIterable())));
            for (Expression use : Declarations.uses(v)) {
                if (use.getParentNode().orElse(null) instanceof AssignExpr a && a.getTarget() == use) {
                    texts.addAll(texts(a.getValue()));
                }
            }
        } else if (declaration instanceof Parameter p) {
            arguments(p).forEach(a -> texts.addAll(texts(a)));
        }
        return texts;
    }

    private List<Expression> arguments(Parameter parameter) {
        Node owner = parameter.getParentNode().orElse(parameter);
        List<Parameter> parameters = owner instanceof CallableDeclaration<?> c ? c.getParameters()
                : owner instanceof RecordDeclaration r ? r.getParameters() : List.of();
        if (parameters.isEmpty()) {
            return List.of();
        }
        String name = ((NodeWithSimpleName<?>) owner).getNameAsString();
        boolean constructs = owner instanceof ConstructorDeclaration || owner instanceof RecordDeclaration;
        int index = 0;
        while (parameters.get(index) != parameter) {
            index++;
        }
        List<Expression> found = new ArrayList<>();
        for (CompilationUnit unit : units) {
            for (Node call : unit.findAll(Node.class, n -> calls(n, name, constructs))) {
                List<Expression> given = ((NodeWithArguments<?>) call).getArguments();
                if (index < given.size()) {
                    found.add(given.get(index));
                }
            }
        }
        return found;
    }

    private static boolean calls(Node node, String name, boolean constructs) {
        return constructs ? node instanceof ObjectCreationExpr o && o.getType().getNameAsString().equals(name)
                || node instanceof ExplicitConstructorInvocationStmt
                || node instanceof EnumConstantDeclaration e && e.getParentNode()
                        .filter(t -> t instanceof NodeWithSimpleName<?> n && n.getNameAsString().equals(name)).isPresent()
                : node instanceof MethodCallExpr m && m.getNameAsString().equals(name);
    }
}
