package dev.perfhint.source.compile;

import com.sun.source.tree.ClassTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TaskEvent;
import com.sun.source.util.TaskListener;
import java.net.URI;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;

/**
 * Ends a compilation when the files that were given to it are looked at: javac goes on with all source files that these
 * use, which were not changed, and with all that those use.
 */
final class GivenUnits implements TaskListener {
    private final Set<URI> units;
    private int parsed;
    private int classes;

    private GivenUnits(Collection<JavaFileObject> units) {
        this.units = units.stream().map(JavaFileObject::toUri).collect(Collectors.toSet());
    }

    /** Thrown through the compiler. */
    private static final class Done extends RuntimeException {
        private static final long serialVersionUID = 1;

        Done() {
            super("done", null, false, false);
        }
    }

    /** Returns whether the task's units compile. */
    static boolean compile(JavacTask task, Collection<JavaFileObject> units) {
        task.addTaskListener(new GivenUnits(units));
        try {
            return task.call();
        } catch (RuntimeException ended) {
            if (ended.getCause() instanceof Done) {
                return true;
            }
            throw ended;
        }
    }

    @Override
    public void finished(TaskEvent event) {
        boolean given = event.getSourceFile() != null && units.contains(event.getSourceFile().toUri());
        if (given && event.getKind() == TaskEvent.Kind.PARSE) {
            parsed++;
            classes += (int) event.getCompilationUnit().getTypeDecls().stream().filter(ClassTree.class::isInstance)
                    .count();
        }
        if (given && event.getKind() == TaskEvent.Kind.ANALYZE) {
            classes--;
            if (parsed == units.size() && classes == 0) {
                throw new Done();
            }
        }
    }
}
