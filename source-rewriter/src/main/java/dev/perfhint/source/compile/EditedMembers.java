package dev.perfhint.source.compile;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AnnotationExpr;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides whether errors of a class stand apart from what edits change: in other members, imports or annotations, as
 * where a library is missing or members are generated. Those of the edited members, of what the class extends, and of
 * text that is no Java do not.
 */
final class EditedMembers {
    private final SourceFile file;
    private final List<BodyDeclaration<?>> members = new ArrayList<>();
    private boolean outside;

    private EditedMembers(SourceFile file) {
        this.file = file;
    }

    static EditedMembers of(SourceFile file, List<Edit> edits) {
        EditedMembers edited = new EditedMembers(file);
        edits.stream().filter(edit -> edit.file().equals(file.path()) && !addsImport(edit)).forEach(edited::add);
        return edited;
    }

    private static boolean addsImport(Edit edit) {
        return edit.startOffset() == edit.endOffset() && edit.text().strip().startsWith("import ");
    }

    private void add(Edit edit) {
        Optional<BodyDeclaration<?>> member = member(edit.startOffset());
        member.ifPresent(members::add);
        outside |= member.isEmpty() || edit.endOffset() > file.end(member.get());
    }

    /** Returns the outermost member that is no type and holds the offset: code of classes inside it counts with it. */
    private Optional<BodyDeclaration<?>> member(int offset) {
        Optional<BodyDeclaration<?>> found = Optional.empty();
        for (Node at : file.unit().findAll(Node.class, Node.TreeTraversal.PREORDER)) {
            boolean member = at instanceof BodyDeclaration<?> && !(at instanceof TypeDeclaration<?>);
            if (member && found.isEmpty() && file.start(at) <= offset && offset <= file.end(at)) {
                found = Optional.of((BodyDeclaration<?>) at);
            }
        }
        return found;
    }

    /** Returns whether no error touches what is edited. */
    boolean areApartFrom(List<Integer> errorOffsets) {
        return !outside && !members.isEmpty() && errorOffsets.stream().allMatch(this::isApart);
    }

    private boolean isApart(int error) {
        if (error < 0 || members.stream().anyMatch(member -> holds(member, error))) {
            return false;
        }
        boolean inImport = file.unit().getImports().stream().anyMatch(each -> holds(each, error));
        boolean inAnnotation = !file.unit().findAll(AnnotationExpr.class, each -> holds(each, error)).isEmpty();
        return inImport || inAnnotation || member(error).isPresent();
    }

    private boolean holds(Node node, int offset) {
        return file.start(node) <= offset && offset <= file.end(node);
    }
}
