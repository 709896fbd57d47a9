package dev.perfhint.cli.mcp;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The checked arguments of one call; paths are below the roots. */
final class Arguments {
    private final Map<String, Object> values;
    private final Roots roots;

    private Arguments(Map<String, Object> values, Roots roots) {
        this.values = values;
        this.roots = roots;
    }

    /** Checks all that a client gave; unknown names are refused. */
    static Arguments of(AgentTool tool, Map<String, Object> given, Roots roots) {
        for (Map.Entry<String, Object> each : given.entrySet()) {
            Parameter parameter = tool.parameters().stream().filter(one -> one.name().equals(each.getKey())).findFirst()
                    .orElseThrow(() -> new RefusedCallException(tool.name() + " has no argument "
                            + Texts.shortened(each.getKey(), 40) + ": it has "
                            + String.join(", ", tool.parameters().stream().map(Parameter::name).toList())));
            parameter.check(each.getValue());
        }
        for (Parameter parameter : tool.parameters()) {
            if (parameter.required() && !given.containsKey(parameter.name())) {
                throw new RefusedCallException(tool.name() + " needs " + parameter.name() + ": "
                        + parameter.description());
            }
        }
        return new Arguments(Map.copyOf(given), roots);
    }

    Roots roots() {
        return roots;
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    Optional<String> text(String name) {
        return Optional.ofNullable((String) values.get(name));
    }

    List<String> texts(String name) {
        return values.get(name) instanceof List<?> list ? list.stream().map(String.class::cast).toList() : List.of();
    }

    Optional<Long> number(String name) {
        return Optional.ofNullable((Number) values.get(name)).map(Number::longValue);
    }

    List<String> existing(String name) {
        return texts(name).stream().map(roots::existing).map(Path::toString).toList();
    }

    /** Returns the directory to work in: the first root where none is named. */
    Path directory(String name) {
        return text(name).map(roots::directory).orElseGet(roots::first);
    }
}
