package dev.perfhint.profile;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Brings the names of frames and threads into one form, so that the same code has the same name in every recording.
 *
 * <p>Only the per-run part goes: addresses of lambda and hidden classes, numbers of proxies and generated accessors,
 * compiler suffixes of kernel functions. Names of lambda bodies ({@code lambda$main$0}) stay, they are in the class
 * file.
 */
public final class FrameNames {
    /** Thread group of all virtual threads. */
    public static final String VIRTUAL_THREADS = "virtual threads";

    private static final int KERNEL_NAME_LENGTH = 15;
    // threads of the JVM, whose names a recording has from the kernel alone
    private static final List<String> JVM_THREADS = List.of("C1 CompilerThread", "C2 CompilerThread",
            "VM Periodic Task Thread", "Monitor Deflation Thread", "Notification Thread", "Reference Handler",
            "Signal Dispatcher", "G1 Main Marker", "Shenandoah Control Thread");
    // app.Main$$Lambda$14/0x0000000800c03000, app.Main$$Lambda.0x..., app.Main$$Lambda$5/575335780; of Pyroscope
    // app.Main$$Lambda_
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda)(?:\\$\\d+|_)?(?:[./+].*)?$");
    private static final Pattern HIDDEN = Pattern.compile("(?:[./+]0x[0-9a-fA-F]+)?(?:[/+]\\d+)?$");
    private static final Pattern PROXY =
            Pattern.compile("(^|\\.)(?:com\\.sun\\.proxy|jdk\\.proxy\\d+)?(?:\\.)?\\$Proxy\\d+$");
    private static final Pattern ACCESSOR = Pattern.compile("(Generated\\w*Accessor)(?:\\d+|_)$");
    private static final Pattern ENHANCED = Pattern.compile("(\\$\\$(?:EnhancerBy|FastClassBy)\\w*\\$\\$)[0-9a-f]+$");
    private static final Pattern KERNEL_SUFFIX =
            Pattern.compile("(?:\\.(?:isra|constprop|part|llvm|lto_priv)\\.\\d+|\\.cold(?:\\.\\d+)?|_\\[k])+$");
    // a jump through the linkage table (write@plt) is not the function itself
    private static final Pattern SYMBOL_VERSION = Pattern.compile("@{1,2}(?!plt$)[A-Za-z].*$");
    private static final Pattern GROUP_NUMBER = Pattern.compile("[-_#. ]*\\d+$");

    private FrameNames() {}

    /**
     * Returns a class name with dots and without its per-run part. Takes {@code java/lang/String} and {@code
     * java.lang.String}.
     */
    public static String className(String raw) {
        String name = raw.indexOf('/') < 0 ? raw : dotted(raw);
        int marker = name.indexOf('$');
        if (marker < 0 && name.indexOf('+') < 0 && !name.endsWith("Accessor_") && !endsWithDigit(name)) {
            return name;
        }
        if (name.contains("$$Lambda")) {
            return LAMBDA.matcher(name).replaceFirst("$1");
        }
        if (name.indexOf('/') >= 0 || name.indexOf('+') >= 0 || name.contains(".0x")) {
            name = HIDDEN.matcher(name).replaceFirst("");
        }
        if (name.contains("$Proxy")) {
            return proxy(name);
        }
        if (name.contains("Accessor")) {
            name = ACCESSOR.matcher(name).replaceFirst("$1");
        }
        return name.contains("$$") ? ENHANCED.matcher(name).replaceFirst("$1") : name;
    }

    /** Returns a Java method's name without descriptor. */
    public static String methodName(String raw) {
        int descriptor = raw.indexOf('(');
        return descriptor > 0 ? raw.substring(0, descriptor) : raw;
    }

    /**
     * Returns the name of a C, C++ or kernel function without library, symbol version, compiler suffix and arguments.
     */
    public static String nativeName(String raw) {
        int library = raw.indexOf('`');
        String name = library < 0 ? raw : raw.substring(library + 1);
        if (name.indexOf('.') >= 0 || name.endsWith("_[k]")) {
            name = KERNEL_SUFFIX.matcher(name).replaceFirst("");
        }
        if (name.indexOf('@') > 0) {
            name = SYMBOL_VERSION.matcher(name).replaceFirst("");
        }
        return name.endsWith(")") || name.endsWith(") const") ? withoutArguments(name) : name;
    }

    /** Returns a thread's name without its trailing number: {@code worker-12} and {@code worker-3} are one group. */
    public static String threadGroup(String threadName) {
        if (isUnnamed(threadName)) {
            return "[name unknown]";
        }
        String name = threadName(threadName);
        String group = GROUP_NUMBER.matcher(name).replaceFirst("");
        return group.isEmpty() ? name : group;
    }

    /** Returns whether it is async-profiler's name for a thread that ended before its name was read. */
    public static boolean isUnnamed(String threadName) {
        return threadName.startsWith("[tid=");
    }

    /**
     * Returns a thread's name as the program knows it: {@code main} has become {@code DestroyJavaVM} when its name is
     * read after it has ended, and the kernel keeps 15 characters of a name.
     */
    public static String threadName(String recorded) {
        if (recorded.equals("DestroyJavaVM")) {
            return "main";
        }
        if (recorded.length() == KERNEL_NAME_LENGTH) {
            for (String name : JVM_THREADS) {
                if (name.startsWith(recorded)) {
                    return name;
                }
            }
        }
        return recorded;
    }

    // the slash before a hidden class's address is a separator, not a package
    private static String dotted(String raw) {
        int suffix = raw.lastIndexOf('/');
        boolean hidden = suffix > 0 && suffix + 1 < raw.length() && Character.isDigit(raw.charAt(suffix + 1));
        return hidden ? raw.substring(0, suffix).replace('/', '.') + raw.substring(suffix) : raw.replace('/', '.');
    }

    private static boolean endsWithDigit(String name) {
        return !name.isEmpty() && Character.isDigit(name.charAt(name.length() - 1));
    }

    private static String proxy(String name) {
        Matcher proxy = PROXY.matcher(name);
        if (!proxy.find()) {
            return name;
        }
        boolean ofTheJdk = name.startsWith("com.sun.proxy.") || name.startsWith("jdk.proxy");
        return ofTheJdk ? "jdk.proxy.$Proxy" : name.substring(0, name.lastIndexOf("$Proxy")) + "$Proxy";
    }

    private static String withoutArguments(String name) {
        int end = name.endsWith(" const") ? name.length() - " const".length() : name.length();
        int depth = 0;
        for (int i = end - 1; i > 0; i--) {
            char c = name.charAt(i);
            if (c == ')') {
                depth++;
            } else if (c == '(' && --depth == 0) {
                // operator() is a name, not an argument list
                return name.startsWith("operator", i - 8 < 0 ? 0 : i - 8) && end == i + 2 ? name : name.substring(0, i);
            }
        }
        return name;
    }
}
