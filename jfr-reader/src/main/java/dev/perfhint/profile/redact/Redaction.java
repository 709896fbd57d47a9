package dev.perfhint.profile.redact;

import dev.perfhint.profile.EventCount;
import dev.perfhint.profile.EventCounts;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Labels;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import dev.perfhint.profile.Recording;
import dev.perfhint.profile.Unit;
import dev.perfhint.profile.observed.Observation;
import dev.perfhint.profile.timeline.EventSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Replaces the names in a profile that say more than code does: command lines, hosts and addresses, paths, properties,
 * thread names beyond their stem. Names of code and of the main class stay, all numbers stay. The same name gets the
 * same pseudonym wherever it stands, so that what is judged by equal names is judged the same.
 */
public final class Redaction {
    private static final String HOSTS = "hosts";
    private static final String PATHS = "paths";
    private static final String THREADS = "thread names";
    private static final String COMMANDS = "command lines";
    private static final String PROPERTIES = "properties";

    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.[0-9.]+|\\[?(?:::1|0:0:0:0:0:0:0:1)]?|0\\.0\\.0\\.0|\\[?::]?");
    private static final Pattern PORT = Pattern.compile("(.*):(-?\\d{1,5})");
    /** What is the same on each machine. */
    private static final Pattern SYSTEM_FILE = Pattern.compile("/dev/[a-z]+|/proc/(?:self|sys)(?:/[a-z_.]+)*|/proc"
            + "|/proc/[a-z]+|\\[[a-z ]+]|-");
    private static final Pattern CODE_FILE = Pattern.compile(
            "(?:.*[/\\\\])?([^/\\\\]+\\.(?:jar|jmod|jsa|java|kt|scala|groovy|class|dll|dylib|so(?:\\.[0-9.]+)?)"
            + "|(?<=/lib/)modules)");
    private static final Pattern EXTENSION =
            Pattern.compile(".*(\\.(?:log|txt|csv|json|xml|yaml|properties|db|tmp|gz|zip|jfr|parquet|html))");
    private static final Pattern FOLDERS =
            Pattern.compile("(?:(?<![\\w$.])|^)(?:[A-Za-z]:)?[/\\\\](?:[^/\\\\;]+[/\\\\])+");
    private static final Pattern PATH_IN_TEXT = Pattern.compile("(?<![\\w.:/<])/(?:[\\w.@+~-]+/)*[\\w.@+~-]*[\\w@+~-]");
    private static final Pattern ADDRESS_IN_TEXT = Pattern.compile("(?<![\\w.])\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])");
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private final Pseudonyms pseudonyms;
    private final Map<String, Map<String, Integer>> threadNumbers = new TreeMap<>();

    private Redaction(byte[] key) {
        pseudonyms = new Pseudonyms(key);
    }

    /** Starts with a new random key, for the names of one file. */
    public static Redaction random() {
        return new Redaction(Pseudonyms.newKey());
    }

    /** @param key of {@link #newKey}, for files that are compared by their names */
    public static Redaction of(byte[] key) {
        return new Redaction(key);
    }

    public static byte[] newKey() {
        return Pseudonyms.newKey();
    }

    /** Returns the profile without what names more than code; each recording's warnings say what was replaced. */
    public Profile of(Profile profile) {
        List<String> groups = profile.threadGroups().stream().map(this::thread).toList();
        List<IoOperation> io = profile.io().stream()
                .map(one -> new IoOperation(one.kind(), one.leaf(), target(one), one.calls(), one.bytes(), one.nanos(),
                        one.sizes(), one.sampled()))
                .toList();
        EventCounts counts = new EventCounts(profile.counts().rows().stream()
                .map(count -> count.kind() != EventCount.Kind.PROCESS_START ? count
                        : new EventCount(count.kind(), count.leaf(), count.threadGroup(), command(count.subject()),
                                count.events(), count.nanos()))
                .toList(), profile.counts().thresholdNanos(), profile.counts().gauges());
        Methods methods = methods(profile.methods());
        List<Unit> units = profile.units().stream().map(unit -> unit.withHost(host(unit.host()))).toList();
        Observation observed = RedactedObservation.of(profile.observed(), this);
        List<Recording> named = profile.recordings().stream()
                .map(one -> one.withPath(path(one.path())).withLabels(labels(one.labels()))).toList();
        List<Recording> recordings = new ArrayList<>();
        for (Recording one : named) {
            Recording told = one.withWarnings(one.warnings().stream().map(this::text).toList());
            recordings.add(recordings.isEmpty() && !summary().isEmpty() ? told.withWarning(summary()) : told);
        }
        return new Profile(profile.tree(), methods, groups, profile.events(), profile.rows(), io, counts, recordings,
                profile.timeSlices(), units, profile.weights(), observed);
    }

    /** Returns where the same events are read, of threads with other names; no judgement asks for hosts and paths. */
    public EventSource of(EventSource events) {
        return query -> events.read(query).map(log -> {
            log.names().renameThreads(this::thread);
            return log;
        });
    }

