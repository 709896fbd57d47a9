package dev.perfhint.profile.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Event;
import dev.perfhint.profile.Evidence;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.SmallProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlameGraphTest {
    private static final Event CPU = new Event("cpu", "perf_events", Evidence.KERNEL_FRAMES, true);
    private static final Event WALL = new Event("wall", "wall", Evidence.NONE, false);

    private static FlameGraph.Part part(int maxNodes, Profile... profiles) {
        return FlameGraph.of(List.of(profiles), Evidence.KERNEL_FRAMES).pruned(maxNodes);
    }

    private static String path(FlameGraph.Part part, int node) {
        List<String> names = new ArrayList<>();
        for (int at = node; at > 0; at = part.parents()[at]) {
            names.add(0, part.names().get(part.frames()[at]).name());
        }
        return String.join(";", names);
    }

    private static List<String> rows(FlameGraph.Part part, int side) {
        return part.rows().get(side).stream().map(row -> path(part, row.node()) + " " + part.threadGroups().get(row.threadGroup())
                + " " + row.samples() + " " + row.systemSamples()).sorted().toList();
    }

    @Test
    void joinsLinesAndKeepsThreadGroupsApart() {
        Profile profile = new SmallProfile()
                .add(CPU, "worker-1", "app.A.run:10;app.B.put:4;vfs_write_[k]", 5)
                .add(CPU, "worker-2", "app.A.run:11;app.B.put:5;vfs_write_[k]", 3)
                .add(CPU, "main", "app.A.run:10;app.B.put:4", 2)
                .add(WALL, "main", "app.A.run:10;app.Waiting.park", 90)
                .build();
        FlameGraph.Part part = part(100, profile);
        assertThat(rows(part, 0)).containsExactly("app.A.run;app.B.put main 2 0", "app.A.run;app.B.put;vfs_write worker 8 8");
        assertThat(part.minShare()).isZero();
        assertThat(part.threadGroups()).containsExactly("worker", "main");
        assertThat(part.names()).extracting(FlameGraph.Frame::application).containsExactly(true, true, false);
    }

    @Test
    void foldsTheSmallestFramesIntoTheirCallers() {
        SmallProfile stacks = new SmallProfile().add(CPU, "main", "app.A.run;app.Large.go;vfs_write_[k]", 50);
        IntStream.range(0, 40).forEach(i -> stacks.add(CPU, "main", "app.A.run;app.Small" + i + ".go;vfs_write_[k]", 1 + i % 2));
        FlameGraph.Part part = part(5, stacks.build());
        assertThat(rows(part, 0)).containsExactly("app.A.run;[other] main 60 60", "app.A.run;app.Large.go;vfs_write main 50 50");
        assertThat(part.allNodes()).isEqualTo(83);
        assertThat(part.minShare()).isGreaterThan(1.0 / 110);
        assertThat(part.nodeOf().get(0)).contains(-1);
    }

    /** A frame stays that is large in the system CPU, however small in all CPU. */
    @Test
    void keepsWhatIsLargeInEitherMetric() {
        SmallProfile stacks = new SmallProfile().add(CPU, "main", "app.A.run;app.Kernel.go;vfs_write_[k]", 2);
        IntStream.range(0, 10).forEach(i -> stacks.add(CPU, "main", "app.A.run;app.User" + i + ".go", 100));
        assertThat(rows(part(3, stacks.build()), 0)).containsExactly("app.A.run;[other] main 1000 0",
                "app.A.run;app.Kernel.go;vfs_write main 2 2");
    }

    @Test
    void putsTwoProfilesIntoOneTree() {
        Profile before = new SmallProfile().add(CPU, "main", "app.A.run;app.Old.go", 4).build();
        Profile after = new SmallProfile().add(CPU, "main", "app.New.go", 1).add(CPU, "main", "app.A.run;app.Old.go", 3).build();
        FlameGraph.Part part = part(100, before, after);
        assertThat(rows(part, 0)).containsExactly("app.A.run;app.Old.go main 4 0");
        assertThat(rows(part, 1)).containsExactly("app.A.run;app.Old.go main 3 0", "app.New.go main 1 0");
        assertThat(part.parents()).hasSize(4);
    }
}
