package dev.perfhint.rules.stack;

import dev.perfhint.profile.Methods;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The files that recorded classes were compiled from: what the recording names, else what the class's name tells.
 *
 * <p>Flight Recorder names no files. A class whose package holds another one that only the compilers of Kotlin, Scala
 * or Groovy make has none then, since it may be in either language.
 */
public final class SourceFiles {
    private static final Pattern FOREIGN_CLASS = Pattern.compile(
            // Kotlin: top-level functions, companions, tables of when, defaults of interfaces, converted lambdas
            ".*(?:[^.]Kt|\\$Companion|\\$WhenMappings|\\$DefaultImpls|\\$sam\\$.*|\\$\\$inlined\\$.*"
                    // Scala: objects, anonymous functions and classes; Groovy: closures
                    + "|\\$|\\$\\$anon.*|\\$delayedInit.*|\\$_\\w*closure\\d+.*)");
    private static final Pattern FOREIGN_METHOD = Pattern.compile(
            // Kotlin: coroutines, default arguments, lambdas, inline classes
            "invokeSuspend|.+\\$default|(?!lambda\\$).+\\$lambda\\$.*|.+\\$suspendImpl|.+-(?:impl|\\w{7})"
                    // Scala: anonymous functions, specialised ones, bodies of applications; Groovy: call sites, traits
                    + "|\\$anonfun\\$.*|.+\\$mc\\w+\\$sp|delayedEndpoint\\$.*|\\$getCallSiteArray|this\\$dist\\$.*");

    private final Methods methods;
    private final Set<String> foreign = new HashSet<>();

    public SourceFiles(Methods methods) {
        this.methods = methods;
        for (int method = 0; method < methods.size(); method++) {
            String className = methods.className(method);
            String name = methods.methodName(method);
            boolean marked = className.indexOf('$') >= 0 || className.endsWith("Kt");
            // few names need to be looked at closely
            boolean odd = name.indexOf('$') >= 0 || name.indexOf('-') >= 0 || name.equals("invokeSuspend");
            if (!className.isEmpty() && (marked && FOREIGN_CLASS.matcher(className).matches()
                    || odd && FOREIGN_METHOD.matcher(name).matches())) {
                foreign.add(inPackage(className));
            }
        }
    }

    /** Returns the file's name without directory, empty if nothing tells it. */
    public String of(String className) {
        String recorded = methods.source(className);
        String named = recorded.isEmpty() ? SourceFileName.of(className) : recorded;
        return recorded.isEmpty() && named.endsWith(".java") && foreign.contains(inPackage(className)) ? "" : named;
    }

    private static String inPackage(String className) {
        return className.substring(0, Math.max(0, className.lastIndexOf('.')));
    }
}
