package dev.perfhint.rules.observed;

import dev.perfhint.profile.observed.CallCount;
import dev.perfhint.profile.observed.ObservedStack;
import dev.perfhint.profile.observed.StreamCount;
import dev.perfhint.profile.observed.StreamLife;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in the words of the user's code what was seen. */
public final class SeenText {
    private static final Pattern SIZED = Pattern.compile("([A-Za-z])(\\d+)");
    /** Sizes of one message that a sentence lists. */
    private static final int MAX_SIZES = 4;
    private static final double DECIMALS_BELOW = 9.95;
    /** From so many times on, the same file is read again and again. */
    private static final int MIN_TIMES = 10;

    private SeenText() {}

    /** Returns {@code 350,070 writes of 10 bytes on 5 streams}. */
    public static String calls(SeenStreams seen) {
        return (seen.isEstimated() ? "about " : "") + many(seen.calls().calls(), verb(seen.operation())) + sizes(seen)
                + " on "
                + many(seen.life().streams().opened(), noun(seen.life()));
    }

    /**
     * Returns the same with what the remedy leaves: {@code ...: a buffer makes them 432}.
     *
     * @param remedy with its verb: {@code a buffer makes}
     */
    public static String calls(SeenStreams seen, String remedy) {
        return calls(seen) + ": " + remedy + " them " + left(seen);
    }

    /** Returns the calls that are left: {@code at most 430}. */
    public static String left(SeenStreams seen) {
        return (seen.left().atMost() ? "at most " : seen.isEstimated() ? "about " : "") + grouped(seen.after());
    }

    /**
     * Returns a message on the calls with what the fix leaves of them, where that is not what the rule expects of its
     * repair; without a number where none is known.
     */
    public static String leaving(String message, SeenStreams expected, SeenStreams fixed) {
        boolean same = fixed.left().after() == expected.left().after();
        return same || !message.startsWith(calls(expected) + ": ") ? message
                : fixed.left().isFewer() ? calls(fixed, "the fix makes") : calls(fixed);
    }

    /** Returns what was seen of calls that no rule names. */
    public static String facts(SeenCalls seen) {
        CallCount calls = SeenCalls.all(seen.life(), seen.operation());
        if (calls.bytes() == 0) {
            return "observed: " + many(calls.calls(), "call") + " of " + seen.operation() + " on "
                    + many(seen.life().streams().opened(), noun(seen.life()));
        }
        String next = CallsLeft.next(seen.life(), seen.operation());
        String of = verb(seen.operation()) + "s of " + bytes(calls.bytesPerCall());
        boolean message = !next.isEmpty() && calls.bytesPerCall() < CallsLeft.BUFFER_BYTES / 2.0;
        long turns = seen.life().turns(seen.operation(), next);
        String after = turns >= calls.calls() ? " after each" : turns * 2 > calls.calls() ? " after most"
                : " after " + grouped(turns) + " of them";
        return "observed: " + grouped(calls.calls()) + ' ' + of + (message ? ", " + next + after : "");
    }

    /** Returns {@code 1 file of 40,000 bytes was read 30,121 times over: ...}; empty where it was not. */
    public static Optional<String> again(StreamLife life) {
        CallCount files = life.operation(StreamLife.SIZE);
        long read = life.operation(StreamLife.READ).bytes() + life.operation(StreamLife.READ_AT).bytes();
        if (files.bytes() == 0 || read / files.bytes() < MIN_TIMES) {
            return Optional.empty();
        }
        return Optional.of(many(files.calls(), "file") + " of " + bytes(files.bytes())
                + (files.calls() == 1 ? " was read " : " in all were read ") + times(read / files.bytes())
                + " over: hold " + (files.calls() == 1 ? "it" : "them") + " in memory, or keep what was read");
    }

    /** A call at a position of its own is a write or a read too. */
    private static String verb(String operation) {
        return operation.replace("-at", "");
    }

    private static char letter(String operation) {
        char first = operation.charAt(0);
        return operation.endsWith("-at") ? first : Character.toUpperCase(first);
    }

    private static String noun(StreamLife life) {
        return life.site().kind().startsWith("socket") ? "socket"
                : life.site().kind().contains("channel") ? "channel"
                : life.site().kind().equals("random-access") ? "file" : "stream";
    }

    /** The sizes of the repeated message where one was seen, else the mean. */
    private static String sizes(SeenStreams seen) {
        CallCount calls = seen.calls();
        if (calls.calls() == 0 || calls.bytes() == 0) {
            return "";
        }
        List<String> unit = unit(seen);
        if (unit.size() > 1 && unit.size() <= MAX_SIZES && unit.stream().distinct().count() > 1) {
            return " of " + String.join(", ", unit.subList(0, unit.size() - 1)) + " and " + unit.get(unit.size() - 1)
                    + " bytes";
        }
        return " of " + bytes(calls.bytesPerCall());
    }

