package dev.perfhint.source.form;

import com.github.javaparser.ast.Node;
import dev.perfhint.source.Repair;
import dev.perfhint.source.edit.Lines;
import dev.perfhint.source.edit.Plan;
import dev.perfhint.source.file.SourceFile;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One kind of edit, and the repairs that it may answer.
 *
 * @param type the class that plans it
 * @param propose plans the edits; empty where the form does not fit
 */
public record Form(Class<?> type, Set<Repair> answers, Function<Match, Optional<Plan>> propose) {
    /** All forms; of equally safe ones that answer a repair, the first saves most. */
    public static final List<Form> ALL = List.of(
            of(BufferedStream.class, Repair::isBuffer, BufferedStream::plan),
            atCall(RecordBlock.class, Repair.BLOCK_RANDOM_ACCESS, RecordBlock::plan),
            of(RandomAccessBuffer.class, Repair.BLOCK_RANDOM_ACCESS::equals, RandomAccessBuffer::plan),
            of(ChannelBuffer.class, Repair.BLOCK_RANDOM_ACCESS::equals, ChannelBuffer::plan),
            atCall(MessageFlush.class, Repair.BUFFER_SOCKET_OUTPUT, MessageFlush::plan),
            of(BoundaryWrap.class, Repair::isOutput, BoundaryWrap::plan),
            of(AssembledWrites.class, Repair::isOutput, AssembledWrites::plan),
            atCall(CopyLoop.class, Repair.ENLARGE_COPY, CopyLoop::plan),
            of(AttributesOnce.class, Repair::joinsCalls, match -> match.call().flatMap(call ->
                    AttributesOnce.plan(match, call))),
            atCall(PrintedLine.class, Repair.BATCH_STANDARD_OUTPUT, PrintedLine::plan),
            of(BufferedAppender.class, Repair.BUFFER_LOG_APPENDER::equals, BufferedAppender::plan),
            atCall(DroppedFlush.class, Repair.DROP_FLUSH, DroppedFlush::plan));

    private static Form of(Class<?> type, Predicate<Repair> answers, Function<Match, Optional<Plan>> propose) {
        Set<Repair> repairs = EnumSet.allOf(Repair.class);
        repairs.removeIf(answers.negate());
        return new Form(type, repairs, propose);
    }

    private static Form atCall(Class<?> type, Repair repair, BiFunction<Match, Node, Optional<Plan>> propose) {
        return of(type, repair::equals, match -> match.call().flatMap(call -> propose.apply(match, call)));
    }

    /** Returns the plans of the forms that fit, else the sketch of the repair. */
    public static List<Plan> plans(Match match) {
        List<Plan> plans = ALL.stream().filter(form -> form.answers.contains(match.repair()))
                .flatMap(form -> form.propose.apply(match).stream()).toList();
        return plans.isEmpty() ? sketch(match).toList() : plans;
    }

    private static Stream<Plan> sketch(Match match) {
        String title = match.repair().sketch();
        return title.isEmpty() ? Stream.of() : Stream.of(Plan.sketch(
                title + match.call().map(call -> place(match, call)).orElse(""), List.of(),
                match.repair().tradeOff()));
    }

    /** Of several checks in one line one stays: the call that is marked there is none to take out. */
    private static String place(Match match, Node call) {
        long checks = match.repair().joinsCalls() ? FileChecks.inLine(match.sources(), call) : 1;
        return checks < 2 ? Lines.insteadOf(call, match.repair().joinsCalls() ? match.request().sites() : List.of())
                : ", where the " + checks + " checks in line " + call.getBegin().orElseThrow().line + " of "
                        + SourceFile.of(call).path().getFileName() + " ask of one file";
    }
}
