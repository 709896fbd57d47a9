/** JMH benchmarks of the primitives, run in JVMs of their own. */
package dev.perfhint.calibrate;
