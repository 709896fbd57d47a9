/** What JDK methods do to streams, files, threads and time: one table, read by tracing, proof and edits. */
package dev.perfhint.source.jdk;
