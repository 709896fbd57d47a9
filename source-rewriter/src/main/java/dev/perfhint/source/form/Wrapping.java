package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.NodeList;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.BooleanLiteralExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithAnnotations;
import com.github.javaparser.ast.type.Type;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.Effect;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.Holder;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.edit.Receivers;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import javax.lang.model.type.TypeKind;

/**
 * Builds the edits that put a buffer directly around a raw stream where it is created.
 *
 * <p>Variables that hold the raw stream and are declared with its class are widened to the stream type.
 */
public record Wrapping(
        Sources sources, TracedStream stream, boolean output, boolean large, Imports imports, List<Edit> edits,
        List<Hazard> reasons) {
    private static final Set<String> AUTOFLUSHING = Set.of("java.io.PrintStream", "java.io.PrintWriter");
    private static final Set<String> ONLY_OF_FILES = Set.of("getChannel", "getFD");
    private static final int LARGE_BUFFER_BYTES = 65536;
    // below, the default of 8192 bytes takes seven of eight calls away
    private static final double LARGE_CALL_BYTES = 1024;
    private static final int LARGE_BLOCK_BYTES = 8192;
    private static final Set<String> SIZED_BY_SECOND_ARGUMENT = Set.of("java.util.zip.GZIPInputStream");
    private static final Set<String> SIZED_BY_THIRD_ARGUMENT = Set.of("java.util.zip.InflaterInputStream");

    /**
     * Returns the plan for a stream that the bytes leave by ({@code output}) or come in by.
     *
     * @param bytesPerCall mean size of a call where it is known; large ones get a larger buffer than the default
     */
    public static Optional<Plan> plan(
            Sources sources, TracedStream stream, boolean output, OptionalDouble bytesPerCall) {
        return new Wrapping(sources, stream, output, bytesPerCall.orElse(0) > LARGE_CALL_BYTES, new Imports(sources),
                new ArrayList<>(), new ArrayList<>()).plan();
    }

    /** A channel or a random access file is no stream; a type that cannot be told is left to the compiler. */
    private boolean isStream(Expression raw) {
        Resolver resolver = Resolver.of(sources);
        return resolver.type(raw)
                .map(type -> resolver.isSubtype(type, output ? "java.io.OutputStream" : "java.io.InputStream"))
                .orElse(true);
    }

    private Optional<Plan> plan() {
        if (!isStream(stream.creation()) || readsLargeBlocks()) {
            return Optional.empty();
        }
        Optional<Wrapper> flushing = flushingWrapper();
        if (flushing.isPresent()) {
            ObjectCreationExpr printer = (ObjectCreationExpr) flushing.get().expression();
            wrap(stream.file(), stream.creation());
            edits.add(flushing.get().file().replace(printer.getArgument(1), "false"));
            return sketch(
                    "create the " + simple(flushing.get().type())
                            + " without autoflush over a buffer, flushed when the output is complete",
                    "it flushes after every line: a buffer alone saves nothing");
        }
        wrap(stream.file(), stream.creation());
        stream.others().forEach(other -> wrap(other.file(), other.expression()));
        List<Holder> holders = new ArrayList<>(stream.holders());
        holders.addAll(Receivers.of(sources, stream));
        for (Holder holder : holders) {
            if (isLombok(holder.declaration())) {
                return sketch(title(), "Lombok declares or closes " + holder.name() + ": its code is generated");
            }
            if (holder.wrapped() == 0 && !widen(holder)) {
                return sketch(title(), "the declared type of " + holder.name() + " cannot hold a buffer");
            }
        }
        edits.addAll(imports.edits());
        int bytes = large ? LARGE_BUFFER_BYTES : Effect.DEFAULT_BUFFER_BYTES;
        Applicability ceiling = reasons.isEmpty() ? Applicability.SAFE : Applicability.UNSAFE;
        return Optional.of(new Plan(title(), edits, reasons, ceiling, Effect.bytes(bytes, bytes))
                .holding(Plan.Holding.BUFFER, List.of()));
    }

    private Optional<Plan> sketch(String title, String reason) {
        edits.addAll(imports.edits());
        return Optional.of(Plan.sketch(title, edits, reason));
    }

    private String title() {
        String buffer = (output ? "BufferedOutputStream" : "BufferedInputStream")
                + (large ? " of " + LARGE_BUFFER_BYTES + " bytes" : "");
        if (isPrintStreamOnFile(stream.creation())) {
            return "put a " + buffer + " under the PrintStream where it is created";
        }
        String raw = stream.creation() instanceof ObjectCreationExpr creation
                ? creation.getType().getNameAsString()
                : stream.creation().isMethodCallExpr()
                        ? "result of " + stream.creation().asMethodCallExpr().getNameAsString() : "stream";
        return "wrap the " + raw + " in a " + buffer + " where it is created";
    }

    /** A stream that is or may be told to flush by itself empties every buffer below it. */
    private Optional<Wrapper> flushingWrapper() {
        return !output ? Optional.empty() : stream.wrappers().stream()
                .filter(wrapper -> AUTOFLUSHING.contains(wrapper.type()))
                .filter(wrapper -> wrapper.expression() instanceof ObjectCreationExpr creation
                        && creation.getArguments().size() > 1
                        && !isFalse(creation.getArgument(1)) && mayBeFlag(creation.getArgument(1))).findFirst();
    }

    private static boolean isFalse(Expression argument) {
        return argument instanceof BooleanLiteralExpr literal && !literal.getValue();
    }

    // PrintWriter and PrintStream take a flag or a charset as their second argument
    private boolean mayBeFlag(Expression argument) {
        return argument.isBooleanLiteralExpr()
                || Resolver.of(sources).type(argument).map(type -> type.getKind() == TypeKind.BOOLEAN).orElse(true);
    }

    /** A decompressing stream with a large block of its own needs no buffer below. */
    private boolean readsLargeBlocks() {
        if (stream.wrappers().isEmpty()
                || !(stream.wrappers().get(0).expression() instanceof ObjectCreationExpr creation)) {
            return false;
        }
        String type = stream.wrappers().get(0).type();
        int position = SIZED_BY_SECOND_ARGUMENT.contains(type) ? 1 : SIZED_BY_THIRD_ARGUMENT.contains(type) ? 2 : -1;
        return position > 0
                && creation.getArguments().size() > position
                // others may ask their own inflater how much of the block it did not use
                && (position == 1 || creation.getArgument(1).isObjectCreationExpr())
                && creation.getArgument(position) instanceof IntegerLiteralExpr size
                && size.asNumber().longValue() >= LARGE_BLOCK_BYTES;
    }

    private void wrap(SourceFile file, Expression raw) {
        String buffer = imports.name(file, raw,
                output ? "java.io.BufferedOutputStream" : "java.io.BufferedInputStream");
        if (isPrintStreamOnFile(raw)) {
            fillPrintStream(file, (ObjectCreationExpr) raw, buffer);
            return;
        }
        edits.add(file.insert(file.start(raw), "new " + buffer + "("));
        edits.add(file.insert(file.end(raw), size() + ")"));
    }

    private String size() {
        return large ? ", " + LARGE_BUFFER_BYTES : "";
    }

    private boolean isPrintStreamOnFile(Expression raw) {
        return raw instanceof ObjectCreationExpr creation
                && Resolver.of(sources).className(creation.getType())
                        .filter("java.io.PrintStream"::equals).isPresent();
    }

    /** {@code PrintStream(File, charset)} becomes {@code PrintStream(OutputStream, false, charset)}. */
    private void fillPrintStream(SourceFile file, ObjectCreationExpr creation, String buffer) {
        NodeList<Expression> arguments = creation.getArguments();
        String fileStream = imports.name(file, creation, "java.io.FileOutputStream");
        Expression first = arguments.get(0);
        edits.add(file.insert(file.start(first), "new " + buffer + "(new " + fileStream + "("));
        edits.add(file.insert(file.end(first), ")" + size() + (arguments.size() == 2 ? "), false" : ")")));
    }

    /** Returns false where the variable's declaration cannot be adapted. */
    private boolean widen(Holder holder) {
        Optional<Type> written = writtenType(holder.declaration());
        if (written.isEmpty() || written.get().isVarType() || written.get().isUnknownType()) {
            return true;
        }
        Optional<String> declared = Resolver.of(sources).className(
                holder.declaration() instanceof MethodDeclaration method ? method.getType() : holder.declaration());
        String wide = output ? "java.io.OutputStream" : "java.io.InputStream";
        String buffer = output ? "java.io.BufferedOutputStream" : "java.io.BufferedInputStream";
        if (declared.isEmpty() || isPrintStreamOnFile(stream.creation())) {
            return declared.isPresent();
        }
        boolean cast = Resolver.of(sources).type(stream.creation())
                .filter(raw -> !Resolver.of(sources).isSubtype(raw, declared.get())).isPresent();
        if (cast || Resolver.of(sources).isSubclass(buffer, declared.get())) {
            return true;
        }
        if (!Resolver.of(sources).isSubclass(declared.get(), wide) || asksForFile(holder)) {
            return false;
        }
        SourceFile file = holder.file();
        edits.add(file.replace(written.get(), imports.name(file, written.get(), wide)));
        doubts(holder, wide);
        return true;
    }

    /** Only the file's own class has a channel and a descriptor. */
    private boolean asksForFile(Holder holder) {
        Resolver resolver = Resolver.of(sources);
        return resolver.variable(holder.declaration()).stream()
                .flatMap(variable -> resolver.uses(variable).stream())
                .map(use -> use.getParentNode().orElse(use))
                .anyMatch(parent -> parent instanceof MethodCallExpr call
                        && ONLY_OF_FILES.contains(call.getNameAsString()));
    }

    private static boolean isLombok(Node declaration) {
        Node parent = declaration.getParentNode().orElse(declaration);
        boolean cleanup = parent instanceof NodeWithAnnotations<?> annotated
                && annotated.isAnnotationPresent("Cleanup");
        return cleanup
                || declaration instanceof VariableDeclarator variable
                        && List.of("val", "lombok.val", "lombok.var").contains(variable.getTypeAsString());
    }

    private void doubts(Holder holder, String wide) {
        Node declaration = holder.declaration();
        Node parent = declaration.getParentNode().orElse(declaration);
        String name = "the type of `" + holder.name() + "`";
        boolean inPrivate = parent instanceof CallableDeclaration<?> method && method.isPrivate();
        boolean field = parent instanceof FieldDeclaration declared && !declared.isPrivate();
        boolean parameter = declaration instanceof Parameter && !inPrivate
                && !(parent instanceof com.github.javaparser.ast.expr.LambdaExpr);
        if (declaration instanceof MethodDeclaration method && !method.isPrivate()) {
            name = "the return type of `" + method.getNameAsString() + "()`";
        } else if (!field && !parameter) {
            return;
        }
        reasons.add(Hazard.at(HazardKind.TYPE, declaration,
                name + ", which is not private, changes to " + simple(wide)));
    }

    private static Optional<Type> writtenType(Node declaration) {
        if (declaration instanceof VariableDeclarator variable) {
            return Optional.of(variable.getType());
        }
        if (declaration instanceof Parameter parameter) {
            return Optional.of(parameter.getType());
        }
        return declaration instanceof MethodDeclaration method ? Optional.of(method.getType()) : Optional.empty();
    }

    private static String simple(String qualified) {
        return qualified.substring(qualified.lastIndexOf('.') + 1);
    }
}