    private static List<String> unit(SeenStreams seen) {
        List<String> sizes = new ArrayList<>();
        String unit = mainUnit(seen.life());
        char letter = letter(seen.operation());
        if (unit.indexOf(letter + "*") >= 0) {
            return sizes;
        }
        Matcher matcher = SIZED.matcher(unit);
        while (matcher.find()) {
            if (matcher.group(1).charAt(0) == letter) {
                sizes.add(matcher.group(2));
            }
        }
        return sizes;
    }

    /** Returns the sequence of operations that most messages are; empty where none is repeated. */
    public static String mainUnit(StreamLife life) {
        return life.units().entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
    }

    /** Returns a number of bytes: {@code 8.7 bytes}, {@code 1 byte}. */
    public static String bytes(double bytes) {
        String shown = number(bytes);
        return shown + (shown.equals("1") ? " byte" : " bytes");
    }

    /** Returns a number with one digit below ten, whole from there on. */
    static String number(double number) {
        double shown = number < DECIMALS_BELOW ? Math.rint(number * 10) / 10 : Math.rint(number);
        return shown == Math.rint(shown) ? grouped((long) shown) : Double.toString(shown);
    }

    /** Returns a number with its noun: {@code 5 files}. */
    public static String many(long count, String noun) {
        return grouped(count) + ' ' + noun + (count == 1 ? "" : "s");
    }

    /** Returns {@code once}, {@code 3 times}. */
    public static String times(long count) {
        return count == 1 ? "once" : grouped(count) + " times";
    }

    /** Returns a number with commas between thousands. */
    public static String grouped(long number) {
        StringBuilder text = new StringBuilder(Long.toString(number));
        for (int i = text.length() - 3; i > 0; i -= 3) {
            text.insert(i, ',');
        }
        return text.toString();
    }

    /** Returns how the streams ended and what else was done with them. */
    static String ends(SeenStreams seen) {
        StreamCount count = seen.life().streams();
        List<String> facts = new ArrayList<>();
        facts.add(closed(seen));
        List<String> others = seen.others();
        if (!seen.life().site().kind().startsWith("socket")) {
            facts.add(!others.isEmpty() ? others.get(0)
                    : "no other access seen" + (seen.elsewhere().isEmpty() ? "" : " while open"));
        }
        CallCount calls = seen.calls();
        facts.add(calls.failed() == 0 ? "no " + verb(seen.operation()) + " failed"
                : many(calls.failed(), verb(seen.operation())) + " failed");
        if (count.manyThreads() > 0) {
            facts.add("used by several threads");
        }
        return String.join(", ", facts) + ' ' + scope(seen);
    }

    /** Returns {@code all 60 closed in Export.close:26}. */
    public static String closed(SeenStreams seen) {
        StreamCount count = seen.life().streams();
        List<String> closers = seen.closers();
        String by = closers.isEmpty() ? "" : " in " + SeenPlaces.simple(closers.get(0))
                + (closers.size() > 1 ? " and " + (closers.size() - 1) + " more" : "");
        boolean all = count.closed() >= count.opened();
        return (!all ? grouped(count.closed()) + " of " + grouped(count.opened()) + " closed"
                : count.opened() == 1 ? "closed" : "all " + grouped(count.opened()) + " closed") + by;
    }

    /** Returns the frame outside the JDK, without its package. */
    public static String place(ObservedStack stack) {
        return SeenPlaces.simple(SeenPlaces.place(stack));
    }

    /** Returns in how many runs of which length it was seen. */
    public static String scope(SeenStreams seen) {
        return "(" + many(seen.runs(), "run") + ", " + number(seen.seconds()) + " s)";
    }

    /** Returns the order of the operations: how many of one kind follow each other, and what ends them. */
    static Optional<String> order(SeenStreams seen) {
        StreamLife life = seen.life();
        String next = CallsLeft.next(life, seen.operation());
        long turns = life.turns(seen.operation(), next);
        if (next.isEmpty() || turns == 0) {
            return Optional.empty();
        }
        double run = (double) seen.calls().calls() / turns;
        String length = number(run);
        Map<String, Long> beside = new LinkedHashMap<>();
        life.operations().forEach((name, count) -> {
            if (!List.of(seen.operation(), next, "close", StreamLife.SIZE).contains(name)) {
                beside.put(name, count.calls());
            }
        });
        String rest = String.join(", ", beside.entrySet().stream().filter(entry -> entry.getValue() > 0)
                .map(entry -> many(entry.getValue(), entry.getKey())).toList());
        String runs = length + ' ' + verb(seen.operation()) + (length.equals("1") ? "" : "s");
        return Optional.of(runs + " before each " + next + " ("
                + times(turns) + ")" + (rest.isEmpty() ? "" : ", besides " + rest));
    }

    /** Returns the order in letters, as JSON has it. */
    public static String letters(SeenStreams seen) {
        String unit = mainUnit(seen.life());
        if (!unit.isEmpty()) {
            return unit;
        }
        String next = CallsLeft.next(seen.life(), seen.operation());
        return letter(seen.operation()) + (next.isEmpty() ? ""
                : " " + Character.toUpperCase(next.charAt(0)));
    }
}
