package dev.perfhint.source.form;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.stmt.Statement;
import dev.perfhint.source.Applicability;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.FixRequest;
import dev.perfhint.source.Hazard;
import dev.perfhint.source.HazardKind;
import dev.perfhint.source.edit.Imports;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.Edit;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.logging.Appender;
import dev.perfhint.source.logging.LoggingLibrary;
import dev.perfhint.source.resolve.Resolver;
import dev.perfhint.source.trace.Tracing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Lets the file appender on the recorded stack write when its buffer is full: a change of the logging library's
 * configuration under the source directories. At most {@code unsafe}.
 *
 * <p>Only where one declared appender fits, by its class on the stack and by its file where the recording shows it.
 * Log4j 1 loses its buffer at the end of a program that does not shut it down, so that {@code main} does.
 */
record BufferedAppender(Sources sources, FixRequest request, LoggingLibrary library) {
    private static final String LOG4J_1_SHUTDOWN = "org.apache.log4j.LogManager";

    static Optional<Plan> plan(Match match) {
        return LoggingLibrary.on(match.request().frames())
                .flatMap(library -> new BufferedAppender(match.sources(), match.request(), library).plan());
    }

    private Optional<Plan> plan() {
        List<Appender> all = all();
        List<Appender> fitting = fitting(all).stream().filter(each -> !each.isBuffered()).toList();
        if (fitting.isEmpty()) {
            return Plan.none();
        }
        if (fitting.size() > 1) {
            return Optional.of(shown(fitting.get(0), "several appenders fit what was recorded: "
                    + String.join(", ", fitting.stream().map(this::place).toList())));
        }
        Appender appender = fitting.get(0);
        if (appender.obstacle().isPresent()) {
            return Optional.of(shown(appender, appender.obstacle().get()));
        }
        return Optional.of(plan(appender, all));
    }

    private List<Appender> all() {
        return sources.loggerConfigurations().stream()
                .flatMap(file -> library.appenders(file, request.frames()).stream()).toList();
    }

    /** Returns the declared appenders of the recorded type and file; those of tests only where there is no other. */
    private List<Appender> fitting(List<Appender> all) {
        Optional<String> type = library.type(request.frames());
        List<Appender> fitting = all.stream()
                .filter(each -> type.isEmpty() || type.get().equalsIgnoreCase(each.type()))
                .filter(each -> each.mayWriteTo(request.target())).toList();
        List<Appender> ofProgram = fitting.stream().filter(each -> !isTest(each.file())).toList();
        return ofProgram.isEmpty() ? fitting : ofProgram;
    }

    private boolean isTest(SourceFile file) {
        return ("/" + sources.relative(file.path())).contains("/src/test/");
    }

    private Plan plan(Appender appender, List<Appender> all) {
        List<Edit> edits = new ArrayList<>(appender.edits());
        boolean own = library == LoggingLibrary.LOG4J_1 && shutsDown();
        if (library == LoggingLibrary.LOG4J_1 && !own) {
            Optional<List<Edit>> shutdown = shutdown();
            if (shutdown.isEmpty()) {
                return shown(appender,
                        "Log4j 1 drops buffered events at JVM exit without LogManager.shutdown(); main is "
                                + "not on the recorded stack");
            }
            edits.addAll(shutdown.get());
        }
        String target = appender.target().isEmpty() ? "the log" : appender.target();
        List<Hazard> reasons = new ArrayList<>(new LogHazards(sources, library, appender, !own).find(all));
        appender.doubts().forEach(each -> reasons.add(at(appender, HazardKind.FORM, each)));
        if (!LoggingLibrary.flushesGroups(request.frames())) {
            reasons.add(at(appender, HazardKind.LATE,
                    "events reach " + target + " when the buffer is full, not one by one"));
        }
        reasons.add(at(appender, HazardKind.KILLED, "killed before it is shut down, the program loses up to "
                + appender.bufferBytes() + " bytes of " + target + "; today each event is in the file"));
        return new Plan(title(appender), edits, reasons, Applicability.UNSAFE);
    }

    private static Hazard at(Appender appender, HazardKind kind, String text) {
        return new Hazard(kind, kind.harm(), text, Optional.of(appender.file().path()), appender.line());
    }

    private Plan shown(Appender appender, String reason) {
        return Plan.sketch(title(appender), appender.edits(), reason);
    }

    private String title(Appender appender) {
        return "let " + library.label() + "'s appender " + (appender.name().isEmpty() ? "" : appender.name() + " ")
                + "write when its buffer is full, not after each event";
    }

    private String place(Appender appender) {
        return appender.name() + " in line " + appender.line() + " of " + sources.relative(appender.file().path());
    }

    /** Returns whether some code in the sources shuts Log4j 1 down. */
    private boolean shutsDown() {
        Resolver resolver = Resolver.of(sources);
        return sources.javaFiles().stream()
                .filter(path -> sources.text(path).contains("LogManager"))
                .flatMap(path -> sources.file(path).stream())
                .anyMatch(file -> file.unit().findFirst(MethodCallExpr.class, call -> isShutdown(resolver, call))
                        .isPresent()
                        || file.unit().findFirst(MethodReferenceExpr.class, each -> isShutdown(resolver, each))
                        .isPresent());
    }

    private static boolean isShutdown(Resolver resolver, Expression use) {
        String name = use instanceof MethodCallExpr call
                ? call.getNameAsString() : ((MethodReferenceExpr) use).getIdentifier();
        return name.equals("shutdown") && resolver.ownerOf(use).filter(LOG4J_1_SHUTDOWN::equals).isPresent();
    }

    /** Returns a shutdown hook at the start of the recorded {@code main}. */
    private Optional<List<Edit>> shutdown() {
        Optional<MethodDeclaration> main = request.frames().stream()
                .filter(frame -> frame.methodName().equals("main"))
                .reduce((inner, outer) -> outer)
                .flatMap((CallSite frame) -> Tracing.methodOf(sources, frame))
                .filter(method -> method.isStatic() && method.getBody().isPresent());
        Optional<Statement> first = main.flatMap(MethodDeclaration::getBody)
                .flatMap(body -> body.getStatements().getFirst());
        return first.map(statement -> {
            SourceFile file = SourceFile.of(statement);
            Imports imports = new Imports(sources);
            String manager = imports.name(file, statement, LOG4J_1_SHUTDOWN);
            List<Edit> edits = new ArrayList<>(imports.edits());
            edits.add(file.insert(file.start(statement), "Runtime.getRuntime().addShutdownHook(new Thread(" + manager
                    + "::shutdown));" + file.lineEnd() + file.indent(statement)));
            return edits;
        });
    }
}
