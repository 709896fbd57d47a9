package dev.perfhint.source.compile;

import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SyntaxLimits;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.StandardJavaFileManager;

/**
 * The compiler's way to files: a {@link TextFile} lies where the file on disk does, a file of the source path is read
 * within limits, and no code is ever loaded for the compiler to run.
 *
 * <p>In a project with a {@code module-info.java} the compiler asks of every source where it lies, and the standard
 * manager throws on objects that are not its own.
 */
final class TextFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final ClassLoader none = new ClassLoader(null) {};
    private final Map<URI, JavaFileObject> texts = new HashMap<>();

    /** The texts stand in the place of what is on disk. */
    TextFiles(StandardJavaFileManager standard, Map<SourceFile, String> texts) {
        super(standard);
        texts.forEach((file, text) -> this.texts.put(file.path().toUri(), new TextFile(file.path(), text)));
    }

    @Override
    public boolean contains(Location location, FileObject file) throws IOException {
        return super.contains(location, onDisk(file));
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        return super.isSameFile(onDisk(a), onDisk(b));
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return JdkFiles.binaryName(location, file)
                .orElseGet(() -> super.inferBinaryName(location, (JavaFileObject) onDisk(file)));
    }

    @Override
    public Iterable<JavaFileObject> list(Location location, String packageName, Set<Kind> kinds, boolean recurse)
            throws IOException {
        List<JavaFileObject> files = new ArrayList<>();
        super.list(location, packageName, kinds, recurse).forEach(file -> files.add(limited(file)));
        return files;
    }

    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, Kind kind) throws IOException {
        JavaFileObject file = super.getJavaFileForInput(location, className, kind);
        return file == null ? null : limited(file);
    }

    /** Returns a loader that finds nothing: neither processors nor plugins of the class path. */
    @Override
    public ClassLoader getClassLoader(Location location) {
        return none;
    }

    @Override
    public <S> ServiceLoader<S> getServiceLoader(Location location, Class<S> service) {
        return ServiceLoader.load(service, none);
    }

    private JavaFileObject limited(JavaFileObject file) {
        return file.getKind() != Kind.SOURCE ? file
                : texts.isEmpty() ? new LimitedSource(file)
                : texts.getOrDefault(file.toUri(), new LimitedSource(file));
    }

    private FileObject onDisk(FileObject file) {
        if (file instanceof LimitedSource source) {
            return source.onDisk();
        }
        return file instanceof TextFile text ? fileManager.getJavaFileObjects(text.path()).iterator().next() : file;
    }

    /** A source that the compiler found by itself; a text that exceeds {@link SyntaxLimits} counts as unreadable. */
    private static final class LimitedSource extends ForwardingJavaFileObject<JavaFileObject> {
        LimitedSource(JavaFileObject file) {
            super(file);
        }

        JavaFileObject onDisk() {
            return fileObject;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) throws IOException {
            if (Files.size(Path.of(fileObject.toUri())) > SyntaxLimits.MAX_FILE_BYTES) {
                throw new IOException("larger than " + SyntaxLimits.MAX_FILE_BYTES + " bytes");
            }
            CharSequence text = super.getCharContent(ignoreEncodingErrors);
            Optional<String> exceeded = SyntaxLimits.compiling(text.toString());
            if (exceeded.isPresent()) {
                throw new IOException(exceeded.get());
            }
            return text;
        }
    }
}
