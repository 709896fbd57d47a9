/** Measures primitives in JVMs of its own and keeps the results. */
package dev.perfhint.cli.calibrate;
