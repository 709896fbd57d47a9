package dev.perfhint.rules.latency;

import java.util.ArrayList;
import java.util.List;

/** The parts of an operation's time that nothing has explained yet: each instant is taken once. */
final class FreeTime {
    /** @param endNanos exclusive */
    record Piece(long startNanos, long endNanos) {
        long nanos() {
            return endNanos - startNanos;
        }
    }

    private List<Piece> pieces;

    FreeTime(long startNanos, long endNanos) {
        pieces = startNanos < endNanos ? List.of(new Piece(startNanos, endNanos)) : List.of();
    }

    List<Piece> pieces() {
        return pieces;
    }

    long nanos() {
        return pieces.stream().mapToLong(Piece::nanos).sum();
    }

    /** Takes an interval away; returns how much of it was still free. */
    long take(long startNanos, long endNanos) {
        List<Piece> left = new ArrayList<>();
        long taken = 0;
        for (Piece piece : pieces) {
            long from = Math.max(piece.startNanos(), startNanos);
            long to = Math.min(piece.endNanos(), endNanos);
            if (from >= to) {
                left.add(piece);
                continue;
            }
            taken += to - from;
            if (piece.startNanos() < from) {
                left.add(new Piece(piece.startNanos(), from));
            }
            if (to < piece.endNanos()) {
                left.add(new Piece(to, piece.endNanos()));
            }
        }
        pieces = left;
        return taken;
    }
}
