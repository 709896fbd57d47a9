package dev.perfhint.rules.stack;

import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.rules.Owner;
import dev.perfhint.source.Sources;
import java.util.List;
import java.util.Optional;

/**
 * Says whose code a method is: {@code --app-package}, then a class under {@code --source}, then the package of the recorded
 * main class, then a list of well-known libraries, else the application. The JDK is known by its packages.
 *
 * <p>Where sources or packages are given and the program's main class is among them, a class of none of these is a
 * library's. Each method is decided once.
 */
public final class Owners {
    private static final Prefixes JDK = Prefixes.load("jdk-packages.txt");
    private static final Prefixes LIBRARIES = Prefixes.load("libraries.txt");
    private static final Owner[] OWNERS = Owner.values();
    private static final byte UNDECIDED = 0;

    private final Methods methods;
    private final Optional<Sources> sources;
    private final Prefixes applicationPackages;
    private final Prefixes mainPackages;
    private final boolean defaultPackage;
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
        this.applicationPackages = new Prefixes(appPackages.stream().map(name -> name.endsWith(".") ? name : name + '.').toList());
        this.mainPackages = new Prefixes(mains.stream()
                .filter(name -> name.contains(".") && !LIBRARIES.contain(name) && !JDK.contain(name))
                .map(name -> name.substring(0, name.lastIndexOf('.') + 1))
                .toList());
        this.defaultPackage = mains.stream().anyMatch(name -> !name.contains("."));
        boolean mainIsKnown = sources.isPresent() && mains.stream().anyMatch(name -> sources.get().contains(name));
        this.fallback = mainIsKnown || !appPackages.isEmpty() ? Owner.LIBRARY : Owner.APPLICATION;
        this.decided = new byte[methods.size()];
    }

    /** Returns the owner of a Java method; native and kernel functions count as the JDK's. */
    public Owner of(int method) {
        if (decided[method] == UNDECIDED) {
            decided[method] = (byte) (1 + decide(methods.className(method)).ordinal());
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

    private Owner decide(String className) {
        if (className.isEmpty()) {
            return Owner.JDK;
        }
        if (applicationPackages.contain(className)) {
            return Owner.APPLICATION;
        }
        if (JDK.contain(className)) {
            return Owner.JDK;
        }
        boolean main = mainPackages.contain(className) || defaultPackage && !className.contains(".");
        if (main || sources.isPresent() && sources.get().contains(className)) {
            return Owner.APPLICATION;
        }
        return LIBRARIES.contain(className) ? Owner.LIBRARY : fallback;
    }
}
