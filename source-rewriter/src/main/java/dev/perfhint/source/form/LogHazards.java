package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.StringLiteralExpr;
import com.github.javaparser.ast.nodeTypes.NodeWithArguments;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.hazard.Outward;
import dev.perfhint.source.hazard.OutwardCalls;
import dev.perfhint.source.logging.Appender;
import dev.perfhint.source.logging.LoggingLibrary;
import dev.perfhint.source.resolve.Resolver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What can go wrong while an appender holds events back: the program ends without its shutdown, or names the log.
 *
 * @param hooked whether {@code System.exit} shuts the logging down
 */
record LogHazards(Sources sources, LoggingLibrary library, Appender appender, boolean hooked) {
    private static final int MAX_SHOWN = 8;

    /** Returns what is found in the sources, and other appenders of the same settings. */
    List<Hazard> find(List<Appender> all) {
        List<Hazard> hazards = new ArrayList<>();
        String target = appender.target();
        all.stream().filter(each -> !target.isEmpty() && each.target().equals(target)
                        && each.file() == appender.file() && each.line() != appender.line())
                .map(each -> new Hazard(HazardKind.SECOND_STREAM, HazardKind.SECOND_STREAM.harm(), "a second appender"
                        + " writes " + target + ": its events come before those that are held",
                        Optional.of(each.file().path()), each.line())).forEach(hazards::add);
        Stream.of("halt", "exit").filter(name -> !hooked || name.equals("halt"))
                .flatMap(name -> sources.naming(name).stream().flatMap(file -> ends(file, name)))
                .limit(MAX_SHOWN).forEach(hazards::add);
        String name = target.substring(target.lastIndexOf('/') + 1);
        if (!name.isEmpty() && name.chars().allMatch(c -> c < 128) && !name.matches(".*[$%{}].*")) {
            sources.javaFiles(text -> text.contains('"' + target) || text.contains(name + '"')).stream()
                    .flatMap(List::stream).flatMap(path -> sources.file(path).stream())
                    .flatMap(file -> named(file, target, name)).limit(MAX_SHOWN).forEach(hazards::add);
        }
        return hazards;
    }

    private Stream<Hazard> ends(SourceFile file, String name) {
        OutwardCalls calls = new OutwardCalls(Resolver.of(sources));
        return file.nodes(MethodCallExpr.class).stream().filter(call -> call.getNameAsString().equals(name)
                        && calls.of(call).filter(Outward.ENDS::equals).isPresent()
                        // tools of the library are programs of their own
                        && !library.has(Enclosing.className(call)))
                .map(call -> Hazard.at(HazardKind.ENDS, call, Hazard.code(call)
                        + " ends the program without a shutdown of the logging: held events are lost"));
    }

    /** A literal that is an argument: what is only compared or printed opens nothing. */
    private Stream<Hazard> named(SourceFile file, String target, String name) {
        return file.nodes(StringLiteralExpr.class).stream()
                .filter(each -> each.asString().equals(target) || each.asString().equals(name))
                .flatMap(each -> Enclosing.parent(each, Node.class).stream())
                .filter(user -> user instanceof NodeWithArguments<?> && Resolver.of(sources).method(user)
                        .flatMap(method -> Resolver.of(sources).className(method.getEnclosingElement().asType()))
                        .filter(owner -> owner.startsWith("java.io.") || owner.startsWith("java.nio.file."))
                        .isPresent())
                .map(user -> Hazard.at(HazardKind.SECOND_STREAM, user, Hazard.code(user)
                        + " is the log: held events are not in it yet"));
    }
}
