package dev.perfhint.rules.stack;

import dev.perfhint.profile.Methods;
import dev.perfhint.profile.PackagePrefixes;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.source.file.Sources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Says whose code a method is: {@code --app-package}, then a class under {@code --source}, then the package of the
 * recorded main class, then the main class's module or another, then a list of well-known libraries, else the
 * application. The JDK is known by its modules and packages.
 *
 * <p>Where sources or packages are given and the program's main class is among them, a class of none of these is a
 * library's. Each method is decided once.
 */
public final class Owners {
    private static final PackagePrefixes LIBRARIES = PackagePrefixes.load(Owners.class, "libraries.txt");
    private static final Owner[] OWNERS = Owner.values();
    private static final byte UNDECIDED = 0;

    private final Methods methods;
    private final Optional<Sources> sources;
    private final PackagePrefixes applicationPackages;
    private final PackagePrefixes mainPackages;
    private final boolean defaultPackage;
    private final Set<String> mainModules;
    private final Owner fallback;
    private final byte[] decided;

    public Owners(Profile profile, Optional<Sources> sources, List<String> appPackages) {
        this.methods = profile.methods();
        this.sources = sources;
        List<String> mains = profile.recordings().stream()
                .map(Recording::mainClass)
                .filter(name -> !name.isEmpty() && !name.endsWith(".jar") && !name.contains("/"))
                .distinct()
                .toList();
        this.applicationPackages =
                new PackagePrefixes(appPackages.stream().map(name -> name.endsWith(".") ? name : name + '.').toList());
        this.mainPackages = new PackagePrefixes(mains.stream()
                .filter(name -> name.contains(".") && !LIBRARIES.contain(name) && !PackagePrefixes.JDK.contain(name))
                .map(name -> name.substring(0, name.lastIndexOf('.') + 1))
                .toList());
        this.defaultPackage = mains.stream().anyMatch(name -> !name.contains("."));
        this.mainModules = IntStream.range(0, methods.size())
                .filter(method -> mains.contains(methods.className(method)))
                .mapToObj(methods::module)
                .filter(module -> !module.isEmpty())
                .collect(Collectors.toSet());
        boolean mainIsKnown = sources.isPresent() && mains.stream().anyMatch(name -> sources.get().contains(name));
        this.fallback = mainIsKnown || !appPackages.isEmpty() ? Owner.LIBRARY : Owner.APPLICATION;
        this.decided = new byte[methods.size()];
    }

    /** Returns the owner of a Java method; native and kernel functions count as the JDK's. */
    public Owner of(int method) {
        if (decided[method] == UNDECIDED) {
            decided[method] = (byte) (1 + decide(methods.className(method), methods.module(method)).ordinal());
        }
        return OWNERS[decided[method] - 1];
    }

    public boolean isJdk(int method) {
        return of(method) == Owner.JDK;
    }

    /** Returns whether the frame is a proxy that only hands on: a lambda's or method reference's generated class. */
    public boolean isLambdaProxy(int method) {
        return methods.className(method).endsWith("$$Lambda");
    }

    private Owner decide(String className, String module) {
        if (className.isEmpty()) {
            return Owner.JDK;
        }
        if (applicationPackages.contain(className)) {
            return Owner.APPLICATION;
        }
        if (PackagePrefixes.JDK.contain(className) || module.startsWith("java.") || module.startsWith("jdk.")) {
            return Owner.JDK;
        }
        boolean main = mainPackages.contain(className) || defaultPackage && !className.contains(".");
        if (main || sources.isPresent() && sources.get().contains(className)) {
            return Owner.APPLICATION;
        }
        if (!module.isEmpty() && !mainModules.isEmpty()) {
            return mainModules.contains(module) ? Owner.APPLICATION : Owner.LIBRARY;
        }
        return LIBRARIES.contain(className) ? Owner.LIBRARY : fallback;
    }
}
