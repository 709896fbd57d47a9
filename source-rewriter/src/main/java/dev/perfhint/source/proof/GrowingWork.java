package dev.perfhint.source.proof;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayCreationExpr;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.ConditionalExpr;
import com.github.javaparser.ast.expr.EnclosedExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.BlockStmt;
import com.github.javaparser.ast.stmt.ExpressionStmt;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.jdk.JdkEffect;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Says which work of the JDK's takes longer for larger values: it copies, compares, joins or clears them.
 *
 * <p>Not counted is what has a bound that is written down, and what makes the text or array that is written to the
 * stream next: that takes no longer than the bytes are many.
 */
final class GrowingWork {
    private static final int MAX_DEPTH = 6;
    private static final Set<String> NUMBERS = Set.of("java.lang.Integer", "java.lang.Long", "java.lang.Short",
            "java.lang.Byte", "java.lang.Character", "java.lang.Boolean", "java.lang.Double", "java.lang.Float",
            "java.lang.Math");
    private static final Set<String> TEXTS = Set.of("java.lang.String", "java.lang.StringBuilder",
            "java.lang.StringBuffer", "java.lang.CharSequence", "java.lang.AbstractStringBuilder");
    private static final Set<String> SMALL = Set.of("java.nio.charset.Charset", "java.util.Locale", "java.lang.Class");

    /** Classes all of whose quiet methods are done at once. */
    private static final Set<String> PROMPT = Set.of("java.lang.Math", "java.lang.Object", "java.lang.Thread",
            "java.lang.Runtime", "java.net.Socket", "java.util.zip.CRC32", "java.util.zip.Adler32");
    private static final Set<String> PROMPT_OF_TEXTS =
            Set.of("length", "charAt", "isEmpty", "codePointAt", "setCharAt", "capacity");
    private static final Set<String> PROMPT_OF_SYSTEM = Set.of("identityHashCode", "lineSeparator");

    /** Elements, or characters, of what is small. */
    private static final int MAX_SMALL = 256;

    /** Methods whose results are about as long as what they are made of. */
    private static final Set<String> COPYING = Set.of("getBytes", "toCharArray", "concat", "toUpperCase", "toLowerCase",
            "toString", "valueOf", "copyValueOf");

    private final TypestateRun run;

    GrowingWork(TypestateRun run) {
        this.run = run;
    }

    /** Returns whether what the expression itself does may take long where its values are large. */
    boolean is(Expression e) {
        return grows(e) && !isWritten(e, 0);
    }

    private boolean grows(Expression e) {
        if (e instanceof BinaryExpr sum) {
            return sum.getOperator() == BinaryExpr.Operator.PLUS && isText(e)
                    && !(isBounded(sum.getLeft(), 0) && isBounded(sum.getRight(), 0));
        }
        if (e instanceof AssignExpr sum) {
            return sum.getOperator() == AssignExpr.Operator.PLUS && isText(sum.getTarget());
        }
        if (e instanceof ArrayCreationExpr made) {
            return !isBounded(e, 0);
        }
        Optional<ExecutableElement> method = e instanceof MethodCallExpr || e instanceof ObjectCreationExpr
                ? run.resolver.method(e).filter(run.resolver::isPlatform) : Optional.empty();
        return method.isPresent() && !isPrompt(e, method.get());
    }

    private boolean isPrompt(Expression call, ExecutableElement method) {
        String owner = run.resolver.key(method).owner();
        String name = method.getSimpleName().toString();
        boolean numbers = method.getParameters().stream().allMatch(each -> isNumber(each.asType()));
        if (method.getKind() == ElementKind.CONSTRUCTOR) {
            return run.resolver.isSubtype(method.getEnclosingElement().asType(), "java.lang.Throwable")
                    || NUMBERS.contains(owner) && numbers
                    || Changes.arguments(call).stream().allMatch(each -> isBounded(each, 0) && isSmallNumber(each));
        }
        if (run.jdk.effect(method).filter(JdkEffect.OWN::equals).isPresent() || PROMPT.contains(owner)
                || NUMBERS.contains(owner) && numbers
                || owner.equals("java.lang.System") && PROMPT_OF_SYSTEM.contains(name)) {
            return true;
        }
        if (name.equals("arraycopy")) {
            return isSmallConstant(call.asMethodCallExpr().getArgument(4));
        }
        return TEXTS.contains(owner) && (PROMPT_OF_TEXTS.contains(name)
                || numbers && (name.equals("append") || name.equals("valueOf")))
                || !name.equals("setLength") && operands(call).allMatch(each -> isBounded(each, 0));
    }

    private static Stream<Expression> operands(Expression call) {
        return Stream.concat(Changes.arguments(call).stream(),
                call instanceof MethodCallExpr m ? m.getScope().stream() : Stream.empty());
    }

