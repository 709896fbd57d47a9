package java.io;

/** Stands in a stream's private lock field: an object that is only synchronized on, and leads to the stream's counts. */
final class PerfhintLife {
    final PerfhintStream stream = new PerfhintStream();
}
