/** JMH benchmarks of the primitives, run in separate JVMs. */
package dev.perfhint.calibrate;
