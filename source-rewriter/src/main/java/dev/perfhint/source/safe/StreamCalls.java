package dev.perfhint.source.safe;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import dev.perfhint.source.resolve.Resolver;
import java.util.Optional;
import java.util.Set;

/** What the JDK's stream classes may be asked; sentences 2 and 4 accept these calls and no others. */
final class StreamCalls {
    static final Set<String> RAW =
            Set.of("java.io.FileOutputStream", "java.io.FileInputStream", "java.io.RandomAccessFile");
    private static final Set<String> OUTPUT_WRAPPERS = Set.of("java.io.BufferedOutputStream", "java.io.BufferedWriter",
            "java.io.DataOutputStream", "java.io.ObjectOutputStream", "java.io.OutputStreamWriter",
            "java.security.DigestOutputStream", "java.util.zip.CheckedOutputStream",
            "java.util.zip.DeflaterOutputStream", "java.util.zip.GZIPOutputStream");
    private static final Set<String> FIRST_OUTPUT_WRAPPERS =
            Set.of("java.io.PrintStream", "java.io.PrintWriter", "java.util.zip.ZipOutputStream");
    private static final Set<String> INPUT_WRAPPERS = Set.of("java.io.BufferedInputStream", "java.io.BufferedReader",
            "java.io.DataInputStream", "java.io.InputStreamReader", "java.io.LineNumberReader",
            "java.io.ObjectInputStream", "java.io.PushbackInputStream", "java.security.DigestInputStream",
            "java.util.Scanner", "java.util.zip.CheckedInputStream", "java.util.zip.GZIPInputStream",
            "java.util.zip.InflaterInputStream", "java.util.zip.ZipInputStream");
    private static final Set<String> WRITES = Set.of("append", "close", "closeEntry", "finish", "flush", "format",
            "getChecksum", "getMessageDigest", "newLine", "print", "printf", "println", "putNextEntry", "write",
            "writeBoolean", "writeByte", "writeBytes", "writeChar", "writeChars", "writeDouble", "writeFloat",
            "writeInt", "writeLong", "writeObject", "writeShort", "writeUTF");
    private static final Set<String> READS = Set.of("close", "closeEntry", "getChecksum", "getLineNumber",
            "getMessageDigest", "getNextEntry", "hasNext", "hasNextInt", "hasNextLine", "next", "nextDouble", "nextInt",
            "nextLine", "nextLong", "read", "readAllBytes", "readBoolean", "readByte", "readChar", "readDouble",
            "readFloat", "readFully", "readInt", "readLine", "readLong", "readNBytes", "readObject", "readShort",
            "readUTF", "readUnsignedByte", "readUnsignedShort", "transferTo", "unread", "useDelimiter");
    private static final Set<String> READ_ONLY_FILE = Set.of("getFilePointer", "length", "seek");
    private static final Set<String> PAST = Set.of("available", "getChannel", "getFD", "mark", "reset", "skip",
            "skipBytes", "skipNBytes");
    private static final Set<String> CHAINED = Set.of("append", "format", "printf", "useDelimiter");
    private static final Set<String> TAKING = Set.of("java.io.InputStream transferTo", "java.io.Reader transferTo",
            "java.util.Properties load", "java.util.Properties loadFromXML", "java.util.Properties store",
            "java.util.jar.Manifest write", "java.util.logging.LogManager readConfiguration",
            "java.io.ByteArrayOutputStream writeTo", "java.util.Objects requireNonNull");
    private static final Set<String> AT_ONCE = Set.of("java.lang.Iterable forEach", "java.util.Map forEach",
            "java.util.ArrayList forEach", "java.util.HashMap forEach", "java.util.Optional ifPresent");

    private final Resolver resolver;
    private final boolean output;

    StreamCalls(Resolver resolver, boolean output) {
        this.resolver = resolver;
        this.output = output;
    }

    /** Returns whether the creation puts a stream of the list round the value, its first argument. */
    boolean wraps(ObjectCreationExpr made, Expression value, int wrapped) {
        String type = resolver.method(made).filter(resolver::isPlatform).flatMap(method -> resolver.ownerOf(made))
                .orElse("");
        Set<String> list = output ? OUTPUT_WRAPPERS : INPUT_WRAPPERS;
        return made.getArgument(0) == value && made.getAnonymousClassBody().isEmpty()
                && (list.contains(type) || output && wrapped == 0 && FIRST_OUTPUT_WRAPPERS.contains(type));
    }

    /** Returns whether an object of the JDK is made that reads the stream to its end and does not keep it. */
    boolean reads(ObjectCreationExpr made) {
        return !output && resolver.method(made).filter(resolver::isPlatform).flatMap(method -> resolver.ownerOf(made))
                .filter("java.util.jar.Manifest"::equals).isPresent();
    }

    boolean uses(MethodCallExpr call) {
        String name = call.getNameAsString();
        boolean listed = output ? WRITES.contains(name)
                : READS.contains(name) || READ_ONLY_FILE.contains(name) && owner(call).endsWith(".RandomAccessFile");
        return listed && !owner(call).isEmpty();
    }

    boolean goesPast(MethodCallExpr call) {
        return PAST.contains(call.getNameAsString());
    }

    boolean returnsItself(MethodCallExpr call) {
        return CHAINED.contains(call.getNameAsString());
    }

    /** Returns whether a method of the JDK takes the stream only to read or write it. */
    boolean takes(MethodCallExpr call) {
        String name = owner(call) + " " + call.getNameAsString();
        return (TAKING.contains(name) || !output && name.equals("java.nio.file.Files copy"))
                && call.getParentNode().filter(com.github.javaparser.ast.stmt.ExpressionStmt.class::isInstance)
                        .isPresent();
    }

    /** Returns whether the lambda is run by a JDK method before that returns, on the thread that calls it. */
    boolean runsAtOnce(LambdaExpr lambda) {
        Optional<MethodCallExpr> call = lambda.getParentNode().filter(MethodCallExpr.class::isInstance)
                .map(MethodCallExpr.class::cast);
        return call.filter(each -> AT_ONCE.contains(owner(each) + " " + each.getNameAsString()))
                .flatMap(MethodCallExpr::getScope)
                .flatMap(resolver::type).flatMap(resolver::classOf).filter(resolver::isPlatform).isPresent();
    }

    /** Returns the JDK class whose method is called; empty for others. */
    private String owner(MethodCallExpr call) {
        return resolver.method(call).filter(resolver::isPlatform).flatMap(method -> resolver.ownerOf(call)).orElse("");
    }
}
