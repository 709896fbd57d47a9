package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Printable;
import dev.perfhint.rules.model.Site;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Names a place as editors and consoles link it: {@code src/pkg/Foo.java:42:9} with sources, {@code pkg/Foo.java:42}
 * without, the method if that is not known.
 */
final class SiteText {
    private final Optional<Path> sourceBase;
    private final Optional<Path> directory;

    /**
     * Makes names of files.
     *
     * @param sourceBase what the paths of sites are relative to
     * @param directory below which names are relative to it; empty for absolute names
     */
    SiteText(Optional<Path> sourceBase, Optional<Path> directory) {
        this.sourceBase = sourceBase;
        this.directory = directory.map(path -> path.toAbsolutePath().normalize());
    }

    String text(Site site) {
        if (!site.path().isEmpty() && sourceBase.isPresent()) {
            return Printable.name(shown(sourceBase.get().resolve(site.path())).toString())
                    + ":" + Math.max(site.line(), 1) + ":" + Math.max(site.column(), 1);
        }
        if (!site.libraryPath().isEmpty()) {
            return Printable.name(site.libraryPath()) + ":" + Math.max(site.line(), 1)
                    + (site.column() > 0 ? ":" + site.column() : "");
        }
        if (site.className().isEmpty()) {
            return "no application frame";
        }
        if (site.file().isEmpty()) {
            return method(site);
        }
        return Printable.name(directory(site.className()) + site.file()) + (site.line() > 0 ? ":" + site.line() : "");
    }

    /** Returns the file of a site with sources. */
    Optional<Path> file(Site site) {
        return sourceBase.filter(base -> !site.path().isEmpty())
                .map(base -> base.resolve(site.path()).toAbsolutePath().normalize());
    }

    static String method(Site site) {
        return Printable.name(site.className() + "." + site.methodName());
    }

    private Path shown(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return directory.filter(absolute::startsWith).map(base -> base.relativize(absolute)).orElse(absolute);
    }

    /** Returns where below its source root a class of that name lies; editors find the file by it. */
    private static String directory(String className) {
        String packageName = className.substring(0, Math.max(0, className.lastIndexOf('.')));
        boolean plain = Arrays.stream(packageName.split("\\.", -1))
                .allMatch(part -> !part.isEmpty() && part.chars().allMatch(Character::isJavaIdentifierPart));
        return !plain ? "" : packageName.replace('.', '/') + "/";
    }
}
