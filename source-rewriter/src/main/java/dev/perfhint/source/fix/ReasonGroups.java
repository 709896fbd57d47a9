package dev.perfhint.source.fix;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Groups reasons that differ in place and called method only: the first stands for all, with how many are like it. */
public final class ReasonGroups {
    private static final Pattern PLACE = Pattern.compile("^(?:[\\w$.]+, )?line \\d+: ");
    private static final Pattern CALL = Pattern.compile("[\\w$.]+\\(\\)");

    private ReasonGroups() {}

    /** Returns one line for each group, in the order of its first reason. */
    public static List<String> of(List<String> reasons) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String reason : reasons) {
            String key = CALL.matcher(PLACE.matcher(reason).replaceFirst("")).replaceAll("()");
            groups.computeIfAbsent(key, same -> new ArrayList<>()).add(reason);
        }
        return groups.values().stream()
                .map(group -> group.get(0) + (group.size() == 1 ? "" : " (and " + (group.size() - 1) + " alike)"))
                .toList();
    }
}
