package dev.perfhint.source.edit;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Edit;
import dev.perfhint.source.SourceFile;
import dev.perfhint.source.Sources;
import dev.perfhint.source.TracedStream;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.VariableElement;

/** Shows a file that is opened without synchronous writes and synced for a group of them. */
final class SynchronousMode {
    private static final Set<String> OPTIONS = Set.of("SYNC", "DSYNC");

    private SynchronousMode() {}

    /** Returns the edits of the opening and of the recorded write; empty where neither is understood. */
    static List<Edit> edits(Sources sources, MethodCallExpr write, Optional<TracedStream> stream) {
        Resolver resolver = Resolver.of(sources);
        Expression scope = write.getScope().orElseThrow();
        boolean file = resolver.isSubtype(scope, "java.io.RandomAccessFile");
        if (!file && !resolver.isSubtype(scope, "java.nio.channels.FileChannel")) {
            return List.of();
        }
        List<Edit> edits = new ArrayList<>(stream.map(each -> opened(sources, each.creation())).orElse(List.of()));
        String sync = SourceFile.of(scope).text(scope) + (file ? ".getFD().sync();" : ".force(false);");
        write.findAncestor(Statement.class).ifPresent(statement -> edits.add(grouped(statement, sync)));
        return edits;
    }

    private static Edit grouped(Statement statement, String sync) {
        SourceFile file = SourceFile.of(statement);
        String next = file.lineEnd() + file.indent(statement);
        int end = file.text().indexOf('\n', file.end(statement));
        int lineEnd = end < 0 ? file.text().length() : file.text().charAt(end - 1) == '\r' ? end - 1 : end;
        return file.insert(lineEnd,
                next + "if (++unsynced % 256 == 0) { // and once more behind the last one"
                + next + Lines.step(file, statement) + sync
                + next + "}");
    }

    private static List<Edit> opened(Sources sources, Expression creation) {
        SourceFile file = SourceFile.of(creation);
        if (creation instanceof ObjectCreationExpr made && made.getArguments().size() == 2) {
            Expression mode = made.getArgument(1);
            Resolver resolver = Resolver.of(sources);
            boolean synced = resolver.isConstant(mode, "rwd") || resolver.isConstant(mode, "rws");
            return synced ? List.of(file.replace(mode, "\"rw\"")) : List.of();
        }
        List<Edit> edits = new ArrayList<>();
        if (creation instanceof MethodCallExpr call) {
            for (int i = 1; i < call.getArguments().size(); i++) {
                Node option = call.getArgument(i);
                if (isSynchronous(sources, option)) {
                    edits.add(file.edit(file.end(call.getArgument(i - 1)), file.end(option), ""));
                }
            }
        }
        return edits;
    }

    private static boolean isSynchronous(Sources sources, Node option) {
        Optional<VariableElement> constant = Resolver.of(sources).variable(option);
        return constant.filter(each -> OPTIONS.contains(each.getSimpleName().toString())).isPresent()
                && Resolver.of(sources).className(option).filter("java.nio.file.StandardOpenOption"::equals)
                        .isPresent();
    }
}
