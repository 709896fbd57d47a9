package dev.perfhint.rules.pattern;

import dev.perfhint.rules.model.Decimals;
import dev.perfhint.rules.observed.CallsLeft;
import dev.perfhint.rules.observed.SeenCalls;
import dev.perfhint.rules.observed.SeenStreams;
import dev.perfhint.rules.observed.SeenText;
import dev.perfhint.rules.stack.Operation;
import dev.perfhint.rules.stack.PublicNames;
import dev.perfhint.rules.stack.Size;
import dev.perfhint.rules.stack.Surroundings;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.Repair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges groups of calls that each move a few bytes: what the rules on unbuffered streams have in common. */
public final class SmallCalls {
    /** The classes that JDK 25 leaves out of the stacks of its file events. */
    public static final String UNRECORDED_INPUT = "FileInputStream, RandomAccessFile or FileChannel";

    /** The classes that JDK 25 leaves out of the stacks of its file events. */
    public static final String UNRECORDED_OUTPUT = "FileOutputStream, RandomAccessFile or FileChannel";

    // measured (Linux 6.18, ext4, JDK 11 to 25), copying and new pages. Appended writes: 0 to 20 % up to 64 bytes, 36
    // to 55 % at 1 KiB, 65 to 94 % at 8 KiB, 85 to 100 % at 64. Cached reads: 12 to 28 % up to 1 KiB, 55 % at 2, 75 %
    // at 8
    private static final double LARGE_WRITES_COPY = 0.35;
    private static final double LARGE_READS_COPY = 0.45;

    /** What shows the calls of a recording that says nothing of them. */
    public static final String OBSERVE = "perfhint record -- COMMAND counts the calls and their bytes";

    private static final Pattern VALUE =
            Pattern.compile("^Data(?:In|Out)putStream\\.(?:read|write)"
                    + "(Short|UnsignedShort|Char|Int|Float|Long|Double) ");

    private SmallCalls() {}

    /** Returns whether the call is known to be small, or writes a text. */
    public static boolean isSmall(Size size) {
        return !size.isUnknown() && size.bytes() < Saving.SMALL_BYTES;
    }

    /** Returns whether the call is small, or may be. */
    public static boolean isSmall(SystemStack stack) {
        return isSmall(stack.io().size()) || isOfUnknownSize(stack);
    }

    /** Returns whether the application itself reads or writes a file, and how much at a time is not known. */
    public static boolean isOfUnknownSize(SystemStack stack) {
        boolean transfer = switch (stack.io().operation()) {
            case FILE_READ, FILE_WRITE, RANDOM_READ, RANDOM_WRITE, CHANNEL_READ, CHANNEL_WRITE -> true;
            default -> false;
        };
        return transfer && stack.io().size().isUnknown() && stack.io().shape().isDirect()
                && !stack.io().shape().flushed() && stack.application() == stack.caller() && stack.callee() >= 0;
    }

    /** Returns whether the kernel copies so much in these calls that they cannot be small. */
    public static boolean copiesMuch(Candidate candidate) {
        double large = candidate.main().io().operation().isRead() ? LARGE_READS_COPY : LARGE_WRITES_COPY;
        return candidate.copyShare(candidate.sizeKnown() == Size.Known.NOT ? 1 : SystemStack.MIN_KERNEL_SAMPLES)
                .orElse(0) > large;
    }

    /**
     * Returns the verdict on calls that a buffer would collect.
     *
     * @param syscall system call as users know it: {@code write}
     * @param target what is not buffered: {@code FileOutputStream}
     */
    public static Optional<Verdict> unbuffered(Candidate candidate, String syscall, String target, Repair repair,
            List<String> help) {
        if (isSyncedAnyway(candidate)) {
            return Optional.empty();
        }
        Optional<SeenStreams> seen = candidate.seen();
        if (seen.isPresent()) {
            return observed(candidate, seen.get(), remedy(target, seen.get()), Optional.of(repair), help);
        }
        Size.Known known = candidate.sizeKnown();
        if (known.compareTo(Size.Known.DEFAULT) >= 0 && copiesMuch(candidate)) {
            return Optional.empty();
        }
        List<String> notes = new ArrayList<>(sizeNotes(candidate));
        if (candidate.bytesPerCall().isEmpty()) {
            boolean unknown = known == Size.Known.NOT;
            Verdict verdict = new Verdict(
                    callee(candidate, target) + " makes one " + syscall + " system call for every call, "
                            + (unknown ? "of unknown size" : "probably small ones"),
                    Optional.empty(), Optional.of(repair), notes, help);
            return Optional.of(unknown && candidate.copyShare().isEmpty() ? verdict.asSupposed(OBSERVE) : verdict);
        }
        double bytes = candidate.bytesPerCall().getAsDouble();
        return Optional.of(new Verdict(
                message(candidate, target, bytes, known),
                Optional.of(Saving.byBuffer(candidate)), Optional.of(repair), notes, help));
    }

    /** Returns the verdict on calls that were observed; empty where the remedy leaves most of them. */
    public static Optional<Verdict> observed(Candidate candidate, SeenStreams seen, String remedy,
            Optional<Repair> repair, List<String> help) {
        return seen.left().drop() < SeenCalls.MIN_DROP ? Optional.empty()
                : Optional.of(new Verdict(SeenText.calls(seen, remedy), Optional.of(Saving.of(seen, candidate)),
                        repair, copiesNote(candidate), help).seeing(seen));
    }

