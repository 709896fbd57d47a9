/** Profiles for other tools: collapsed stacks, pprof, speedscope. */
package dev.perfhint.cli.output.export;
