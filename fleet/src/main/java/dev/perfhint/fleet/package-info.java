/** Collects the recordings of a fleet into partitions, merges and judges them. */
package dev.perfhint.fleet;
