package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Edit;
import dev.perfhint.source.Effect;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.Wrapper;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.CallSizes;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a user's stream the method for arrays that it lacks, so that an array is handed on whole instead of byte by
 * byte.
 *
 * <p>Only where the method for one byte does nothing but hand it on, count it or add it to a checksum.
 */
final class BulkOverride {
    /** Streams that write an array as they would write its bytes. */
    private static final Set<String> PLAIN = Set.of(
            "java.io.FileOutputStream", "java.io.BufferedOutputStream", "java.io.ByteArrayOutputStream",
            "java.io.FilterOutputStream",
            "java.io.DataOutputStream");
    private static final String FILTER = "java.io.FilterOutputStream";
    private static final Set<String> OUTPUTS = Set.of("java.io.OutputStream", FILTER);
    private static final Set<String> INPUTS = Set.of("java.io.InputStream");
    private static final int LEAST_ARRAY_BYTES = 2;

    private final Sources sources;
    private final SourceFile file;
    private final Node owner;
    private final boolean output;

    private BulkOverride(Sources sources, Node owner, boolean output) {
        this.sources = sources;
        this.file = SourceFile.of(owner);
        this.owner = owner;
        this.output = output;
    }

    /** Plans from a recorded stack in which the JDK's loop over an array called the method for one byte. */
    static Optional<Plan> plan(Sources sources, List<CallSite> frames, List<Wrapper> wrappers) {
        for (int i = 0; i + 1 < frames.size(); i++) {
            CallSite callee = frames.get(i);
            CallSite loop = frames.get(i + 1);
            boolean looped = loop.methodName().equals(callee.methodName())
                    && (callee.methodName().equals("write") && OUTPUTS.contains(loop.className())
                            || callee.methodName().equals("read") && INPUTS.contains(loop.className()));
            Optional<Plan> plan = !looped
                    ? Plan.none()
                    : callee.className().equals(FILTER)
                            ? inherited(sources, wrappers)
                            : Tracing.methodOf(sources, callee).flatMap(method -> own(sources, method));
            if (plan.isPresent()) {
                double array = arrayBytes(sources, frames.subList(i + 1, frames.size()));
                return plan.map(each -> each.with(array > 0
                        ? Effect.bytes(array, array)
                        : Effect.bytes(LEAST_ARRAY_BYTES, Effect.DEFAULT_BUFFER_BYTES)));
            }
        }
        return Plan.none();
    }

    /** Returns the constant length of the array that the loop was given; 0 if the source does not tell. */
    private static double arrayBytes(Sources sources, List<CallSite> frames) {
        String method = frames.get(0).methodName();
        return frames.stream()
                .filter(frame -> !OUTPUTS.contains(frame.className()) && !INPUTS.contains(frame.className()))
                .findFirst()
                .flatMap(caller -> new CallSizes(sources).at(caller, method))
                .map(CallSizes.CallSize::bytes)
                .orElse(0L);
    }

    private static Optional<Plan> own(Sources sources, MethodDeclaration single) {
        boolean output = single.getNameAsString().equals("write");
        BulkOverride override = new BulkOverride(sources, single.getParentNode().orElseThrow(), output);
        Optional<String> base = override.base();
        if (base.filter(output ? OUTPUTS::contains : INPUTS::contains).isEmpty() || override.declares(3)) {
            return Plan.none();
        }
        boolean inherits = base.get().equals(FILTER);
        return SingleByteMethod.of(sources, single, inherits).map(method -> override.plan(method, single));
    }

    /** A subclass of {@code FilterOutputStream} that overrides neither method inherits the loop over the array. */
    private static Optional<Plan> inherited(Sources sources, List<Wrapper> wrappers) {
        for (Wrapper wrapper : wrappers) {
            Optional<Node> owner = wrapper.expression() instanceof ObjectCreationExpr creation
                    ? creation.getAnonymousClassBody().isPresent()
                            ? Optional.of(creation)
                            : Resolver.of(sources).type(creation.getType())
                                    .flatMap(Resolver.of(sources)::classOf)
                                    .flatMap(Resolver.of(sources)::declaration)
                    : Optional.empty();
            Optional<Plan> plan = owner.map(node -> new BulkOverride(sources, node, true))
                    .filter(each -> each.base().filter(FILTER::equals).isPresent()
                            && !each.declares(1)
                            && !each.declares(3)
                            && !each.members().isEmpty())
                    .map(BulkOverride::plan);
            if (plan.isPresent()) {
                return plan;
            }
        }
        return Plan.none();
    }

    private Plan plan() {
        BodyDeclaration<?> last = members().get(members().size() - 1);
        Imports imports = new Imports(sources);
        String thrown = imports.name(file, last, "java.io.IOException");
        String indent = file.indent(last);
        String head = "public void write(byte[] bytes, int offset, int length) throws " + thrown;
        boolean hidden = members().stream().anyMatch(member -> member instanceof FieldDeclaration field
                && field.getVariables().stream().anyMatch(each -> each.getNameAsString().equals("out")));
        List<String> lines = List.of((hidden ? "super." : "") + "out.write(bytes, offset, length);");
        List<Edit> edits = new ArrayList<>(imports.edits());
        edits.add(file.insert(file.end(last), text(indent, indent + step(indent), head, lines)));
        return plan(edits, doubts());
    }

