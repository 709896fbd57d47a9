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
record Path(
        Path hotter,
        int level,
        Optional<Wrapper> wrapper,
        Optional<Holder> holder,
        Optional<Found> buffer,
        Optional<String> step) {
    static final Path START =
            new Path(null, 0, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    Path unpack(Wrapper wrapper) {
        return new Path(this, level + 1, Optional.of(wrapper), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Passes the creation of an object that buffers. */
    Path buffered(Found by) {
        return new Path(this, level, Optional.empty(), Optional.empty(), Optional.of(by), Optional.empty());
    }

    Path held(Holder holder) {
        return new Path(this, level, Optional.empty(), Optional.of(holder), Optional.empty(), Optional.empty());
    }

    Path step(String text) {
        return new Path(this, level, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(text));
    }

    /** Enters an object from inside: the value was one of its fields and is now what its constructor was given. */
    Path inside(Wrapper wrapper) {
        return new Path(this, level, Optional.of(wrapper), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the holders, creation side first, with the number of wrappers inside each. */
    List<Holder> holders() {
        List<Holder> found = new ArrayList<>();
        for (Path at = this; at != null; at = at.hotter) {
            int wrapped = level - at.level;
            at.holder.ifPresent(h ->
                    found.add(new Holder(h.file(), h.kind(), h.declaration(), h.name(), Math.max(0, wrapped))));
        }
        return found;
    }

    /** Returns the wrappers, innermost first. */
    List<Wrapper> wrappers() {
        List<Wrapper> found = new ArrayList<>();
        for (Path at = this; at != null; at = at.hotter) {
            at.wrapper.ifPresent(found::add);
        }
        return found;
    }

    /** Returns the buffering object nearest to the hot call. */
    Optional<Found> firstBuffer() {
        Optional<Found> first = Optional.empty();
        for (Path at = this; at != null; at = at.hotter) {
            first = at.buffer.isPresent() ? at.buffer : first;
        }
        return first;
    }

    /** Returns the steps, hot side first. */
    List<String> steps() {
        List<String> found = new ArrayList<>();
        for (Path at = this; at != null; at = at.hotter) {
            at.step.ifPresent(text -> found.add(0, text));
        }
        return found;
    }
}
