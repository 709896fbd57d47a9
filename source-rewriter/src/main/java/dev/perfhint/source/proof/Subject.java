package dev.perfhint.source.proof;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import dev.perfhint.source.Repair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A planned wrap whose safety is in question. The creation must be a node of the unit.
 *
 * @param creation the expression that the edit wraps
 * @param others further expressions that the edit wraps, assigned to the same variable
 * @param sources finds the parsed file of a qualified top-level class name
 * @param extended tells of a simple class name whether any of the sources extends it
 * @param users further files in which the class that owns the stream may be instantiated
 * @param classpath jars and directories whose bytecode may prove a hand-over harmless
 */
public record Subject(
        CompilationUnit unit,
        Expression creation,
        List<Expression> others,
        Repair repair,
        Function<String, Optional<CompilationUnit>> sources,
        Predicate<String> extended,
        List<CompilationUnit> users,
        List<Path> classpath) {
    public Subject {
        others = List.copyOf(others);
        users = List.copyOf(users);
        classpath = List.copyOf(classpath);
    }

    /** Returns the file of the creation and the others that are looked into. */
    List<CompilationUnit> units() {
        List<CompilationUnit> units = new ArrayList<>(List.of(unit));
        users.stream().filter(u -> u != unit).forEach(units::add);
        return units;
    }

    /** A subject that is proven from its own file alone. */
    public static Subject of(CompilationUnit unit, Expression creation, Repair repair) {
        return new Subject(unit, creation, List.of(), repair, name -> Optional.empty(), name -> false, List.of(), List.of());
    }
}