    private Plan plan(SingleByteMethod method, MethodDeclaration single) {
        List<String> reasons = doubts();
        if (!method.extras().isEmpty()) {
            reasons.add("after a failed " + single.getNameAsString()
                    + " what is counted is whole arrays, not the bytes up to the error");
        }
        if (!output) {
            reasons.add("a read may return fewer bytes than asked for, where it used to wait for all of them");
        }
        Edit edit = file.insert(file.end(single), text(method, single));
        return plan(List.of(edit), reasons);
    }

    private Plan plan(List<Edit> edits, List<String> reasons) {
        return new Plan(
                "override " + (output ? "write" : "read") + "(byte[], int, int) in " + owner()
                        + ", which hands on each byte alone",
                edits,
                reasons,
                Applicability.UNSAFE);
    }

    private List<String> doubts() {
        List<String> reasons = new ArrayList<>();
        if (mayBeExtended()) {
            reasons.add("a subclass of " + owner() + " that overrides " + signature() + " no longer sees each byte");
        } else if (output) {
            reasons.add("the stream below may treat an array otherwise than its bytes, frame it for example");
        }
        return reasons;
    }

    private String signature() {
        return output ? "write(int)" : "read()";
    }

    private String text(SingleByteMethod method, MethodDeclaration single) {
        String indent = file.indent(single);
        String body = file.indent(single.getBody().orElseThrow().getStatement(0));
        String deeper = body.startsWith(indent) && body.length() > indent.length() ? body : indent + step(indent);
        String array = method.fresh("bytes");
        String offset = method.fresh("offset");
        String length = method.fresh("length");
        String thrown = single.getThrownExceptions().isEmpty()
                ? ""
                : " throws " + String.join(", ", single.getThrownExceptions().stream().map(file::text).toList());
        String head = (single.isSynchronized() ? "public synchronized " : "public ")
                + (output ? "void write" : "int read")
                + "(byte[] " + array + ", int " + offset + ", int " + length + ")" + thrown;
        List<String> lines = output
                ? method.writing(array, offset, length)
                : method.reading(array, offset, length, deeper.substring(indent.length()));
        return text(indent, deeper, head, lines);
    }

    private String text(String indent, String deeper, String head, List<String> lines) {
        String end = file.lineEnd();
        StringBuilder text = new StringBuilder(end + end + indent + "@Override" + end + indent + head + " {" + end);
        lines.forEach(line -> text.append(deeper).append(line).append(end));
        return text.append(indent).append("}").toString();
    }

    private static String step(String indent) {
        return indent.contains("\t") ? "\t" : "    ";
    }

    private String owner() {
        return owner instanceof ClassOrInterfaceDeclaration type
                ? type.getNameAsString()
                : "the anonymous " + ((ObjectCreationExpr) owner).getType().getNameAsString();
    }

    private Optional<String> base() {
        if (owner instanceof ObjectCreationExpr creation) {
            return Resolver.of(sources).className(creation.getType());
        }
        return owner instanceof ClassOrInterfaceDeclaration type && type.getExtendedTypes().size() == 1
                ? Resolver.of(sources).className(type.getExtendedTypes(0))
                : Optional.empty();
    }

    private List<BodyDeclaration<?>> members() {
        return owner instanceof ObjectCreationExpr creation
                ? creation.getAnonymousClassBody().orElseThrow()
                : ((ClassOrInterfaceDeclaration) owner).getMembers();
    }

    private boolean declares(int parameters) {
        return members().stream().anyMatch(member -> member instanceof MethodDeclaration method
                && method.getNameAsString().equals(output ? "write" : "read")
                && method.getParameters().size() == parameters);
    }

    private boolean mayBeExtended() {
        if (!(owner instanceof ClassOrInterfaceDeclaration type)) {
            return false;
        }
        boolean hidden = type.isPrivate() || type.isLocalClassDeclaration();
        boolean extended = file.unit().findAll(com.github.javaparser.ast.type.ClassOrInterfaceType.class,
                        each -> each.getNameAsString().equals(type.getNameAsString())
                                && each.getParentNode().filter(parent -> isSubclass(parent, each)).isPresent())
                .size() > 0;
        return !type.isFinal() && !(hidden && !extended);
    }

    private static boolean isSubclass(Node parent, Node written) {
        return parent instanceof ClassOrInterfaceDeclaration declared
                        && declared.getExtendedTypes().stream().anyMatch(base -> base == written)
                || parent instanceof ObjectCreationExpr creation && creation.getAnonymousClassBody().isPresent();
    }
}
