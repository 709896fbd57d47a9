package dev.perfhint.cli.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says with tools and their arguments what a command says with options: an assistant has no command line. */
final class Wording {
    private static final Map<String, String> ARGUMENTS = new LinkedHashMap<>();
    private static final Pattern OPTION;

    static {
        ARGUMENTS.put("--fix without --safe-only", "patch without safeOnly");
        ARGUMENTS.put("perfhint record --for latency", "purpose=latency");
        ARGUMENTS.put("--for latency", "purpose=latency");
        ARGUMENTS.put("--no-observe", "observe=false");
        ARGUMENTS.put("--source DIR", "sources");
        ARGUMENTS.put("--source", "sources");
        ARGUMENTS.put("--classpath", "classpath");
        ARGUMENTS.put("--app-package", "appPackages");
        ARGUMENTS.put("--safe-only", "safeOnly");
        ARGUMENTS.put("--output", "outputs");
        ARGUMENTS.put("--build", "build");
        ARGUMENTS.put("--check", "check");
        ARGUMENTS.put("--load", "load");
        ARGUMENTS.put("--runs", "runs");
        ARGUMENTS.put("--run", "run");
        ARGUMENTS.put("--time-limit", "timeLimitSeconds");
        ARGUMENTS.put("--tree", "tree");
        ARGUMENTS.put("--patch", "patch");
        ARGUMENTS.put("--work-before", "workBefore");
        ARGUMENTS.put("--work-after", "workAfter");
        ARGUMENTS.put("--account", "systemCpuByCause");
        ARGUMENTS.put("'perfhint rules' lists both", "the resources are the rules, systemCpuByCause has causes");
        StringBuilder words = new StringBuilder();
        ARGUMENTS.keySet().forEach(word -> words.append(words.length() == 0 ? "" : "|").append(Pattern.quote(word)));
        OPTION = Pattern.compile("(?<![\\w/-])(" + words + ")(?![\\w-])");
    }

    private Wording() {}

    /** Returns a value of JSON with each text in it said so. */
    static Object of(Object value) {
        if (value instanceof String text) {
            return OPTION.matcher(text).replaceAll(match -> Matcher.quoteReplacement(ARGUMENTS.get(match.group(1))));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Wording::of).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> said = new LinkedHashMap<>();
            map.forEach((key, each) -> said.put(String.valueOf(key), of(each)));
            return said;
        }
        return value;
    }
}
