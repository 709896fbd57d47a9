/** Collects a fleet on Spark. */
package dev.perfhint.spark;
