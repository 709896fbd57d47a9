package dev.perfhint.source.compile;

import java.io.IOException;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Lets the compiler ask where a {@link TextFile} lies as if it were the file on disk.
 *
 * <p>In a project with a {@code module-info.java} the compiler asks that of every source, and the standard manager throws
 * on objects that are not its own.
 */
final class TextFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    TextFiles(StandardJavaFileManager standard) {
        super(standard);
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
        return super.inferBinaryName(location, (JavaFileObject) onDisk(file));
    }

    private FileObject onDisk(FileObject file) {
        return file instanceof TextFile text ? fileManager.getJavaFileObjects(text.path()).iterator().next() : file;
    }
}
