/**
 * Proves that a buffer round a stream changes nothing: an interprocedural typestate analysis.
 *
 * <p>There is one abstract object, the buffer that the fix puts where the raw stream is created. A {@link
 * dev.perfhint.source.proof.State} has its typestate ({@link dev.perfhint.source.proof.Phase}: absent, clean, dirty,
 * failing, failed, closed), the alias set (what each variable and each field of a followed object holds) and those
 * objects. {@link dev.perfhint.source.proof.Prover} runs the method that creates the stream, or each one that creates
 * the object which keeps it, from a set of states to a fixed point: {@code StatementTransfer} and {@code TryTransfer}
 * with all exceptional edges, {@code ExpressionTransfer}, {@code CallTransfer} and {@code ConstructorTransfer} with
 * bodies inlined in the context of their call (a summary is used again only for equal arguments and an equal heap),
 * {@code StreamTransfer} for what the JDK's methods do by the table in {@code jdk}. Code without source answers by its
 * bytecode ({@code LibraryUse}, on ASM's analyzer). Names, types and overloads are javac's. What is not understood is a
 * doubt.
 *
 * <p>Inserted flushes are part of the program that is proven: a first run finds their places, the second has them as
 * events and sees that none meets null, a closed stream or a wrapper that would change bytes. What surrounds the stream
 * (other threads, processes, code that cannot be seen) is assumed and said; {@code ObserverCheck} looks for
 * counter-evidence.
 *
 * <p>An example, with the states behind each line:
 *
 * <pre>{@code
 * OutputStream out = null;                    // absent, out is null
 * try {
 *     out = new FileOutputStream(name);       // clean, out is the buffer | thrown: absent, out is null
 *     write(out);                             // inlined with its parameter bound to the buffer: dirty
 * } finally {                                 //                        | thrown: clean, dirty, failing
 *     if (out != null) {                      // dirty                  | clean, dirty, failing; absent goes past
 *         out.close();                        // closed                 | closed
 *     }
 * }                                           // closed                 | closed, absent: closed on every path
 * }</pre>
 */
package dev.perfhint.source.proof;
