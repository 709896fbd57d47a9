/** Compares many partitions of a fleet and ranks findings over all of them. */
package dev.perfhint.rules.fleet;
