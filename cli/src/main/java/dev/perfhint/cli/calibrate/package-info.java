/** Measures primitives in separate JVMs and keeps the results. */
package dev.perfhint.cli.calibrate;
