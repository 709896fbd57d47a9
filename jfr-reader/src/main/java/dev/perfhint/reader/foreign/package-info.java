/** Formats of other profilers, one reader each: collapsed stacks, flame graphs, perf script, pprof, OTLP. */
package dev.perfhint.reader.foreign;
