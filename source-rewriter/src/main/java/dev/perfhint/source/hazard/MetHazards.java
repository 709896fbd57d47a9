package dev.perfhint.source.hazard;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import dev.perfhint.source.Harm;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.file.Enclosing;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.resolve.Resolver;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says what harm it does where code meets something while bytes are held back.
 *
 * @param socket whether a peer waits for the bytes; else a file, or the console, gets them
 * @param opened what opens the file: where that is met in place of a write, nothing may be written yet
 */
public record MetHazards(Resolver resolver, boolean socket, Optional<Expression> opened) {
    /**
     * Returns what lies between two places of one method, where an edit holds back what is written in the first until
     * the last has run.
     *
     * @param calls what counts of that which lies between
     * @param parts the writes that are held back, the first of them first
     */
    public static List<Hazard> between(
            OutwardCalls calls, List<? extends Expression> parts, Node last, boolean socket) {
        Resolver resolver = calls.resolver();
        HeldBytes bytes = new HeldBytes(
                calls, HeldStream.none(calls), Outward.nothing(parts), List.of(last), parts.get(0), true, false);
        Enclosing.body(last).ifPresent(body -> bytes.run(body, null));
        return new MetHazards(resolver, socket, Optional.empty()).of(bytes.met());
    }

    /** Returns what lies between the first and the last of several checks of a file, which become one. */
    public static List<Hazard> meanwhile(OutwardCalls calls, Expression first, Expression last, String file) {
        HeldBytes bytes = new HeldBytes(calls, HeldStream.none(calls), Map.of(), List.of(last), first, true, false);
        Enclosing.body(last).ifPresent(body -> bytes.run(body, null));
        // the same check of another file, in a method that calls itself, changes nothing
        return bytes.met().stream().filter(met -> met.what() != Outward.OPENS_FILE)
                .map(met -> Hazard.at(HazardKind.WAITS, Harm.LATER, met.place(),
                (met.what() == Outward.LOCKS ? lock(met.place()) : Hazard.code(met.place()) + elsewhere(met)
                        + (met.what() == Outward.WAITS ? " waits" : " is noticed by others"))
                        + ": what `" + file + "` was before it is answered after it")).toList();
    }

    List<Hazard> of(Collection<HeldBytes.Met> all) {
        return all.stream().flatMap(each -> of(each).stream()).toList();
    }

    private Optional<Hazard> of(HeldBytes.Met met) {
        Node place = met.place();
        String code = Hazard.code(place);
        String write = Hazard.code(met.write()) + ", line " + line(met.write());
        boolean opens = opened.filter(each -> each == met.write()).isPresent();
        String held = opens ? "the bytes that " + write + ", may hold" : "the bytes of " + write;
        String meanwhile = opens ? ", while " + write + ", is open" : ", with " + held + ", unflushed";
        return switch (met.what()) {
            case READS -> !socket ? Optional.empty() : Optional.of(Hazard.at(HazardKind.WAITS, place,
                    code + " waits for the peer" + meanwhile));
            case WAITS -> Optional.of(Hazard.at(HazardKind.WAITS, socket ? Harm.HANGS : Harm.LATER, place,
                    code + elsewhere(met) + " waits" + meanwhile));
            case LOCKS -> Optional.of(Hazard.at(HazardKind.WAITS, Harm.LATER, place, lock(place) + meanwhile));
            case SIGNALS -> Optional.of(Hazard.at(HazardKind.HAND_OFF, place,
                    code + " lets others go on before " + held + ", are " + written()));
            case WRITES -> socket ? Optional.empty() : Optional.of(Hazard.at(HazardKind.REORDERS, place,
                    code + elsewhere(met) + " comes first with the fix: " + held + ", are " + written() + " later"));
            case STARTS -> Optional.of(Hazard.at(HazardKind.WAITS, Harm.LATER, place,
                    code + " starts a process before " + held + ", are " + written()));
            case ENDS -> Optional.of(Hazard.at(HazardKind.ENDS, place,
                    code + elsewhere(met) + (place == met.doer() && resolver.calledMethod(place).isEmpty()
                            ? " ends" : " may end") + " the program: " + held + ", are lost"));
            case ASKS_FILE -> Optional.of(Hazard.at(HazardKind.SAME_FILE, place,
                    code + " looks at the file before " + held + ", are in it"));
            case OPENS_FILE -> Optional.of(Hazard.at(HazardKind.SECOND_STREAM, place, socket
                    ? code + " leads to the peer past the buffer: bytes written to it come before " + held
                    : code + " opens the file before " + held + ", are in it"));
            case NOTHING, DAEMON -> Optional.empty();
        };
    }

    /** Names the code of another file that the place leads to. */
    private static String elsewhere(HeldBytes.Met met) {
        SourceFile file = SourceFile.of(met.doer());
        return file == SourceFile.of(met.place()) ? ""
                : " (" + file.path().getFileName() + " line " + line(met.doer()) + ")";
    }

    private static String lock(Node place) {
        return place instanceof NameExpr || place instanceof FieldAccessExpr
                ? "volatile " + Hazard.code(place)
                        + (OutwardCalls.isSet(place) ? " may let others go on"
                                : " may end the loop only when others set it")
                : (place instanceof MethodCallExpr ? Hazard.code(place)
                        : place instanceof CallableDeclaration<?> method ? "`" + method.getNameAsString() + "()`"
                                : "`synchronized`") + " takes a lock";
    }

    private String written() {
        return socket ? "sent" : "written";
    }

    private static int line(Node node) {
        return node.getBegin().orElseThrow().line;
    }
}
