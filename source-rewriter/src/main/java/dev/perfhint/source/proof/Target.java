package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks what a created stream is on: devices, descriptors, synchronous and appending opens may not be buffered. */
final class Target {
    private static final Set<String> PLAIN_OPTIONS =
            Set.of("CREATE", "CREATE_NEW", "TRUNCATE_EXISTING", "WRITE", "READ");

    private Target() {}

    /** Returns the expression that names the file, if the stream is on one. */
    static Optional<Expression> path(Expression creation) {
        List<Expression> arguments = arguments(creation);
        boolean file = creation.isObjectCreationExpr() || creation.toString().startsWith("Files.");
        return file && !arguments.isEmpty() ? Optional.of(arguments.get(0)) : Optional.empty();
    }

    static void check(Expression creation, StaticTypes types, List<CompilationUnit> units, Doubts doubts, boolean output) {
        List<Expression> arguments = arguments(creation);
        if (creation.toString().equals("System.in") || creation.toString().startsWith("FileDescriptor")) {
            doubts.add(OwnGuard.TARGET, creation, "the stream is shared with the rest of the program");
        }
        Optional<Expression> path = path(creation);
        if (path.isEmpty()) {
            return;
        }
        TypeRef type = types.of(path.get());
        boolean named = type.is(String.class) || type.is(java.io.File.class) || type.is(java.nio.file.Path.class);
        if (!named) {
            boolean descriptor = type.is(java.io.FileDescriptor.class);
            doubts.add(OwnGuard.TARGET, path.get(), descriptor
                    ? "the stream is made of a file descriptor, which others share"
                    : "what kind of target " + path.get() + " is cannot be seen");
        }
        DevicePaths.find(path.get(), types, units)
                .ifPresent(p -> doubts.add(OwnGuard.TARGET, path.get(), p
                        + " is a device or kernel file: each write is an operation of its own"));
        if (output && creation.isObjectCreationExpr() && arguments.size() > 1) {
            append(creation, arguments.get(1), doubts);
        }
        if (creation.isMethodCallExpr()) {
            arguments.stream().skip(1).forEach(option -> option(option, doubts));
        }
    }

    private static void append(Expression creation, Expression flag, Doubts doubts) {
        String type = creation.asObjectCreationExpr().getType().getNameAsString();
        if (type.equals("FileOutputStream") && !flag.toString().equals("false")) {
            doubts.add(OwnGuard.TARGET, flag, "append mode: another process may append to the file, record by record");
        }
    }

    private static void option(Expression option, Doubts doubts) {
        String name = option.toString().substring(option.toString().lastIndexOf('.') + 1);
        if (name.equals("APPEND")) {
            doubts.add(OwnGuard.TARGET, option, "append mode: another process may append to the file, record by record");
        } else if (!PLAIN_OPTIONS.contains(name)) {
            doubts.add(OwnGuard.TARGET, option, "open option " + name + " asks for more than plain writes");
        }
    }

    private static List<Expression> arguments(Expression creation) {
        return creation instanceof ObjectCreationExpr o ? o.getArguments()
                : creation instanceof MethodCallExpr m ? m.getArguments() : List.of();
    }
}
