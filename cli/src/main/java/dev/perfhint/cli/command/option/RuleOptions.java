package dev.perfhint.cli.command.option;

import dev.perfhint.cli.CliException;
import dev.perfhint.cli.config.Config;
import dev.perfhint.rules.Rules;
import dev.perfhint.rules.model.Severity;
import dev.perfhint.rules.pattern.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** The options that choose rules and say which findings count. */
public final class RuleOptions {
    private static final double DEFAULT_MIN_SHARE = 0.01;

    @Option(names = "--rule", paramLabel = "ID", description = "Run this rule only; repeatable.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--ignore", paramLabel = "ID", description = "Skip this rule; repeatable.")
    private List<String> ignore = new ArrayList<>();

    @Option(names = "--min-share", paramLabel = "PCT", converter = Percent.class,
            description = "Least share of the system CPU that a finding needs, in percent (default: 1).")
    private Double minShare;

    @Option(names = "--fail-on", paramLabel = "SEVERITY",
            description = "Exit with 1 on a finding of this severity or worse: high, medium, low or info.")
    private Severity failOn;

    public Set<String> only() {
        Set<String> ids = ids(only);
        ids(ignore).stream().filter(ids::contains).findFirst().ifPresent(id -> {
            throw new CliException("rule " + id + " is asked for and ignored: leave out --rule or --ignore");
        });
        return ids;
    }

    public Set<String> ignore() {
        return ids(ignore);
    }

    /** Takes from the configuration what was not named on the command line. */
    public void complete(Config config) {
        only = only.isEmpty() ? config.list(Config.Key.RULE) : only;
        ignore = ignore.isEmpty() ? config.list(Config.Key.IGNORE) : ignore;
        if (minShare == null) {
            minShare = config.text(Config.Key.MIN_SHARE).map(value -> new Percent().convert(value))
                    .orElse(DEFAULT_MIN_SHARE);
        }
        if (failOn == null) {
            failOn = config.text(Config.Key.FAIL_ON).map(value -> severity(config, value)).orElse(null);
        }
    }

    private static Severity severity(Config config, String value) {
        return Stream.of(Severity.values()).filter(each -> each.label().equals(value)).findFirst()
                .orElseThrow(() -> new CliException(config.origin(Config.Key.FAIL_ON).orElseThrow()
                        + ": fail-on must be high, medium, low or info, not '" + value + "'"));
    }

    public double minShare() {
        return minShare;
    }

    public boolean failsOn(Severity severity) {
        return failOn != null && severity.compareTo(failOn) <= 0;
    }

    /** Returns the rule of that id, or refuses with the nearest one there is. */
    static Rule find(String id) {
        return Rules.find(id).orElseThrow(() -> {
            List<String> ids = Rules.all().stream().map(Rule::id).toList();
            String near = Nearest.name(id, ids)
                    .or(() -> ids.stream().filter(known -> !id.isEmpty() && (known.contains(id) || id.contains(known)))
                            .findFirst())
                    .map(known -> "did you mean " + known + "?")
                    .orElse("'perfhint rules' lists them");
            return new CliException("unknown rule '" + id + "': " + near);
        });
    }

    private static Set<String> ids(List<String> ids) {
        return ids.stream().map(id -> find(id).id()).collect(Collectors.toSet());
    }

    /** Reads a percentage of 0 to 100 as a share. */
    static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            try {
                double percent =
                        Double.parseDouble(value.endsWith("%") ? value.substring(0, value.length() - 1) : value);
                if (percent >= 0 && percent <= 100) {
                    return percent / 100;
                }
            } catch (NumberFormatException e) {
                throw refuse(value);
            }
            throw refuse(value);
        }

        private static CliException refuse(String value) {
            return new CliException("not a percentage from 0 to 100: '" + value + "'");
        }
    }
}