    private static String remedy(String target, SeenStreams seen) {
        boolean large = CallsLeft.bufferBytes(seen.life(), seen.operation()) > CallsLeft.BUFFER_BYTES;
        return large ? "a buffer of 64 KiB makes" : target.endsWith("Channel") ? "a larger ByteBuffer makes"
                : target.equals("RandomAccessFile") ? "blocks of 8 KiB make" : "a buffer makes";
    }

    /** Returns how the size is known, and what speaks against it. */
    public static List<String> sizeNotes(Candidate candidate) {
        List<String> notes = new ArrayList<>();
        SystemStack usual = candidate.usual();
        notes.add(switch (usual.io().size().known()) {
            case OBSERVED -> plural(candidate.bytesPerCall().orElse(0)) + " per call: observed";
            case EXACT -> differs(candidate) ? plural(Math.rint(candidate.bytesPerCall().orElse(0) * 10) / 10)
                    + " per call on average, inferred from the JDK methods on the stack"
                    : usual.io().size().bytes() == 1
                    ? "one byte per call (single-byte method on the stack)"
                    : plural(usual.io().size().bytes()) + " per call: fixed by "
                    + PublicNames.simple(candidate.callee(usual));
            case AT_MOST -> "at most " + plural(usual.io().size().bytes()) + " per call: "
                    + PublicNames.simple(candidate.callee(usual)) + " hands on no larger blocks";
            case EVENTS -> plural(Math.rint(candidate.bytesPerCall().orElse(usual.io().size().bytes()) * 10) / 10)
                    + " per call: file or socket events of the same line";
            case SOURCE -> plural(usual.io().size().bytes()) + " per call: a constant in the source";
            case DEFAULT -> plural(usual.io().size().bytes())
                    + " per call as a rule; a size given to the stream's constructor, or long strings, change it";
            case TEXT -> "size unknown, usually short text: " + OBSERVE;
            case NOT -> "size unknown: " + OBSERVE;
        });
        notes.addAll(copiesNote(candidate));
        return notes;
    }

    private static boolean differs(Candidate candidate) {
        return Math.abs(candidate.bytesPerCall().orElse(0) - candidate.usual().io().size().bytes()) >= 0.05;
    }

    /** Returns the share of copying in the kernel frames as a note; nothing with too few of them. */
    public static List<String> copiesNote(Candidate candidate) {
        return candidate.copyShare().stream()
                .mapToObj(share -> Decimals.percent(share, 0)
                        + " of kernel time is spent copying data or allocating pages").toList();
    }

    /** Returns a number of bytes for a sentence. */
    public static String plural(double bytes) {
        String number = bytes == Math.rint(bytes) ? String.valueOf((long) bytes) : Decimals.of(bytes, 1);
        return number + (bytes == 1 ? " byte" : " bytes");
    }

    /** Returns whether the same method forces what it writes to the device, so that it cannot wait in a buffer. */
    public static boolean isSyncedAnyway(Candidate candidate) {
        return candidate.main().io().operation().isWrite()
                && Surroundings.samples(candidate.surroundings().sameMethod(candidate.main()),
                        stack -> stack.io().operation() == Operation.SYNC) >= candidate.samples();
    }

    private static String message(Candidate candidate, String target, double bytes, Size.Known known) {
        String callee = callee(candidate, target);
        if (Math.rint(bytes * 10) == 10) {
            int width = width(callee);
            return width == 1 ? callee + " costs one system call per byte"
                    : callee + ": " + width + (callee.contains(".read") ? " read()" : " write()") + " calls per value";
        }
        boolean average = bytes != Math.rint(bytes) && known != Size.Known.EVENTS;
        boolean bound = known == Size.Known.AT_MOST || known == Size.Known.DEFAULT;
        String about = bound ? "at most " : average ? "about " : "";
        // the size is that of all its calls, not only of the one that is named
        String cost = known == Size.Known.EXACT && differs(candidate)
                ? callee.replaceFirst("(?= on an unbuffered |$)", " and others") + " cost" : callee + " costs";
        return cost + " one system call per " + about
                + plural(average && !bound ? Math.rint(bytes) : Math.rint(bytes * 10) / 10);
    }

    /** Returns how many bytes the named method of a data stream reads or writes, 1 for others. */
    private static int width(String callee) {
        Matcher value = VALUE.matcher(callee);
        return !value.find() ? 1 : switch (value.group(1)) {
            case "Short", "UnsignedShort", "Char" -> 2;
            case "Int", "Float" -> 4;
            default -> 8;
        };
    }

    private static String callee(Candidate candidate, String target) {
        String name = PublicNames.simple(candidate.callee());
        if (name.isEmpty() || name.equals(".")) {
            return "an unbuffered " + target;
        }
        boolean raw = name.startsWith(target + '.');
        boolean single = candidate.main().io().size().bytes() == 1 && raw && !target.endsWith("Channel");
        return raw ? name + (single && name.endsWith(".write") ? "(int)" : single && name.endsWith(".read") ? "()" : "")
                : name + " on an unbuffered " + target;
    }
}
