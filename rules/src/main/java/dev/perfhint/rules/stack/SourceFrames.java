package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.file.Sources;
import dev.perfhint.source.trace.MovedMethods;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** The recorded frames at the lines where the sources have them now; without sources, at those that were recorded. */
public final class SourceFrames {
    private final CallTree tree;
    private final Methods methods;
    private final Optional<MovedMethods> moved;
    private final SourceFiles files;

    /** Looks at all calls that the application was seen making on the stacks. */
    public SourceFrames(Profile profile, Owners owners, Optional<Sources> sources, List<SystemStack> stacks) {
        this.tree = profile.tree();
        this.methods = profile.methods();
        this.moved = sources.map(MovedMethods::new);
        this.files = new SourceFiles(methods);
        BitSet seen = new BitSet();
        for (SystemStack stack : moved.isEmpty() ? List.<SystemStack>of() : stacks) {
            int callee = stack.entry();
            while (callee > CallTree.ROOT && !seen.get(callee)) {
                seen.set(callee);
                int caller = tree.parent(callee);
                while (caller > CallTree.ROOT && isBetween(caller, owners)) {
                    caller = tree.parent(caller);
                }
                if (caller > CallTree.ROOT && owners.of(tree.method(caller)) == Owner.APPLICATION) {
                    moved.get().add(recorded(caller), recorded(callee));
                }
                callee = caller;
            }
        }
    }

    /** A frame that no line of the sources stands for. */
    private boolean isBetween(int node, Owners owners) {
        int method = tree.method(node);
        return owners.isLambdaProxy(method) || methods.methodName(method).startsWith("access$");
    }

    private CallSite recorded(int node) {
        return new CallSite(methods.className(tree.method(node)), methods.methodName(tree.method(node)),
                tree.line(node));
    }

    /** Returns the frame of a node. */
    public CallSite of(int node) {
        return now(recorded(node));
    }

    /** Returns a recorded frame at its line in the sources. */
    public CallSite now(CallSite frame) {
        return moved.map(known -> known.now(frame)).orElse(frame);
    }

    /** Returns the name of the file that the class was compiled from, as far as the recording tells; else empty. */
    public String file(String className) {
        return files.of(className);
    }

    /** Returns in which files lines were followed, one line each. */
    public List<String> notes() {
        return moved.map(MovedMethods::notes).orElse(List.of());
    }
}
