package dev.perfhint.source.trace;

import dev.perfhint.source.Holder;
import dev.perfhint.source.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What was passed on the way from the hot call back towards the creation; an immutable list with shared tails.
 *
 * @param level how many objects the current value lies inside the hot one; grows at each wrapper that is unpacked
 */
record TraceStep(
        TraceStep hotter,
        int level,
        Optional<Wrapper> wrapper,
        Optional<Holder> holder,
        Optional<Origin> buffer,
        Optional<String> step) {
    static final TraceStep START =
            new TraceStep(null, 0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    TraceStep unpack(Wrapper wrapper) {
        return new TraceStep(this, level + 1, Optional.of(wrapper), Optional.empty(), Optional.empty(),
                Optional.empty());
    }

    /** Passes the creation of an object that buffers. */
    TraceStep buffered(Origin by) {
        return new TraceStep(this, level, Optional.empty(), Optional.empty(), Optional.of(by), Optional.empty());
    }

    TraceStep held(Holder holder) {
        return new TraceStep(this, level, Optional.empty(), Optional.of(holder), Optional.empty(), Optional.empty());
    }

    TraceStep step(String text) {
        return new TraceStep(this, level, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(text));
    }

    /** Enters an object from inside: the value was one of its fields and is now what its constructor was given. */
    TraceStep inside(Wrapper wrapper) {
        return new TraceStep(this, level, Optional.of(wrapper), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the holders, creation side first, with the number of wrappers inside each. */
    List<Holder> holders() {
        List<Holder> found = new ArrayList<>();
        for (TraceStep at = this; at != null; at = at.hotter) {
            int wrapped = level - at.level;
            at.holder.ifPresent(h ->
                    found.add(new Holder(h.file(), h.kind(), h.declaration(), h.name(), Math.max(0, wrapped))));
        }
        return found;
    }

    /** Returns the wrappers, innermost first. */
    List<Wrapper> wrappers() {
        List<Wrapper> found = new ArrayList<>();
        for (TraceStep at = this; at != null; at = at.hotter) {
            at.wrapper.ifPresent(found::add);
        }
        return found;
    }

    /** Returns the buffering object nearest to the hot call. */
    Optional<Origin> firstBuffer() {
        Optional<Origin> first = Optional.empty();
        for (TraceStep at = this; at != null; at = at.hotter) {
            first = at.buffer.isPresent() ? at.buffer : first;
        }
        return first;
    }

    /** Returns the buffering object nearest to the creation, below all classes that are not the JDK's. */
    Optional<Origin> lastBuffer() {
        for (TraceStep at = this; at != null; at = at.hotter) {
            boolean own = at.wrapper.filter(each -> !each.type().startsWith("java.")).isPresent();
            if (at.buffer.isPresent() || own) {
                return at.buffer;
            }
        }
        return Optional.empty();
    }

    /** Returns the steps, hot side first. */
    List<String> steps() {
        List<String> found = new ArrayList<>();
        for (TraceStep at = this; at != null; at = at.hotter) {
            at.step.ifPresent(text -> found.add(0, text));
        }
        return found;
    }
}
