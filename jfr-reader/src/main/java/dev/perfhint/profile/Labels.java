package dev.perfhint.profile;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a recording says about the process it is of. Of environment variables and system properties only the names of an
 * allow-list are kept: the others may be secrets.
 *
 * @param host name of the host or container; empty if unknown
 * @param pid process id; 0 if unknown
 * @param names allowed variables and properties that were set, by name
 */
public record Labels(String host, long pid, Map<String, String> names) {
    public static final Labels NONE = new Labels("", 0, Map.of());

    private static final Set<String> ALLOWED = Set.of("otel.service.name", "OTEL_SERVICE_NAME", "DD_SERVICE",
            "DD_VERSION", "HOSTNAME");
    /** Lists of attributes, {@code key=value,key=value}: of them only these keys are kept. */
    private static final Set<String> ATTRIBUTE_LISTS = Set.of("otel.resource.attributes", "OTEL_RESOURCE_ATTRIBUTES");

    private static final List<String> ATTRIBUTES = List.of("service.name", "service.version", "host.name");
    private static final int MAX_VALUE_CHARS = 256;

    public Labels {
        names = Collections.unmodifiableMap(new TreeMap<>(names));
    }

    /** Returns whether anything of a variable or property of this name is kept. */
    public static boolean allows(String name) {
        return ALLOWED.contains(name) || ATTRIBUTE_LISTS.contains(name);
    }

    /** Returns the labels with a variable or property, if its name is allowed; a later value replaces an earlier. */
    public Labels with(String name, String value) {
        if (!allows(name)) {
            return this;
        }
        Map<String, String> more = new TreeMap<>(names);
        if (ALLOWED.contains(name)) {
            more.put(name, shortened(value));
        } else {
            ATTRIBUTES.forEach(key -> attribute(value, key)
                    .ifPresent(found -> more.put(name + ':' + key, shortened(found))));
        }
        return new Labels(host, pid, more);
    }

    /** Returns the labels with a host found otherwise. */
    public Labels withHost(String name) {
        return new Labels(name, pid, names);
    }

    /** Returns the labels with a process id. */
    public Labels withPid(long process) {
        return new Labels(host, process, names);
    }

    /** Returns the labels with the host that they name, where none is known otherwise. */
    Labels settled() {
        return host.isEmpty() && !names.isEmpty() ? withHost(first(List.of("otel.resource.attributes:host.name",
                "OTEL_RESOURCE_ATTRIBUTES:host.name", "HOSTNAME")).orElse("")) : this;
    }

    /** Returns the service as OpenTelemetry's or Datadog's names say, in the order in which async-profiler looks. */
    public Optional<String> service() {
        return first(List.of("otel.service.name", "OTEL_SERVICE_NAME", "otel.resource.attributes:service.name",
                "OTEL_RESOURCE_ATTRIBUTES:service.name", "DD_SERVICE"));
    }

    /** Returns the version of the service. */
    public Optional<String> version() {
        return first(List.of("otel.resource.attributes:service.version", "OTEL_RESOURCE_ATTRIBUTES:service.version",
                "DD_VERSION"));
    }

    private Optional<String> first(List<String> candidates) {
        return candidates.stream().map(name -> names.getOrDefault(name, "")).filter(value -> !value.isEmpty())
                .findFirst();
    }

    private static Optional<String> attribute(String list, String key) {
        for (String pair : list.split(",")) {
            int equals = pair.indexOf('=');
            if (equals > 0 && pair.substring(0, equals).strip().equals(key)) {
                return Optional.of(pair.substring(equals + 1).strip());
            }
        }
        return Optional.empty();
    }

    private static String shortened(String value) {
        return value.length() <= MAX_VALUE_CHARS ? value : value.substring(0, MAX_VALUE_CHARS);
    }
}
