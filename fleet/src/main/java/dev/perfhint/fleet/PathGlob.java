package dev.perfhint.fleet;

import java.util.regex.Pattern;

/** Globs over paths and URIs: {@code *} and {@code ?} within a folder, {@code **} across folders, {@code {a,b}}. */
public final class PathGlob {
    private PathGlob() {}

    public static boolean isGlob(String text) {
        return text.indexOf('*') >= 0 || text.indexOf('?') >= 0 || text.indexOf('{') >= 0;
    }

    /** Returns the folder above the first wildcard. */
    static String base(String glob) {
        int end = 0;
        while (end < glob.length() && "*?{".indexOf(glob.charAt(end)) < 0) {
            end++;
        }
        int slash = glob.lastIndexOf('/', end);
        return slash < 0 ? "." : slash == 0 ? "/" : glob.substring(0, slash);
    }

    /** Matches whole paths; a glob that begins with no slash matches their end. */
    static Pattern pattern(String glob) {
        return Pattern.compile((glob.startsWith("/") || glob.contains("://") ? "" : "(?:.*/)?") + regex(glob));
    }

    /** Returns a regular expression for a glob. */
    public static String regex(String glob) {
        StringBuilder regex = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                regex.append("(?:.*/)?");
                i += 2;
            } else if (glob.startsWith("**", i)) {
                regex.append(".*");
                i++;
            } else if (c == '*' || c == '?') {
                regex.append(c == '*' ? "[^/]*" : "[^/]");
            } else if (c == '{') {
                depth++;
                regex.append("(?:");
            } else if (c == '}' && depth > 0) {
                depth--;
                regex.append(')');
            } else {
                regex.append(c == ',' && depth > 0 ? "|" : Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
