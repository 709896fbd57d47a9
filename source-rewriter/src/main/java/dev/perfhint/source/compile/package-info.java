/** Compiles edited files in memory and compares the diagnostics before and after. */
package dev.perfhint.source.compile;
