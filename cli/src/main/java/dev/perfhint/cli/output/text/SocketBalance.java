package dev.perfhint.cli.output.text;

import dev.perfhint.cli.output.Figures;
import dev.perfhint.profile.Cause;
import dev.perfhint.profile.IoOperation;
import dev.perfhint.profile.Profile;
import dev.perfhint.rules.model.AccountRow;
import dev.perfhint.rules.model.AccountVerdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One line for what a program's sockets cost where that is needed for the work done: sent, received, waited for. */
final class SocketBalance {
    private static final double MIN_SHARE = 0.001;

    private SocketBalance() {}

    /** Returns whether a part of the account goes into that line. */
    static boolean holds(AccountRow row) {
        return row.verdict() == AccountVerdict.INHERENT && row.findings().isEmpty() && !what(row.cause()).isEmpty();
    }

    /** Returns the line: {@code sent 14 %, received 9 %; 118 bytes a write}. */
    static String of(List<AccountRow> account, Profile profile) {
        Map<Cause, Double> shares = new EnumMap<>(Cause.class);
        account.stream().filter(SocketBalance::holds)
                .forEach(row -> shares.merge(row.cause(), row.share(), Double::sum));
        List<String> parts = new ArrayList<>();
        shares.entrySet().stream()
                .sorted(Map.Entry.<Cause, Double>comparingByValue().reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .filter(part -> part.getValue() >= MIN_SHARE)
                .forEach(part -> parts.add(what(part.getKey()) + " " + Figures.percent(part.getValue())));
        String sizes = sizes(profile, IoOperation.Kind.SOCKET_WRITE, "write")
                + sizes(profile, IoOperation.Kind.SOCKET_READ, "read");
        return String.join(", ", parts) + sizes;
    }

    private static String sizes(Profile profile, IoOperation.Kind kind, String name) {
        long calls = 0;
        long bytes = 0;
        for (IoOperation operation : profile.io()) {
            calls += operation.kind() == kind ? operation.calls() : 0;
            bytes += operation.kind() == kind ? operation.bytes() : 0;
        }
        return calls == 0 ? "" : "; " + Figures.count(Math.round((double) bytes / calls)) + " bytes a recorded " + name;
    }

    private static String what(Cause cause) {
        return switch (cause) {
            case SOCKET_WRITE -> "sent";
            case SOCKET_READ -> "received";
            case SOCKET_WAIT -> "polled";
            case SOCKET_ACCEPT -> "accepted";
            case SOCKET_CONNECT -> "opened and closed";
            default -> "";
        };
    }
}