    /** Returns how many names of each kind were replaced, in words; empty if none was. */
    public String summary() {
        Map<String, Integer> counts = pseudonyms.counts();
        return counts.isEmpty() ? "" : "redacted, names are pseudonyms: " + counts.entrySet().stream()
                .map(count -> count.getValue() + " "
                        + (count.getValue() == 1 ? singular(count.getKey()) : count.getKey()))
                .collect(Collectors.joining(", "));
    }

    /** Returns how many different names of each kind were replaced. */
    public Map<String, Integer> counts() {
        return pseudonyms.counts();
    }

    /** Returns what a pseudonym stands for: sources are compared with the real path of a file. */
    public String original(String pseudonym) {
        return pseudonyms.original(pseudonym);
    }

    /** Returns a sentence without paths, addresses and the names that were replaced already. */
    public String text(String sentence) {
        String known = pseudonyms.replaceKnown(sentence);
        String bare = PATH_IN_TEXT.matcher(known)
                .replaceAll(match -> Matcher.quoteReplacement(path(match.group())));
        return ADDRESS_IN_TEXT.matcher(bare).replaceAll(match -> Matcher.quoteReplacement(host(match.group())));
    }

    /** Returns a path's pseudonym with its usual extension; of code the file's name. */
    public String path(String path) {
        if (path.isEmpty() || SYSTEM_FILE.matcher(path).matches()) {
            return path;
        }
        Matcher code = CODE_FILE.matcher(path);
        if (code.matches()) {
            return pseudonyms.note(PATHS, path, code.group(1));
        }
        Matcher extension = EXTENSION.matcher(path);
        return pseudonyms.note(PATHS, path, "path-" + pseudonyms.letters(PATHS, path)
                + (extension.matches() ? extension.group(1) : ""));
    }

    /** Returns a host's or an address's pseudonym; this machine's own loopback names stay. */
    public String host(String host) {
        return host.isEmpty() || LOOPBACK.matcher(host).matches() ? host
                : pseudonyms.note(HOSTS, host, "host-" + pseudonyms.letters(HOSTS, host));
    }

    /** Returns the stem of a thread's name, with a pseudonym where it has more. Names of one pool stay of one pool. */
    public String thread(String name) {
        String stem = ThreadStem.of(name);
        if (stem.equals(name)) {
            return name;
        }
        String pool = DIGITS.matcher(name).replaceAll("*");
        Map<String, Integer> numbers = threadNumbers.computeIfAbsent(pool, key -> new TreeMap<>());
        int number = numbers.computeIfAbsent(name, key -> numbers.size() + 1);
        return pseudonyms.note(THREADS, name, (stem.isEmpty() ? "thread" : stem) + '-' + number + '-'
                + pseudonyms.letters(THREADS, pool));
    }

    private String target(IoOperation one) {
        boolean socket = one.kind() == IoOperation.Kind.SOCKET_READ || one.kind() == IoOperation.Kind.SOCKET_WRITE;
        return socket ? peer(one.target()) : path(one.target());
    }

    /** Returns a host's pseudonym with the port that follows its name. */
    String peer(String target) {
        Matcher port = PORT.matcher(target);
        return port.matches() ? host(port.group(1)) + ':' + port.group(2) : host(target);
    }

    /** Returns a command line with one pseudonym for the program and one for its arguments. */
    private String command(String line) {
        int blank = line.indexOf(' ');
        if (line.isEmpty()) {
            return line;
        }
        String program = "program-" + pseudonyms.letters(COMMANDS, blank < 0 ? line : line.substring(0, blank));
        return pseudonyms.note(COMMANDS, line, blank < 0 ? program
                : program + " arguments-" + pseudonyms.letters(COMMANDS, line.substring(blank)));
    }

    private Labels labels(Labels labels) {
        Map<String, String> names = new TreeMap<>();
        labels.names().forEach((name, value) -> names.put(name, value.equals(labels.host()) ? host(value)
                : pseudonyms.note(PROPERTIES, value, "value-" + pseudonyms.letters(PROPERTIES, value))));
        return new Labels(host(labels.host()), labels.pid(), names);
    }

    /** Takes the folders out of names of frames, which some recorders write before the file of a library. */
    private Methods methods(Methods methods) {
        Methods bare = new Methods();
        for (int id = 0; id < methods.size(); id++) {
            String className = withoutFolders(methods.className(id));
            String methodName = withoutFolders(methods.methodName(id));
            int same = bare.id(className, methodName);
            if (same != id) {
                bare.id(className, methodName + '-' + pseudonyms.letters(PATHS, methods.name(id)));
            }
            bare.module(id, withoutFolders(methods.module(id)));
            bare.source(className, withoutFolders(methods.source(methods.className(id))));
        }
        return bare;
    }

    private String withoutFolders(String name) {
        boolean folders = name.indexOf('/') >= 0 || name.indexOf('\\') >= 0;
        return folders ? FOLDERS.matcher(name).replaceAll("") : name;
    }

    private static String singular(String plural) {
        return plural.endsWith("ies") ? plural.substring(0, plural.length() - 3) + "y"
                : plural.substring(0, plural.length() - 1);
    }
}
