/**
 * Decides whether a buffer round a stream is {@code safe}: five sentences, by lexical scope and javac's resolution.
 *
 * <p>{@code docs/fix-safety.md} has the sentences. Looked at are the file of the creation and at most 20 files of
 * helpers that are statically bound; no callers, threads, callbacks, libraries or other programs. What cannot be
 * decided is a hazard.
 */
package dev.perfhint.source.safe;