    /** Returns whether the value is no longer than what is written down, or than digits of a number. */
    private boolean isBounded(Expression e, int depth) {
        if (depth > MAX_DEPTH) {
            return false;
        }
        Optional<Object> constant = run.resolver.constant(e);
        if (constant.isPresent()) {
            return !(constant.get() instanceof String text) || text.length() <= MAX_SMALL;
        }
        if (e.isNullLiteralExpr() || e.isTypeExpr() || e.isClassExpr()
                || run.resolver.type(e).filter(type -> isNumber(type)
                        || run.resolver.className(type).filter(SMALL::contains)
                        .isPresent()).isPresent()) {
            return true;
        }
        if (e instanceof EnclosedExpr inner) {
            return isBounded(inner.getInner(), depth + 1);
        }
        if (e instanceof ConditionalExpr choice) {
            return isBounded(choice.getThenExpr(), depth + 1) && isBounded(choice.getElseExpr(), depth + 1);
        }
        if (e instanceof BinaryExpr sum) {
            return isBounded(sum.getLeft(), depth + 1) && isBounded(sum.getRight(), depth + 1);
        }
        if (e instanceof ArrayCreationExpr made) {
            return made.getInitializer().filter(listed -> listed.getValues().size() <= MAX_SMALL).isPresent()
                    || made.getLevels().size() == 1
                    && made.getLevels().get(0).getDimension().filter(this::isSmallConstant).isPresent();
        }
        if (e instanceof MethodCallExpr call) {
            boolean text = run.resolver.ownerOf(call).filter(owner -> NUMBERS.contains(owner)
                    || owner.equals("java.lang.String")).isPresent();
            return text
                    && run.resolver.method(call).flatMap(run.jdk::effect).filter(JdkEffect.QUIET::equals).isPresent()
                    && (call.getScope().isEmpty() || isNamedType(call) || isBounded(call.getScope().get(), depth + 1))
                    && call.getArguments().stream().allMatch(each -> isBounded(each, depth + 1));
        }
        return run.resolver.variable(e).filter(v -> !Assignments.isParameter(run.resolver, v))
                .filter(v -> run.resolver.type(e).flatMap(run.resolver::className).filter("java.lang.String"::equals)
                        .isPresent() || v.asType().getKind() == TypeKind.ARRAY)
                .flatMap(v -> Assignments.onlyValue(run.resolver, v)).filter(value -> isBounded(value, depth + 1))
                .isPresent();
    }

    private boolean isNamedType(MethodCallExpr call) {
        return run.resolver.method(call).filter(method -> method.getModifiers().contains(Modifier.STATIC)).isPresent();
    }

    /** A number that is no constant may be the size of what is made. */
    private boolean isSmallNumber(Expression e) {
        boolean number = run.resolver.type(e).filter(this::isNumber).isPresent();
        return !number || isSmallConstant(e);
    }

    private boolean isSmallConstant(Expression e) {
        return Rounds.whole(run, e).filter(n -> n <= MAX_SMALL).isPresent();
    }

    private boolean isNumber(TypeMirror type) {
        return type.getKind().isPrimitive() || run.resolver.className(type).filter(NUMBERS::contains).isPresent();
    }

    private boolean isText(Expression e) {
        return run.resolver.className(e).filter("java.lang.String"::equals).isPresent();
    }

    /** Returns whether what the expression makes is written to the stream as a whole. */
    private boolean isWritten(Expression e, int depth) {
        if (run.resolver.type(e).filter(type -> !isNumber(type)).isEmpty()) {
            return false;
        }
        Node at = e;
        Node parent = e.getParentNode().orElse(null);
        while (parent instanceof EnclosedExpr || parent instanceof BinaryExpr sum
                && sum.getOperator() == BinaryExpr.Operator.PLUS && isText(sum)
                || parent instanceof MethodCallExpr copy && isCopying(copy)) {
            at = parent;
            parent = parent.getParentNode().orElse(null);
        }
        if (parent instanceof MethodCallExpr call) {
            return call.getArguments().isNonEmpty() && call.getArgument(0) == at && run.work.writes(call)
                    && (call.getArguments().size() == 1 || isWhole(call));
        }
        Optional<VariableElement> variable = depth < MAX_DEPTH && parent instanceof VariableDeclarator v
                ? run.resolver.variable(v) : Optional.empty();
        Optional<BlockStmt> block = variable.isPresent() ? block(parent) : Optional.empty();
        return block.isPresent() && List.copyOf(run.resolver.uses(variable.get())).stream()
                .anyMatch(use -> block.get() == block(use).orElse(null) && isWritten(use, depth + 1));
    }

    /** Returns whether all of an array or text is written: from 0 to its length. */
    boolean isWhole(MethodCallExpr call) {
        Optional<VariableElement> written = run.resolver.variable(call.getArgument(0));
        Optional<Expression> length = call.getArguments().size() != 3
                || Rounds.whole(run, call.getArgument(1)).filter(n -> n == 0).isEmpty() ? Optional.empty()
                : call.getArgument(2) instanceof FieldAccessExpr field ? Optional.of(field.getScope())
                : call.getArgument(2) instanceof MethodCallExpr asked && asked.getNameAsString().equals("length")
                        ? asked.getScope() : Optional.empty();
        return written.isPresent() && length.flatMap(run.resolver::variable).equals(written);
    }

    /** Returns whether the call gives a text or array that is about as long as the text it is made of. */
    boolean isCopying(MethodCallExpr call) {
        return COPYING.contains(call.getNameAsString())
                && run.resolver.ownerOf(call).filter(TEXTS::contains).isPresent();
    }

    /** Returns the block that the node stands in with a plain statement, if nothing jumps over a part of it. */
    private static Optional<BlockStmt> block(Node node) {
        return node.findAncestor(Statement.class)
                .filter(ExpressionStmt.class::isInstance).flatMap(Node::getParentNode)
                .filter(BlockStmt.class::isInstance).map(BlockStmt.class::cast)
                .filter(block -> block.findFirst(Statement.class, s -> s.isContinueStmt() || s.isThrowStmt()
                        || s.isBreakStmt()).isEmpty());
    }
}
