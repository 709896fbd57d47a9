package dev.perfhint.source.compile;

import java.util.Optional;
import javax.tools.JavaFileManager.Location;
import javax.tools.JavaFileObject;
import javax.tools.StandardLocation;

/** The files of the JDK's own classes, as javac lists them. */
public final class JdkFiles {
    private static final String MODULES = "/modules/";
    private static final String CLASS = ".class";

    private JdkFiles() {}

    /**
     * Returns the class's name by the path of its file; empty for other files. javac's manager of Java 17 compiles a
     * regular expression for each.
     */
    public static Optional<String> binaryName(Location location, JavaFileObject file) {
        String path = location instanceof StandardLocation ? "" : file.getName();
        return path.startsWith(MODULES) && path.endsWith(CLASS)
                ? Optional.of(path.substring(path.indexOf('/', MODULES.length()) + 1, path.length() - CLASS.length())
                        .replace('/', '.')) : Optional.empty();
    }
}
