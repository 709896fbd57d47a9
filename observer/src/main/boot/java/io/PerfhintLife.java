package java.io;

/** Takes the place of an object that a stream only synchronizes on, and leads to the stream's counts. */
final class PerfhintLife {
    final PerfhintStream stream = new PerfhintStream();
}
