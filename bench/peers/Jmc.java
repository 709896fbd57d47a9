import java.io.File;
import org.openjdk.jmc.common.item.Aggregators;
import org.openjdk.jmc.common.item.IItemCollection;
import org.openjdk.jmc.common.item.ItemFilters;
import org.openjdk.jmc.flightrecorder.JfrLoaderToolkit;
import org.openjdk.jmc.flightrecorder.stacktrace.tree.StacktraceTreeModel;
import org.openjdk.jmc.flightrecorder.jdk.JdkFilters;
import org.openjdk.jmc.flightrecorder.stacktrace.FrameSeparator;

/** JDK Mission Control's core: loads a recording and aggregates its execution samples into a stack-trace tree. */
public final class Jmc {
    public static void main(String[] args) throws Exception {
        IItemCollection items = JfrLoaderToolkit.loadEvents(new File(args[0]));
        StacktraceTreeModel tree =
                new StacktraceTreeModel(
                        items.apply(JdkFilters.EXECUTION_SAMPLE),
                        new FrameSeparator(FrameSeparator.FrameCategorization.METHOD, false));
        long samples = items.apply(ItemFilters.type("jdk.ExecutionSample", "jdk.NativeMethodSample", "jdk.CPUTimeSample"))
                .getAggregate(Aggregators.count()).longValue();
        System.out.println("events=" + samples + " children=" + tree.getRoot().getChildren().size());
    }
}
