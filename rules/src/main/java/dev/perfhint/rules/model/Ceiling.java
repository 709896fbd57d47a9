package dev.perfhint.rules.model;

import java.util.BitSet;

/**
 * What removing a pattern saves at most: all CPU that the remedy takes along, of other findings too.
 *
 * @param rows of the profile that may go
 * @param whole rows of the profile that are never exceeded: what the named methods cost, or all of the program
 * @param beside what the JVM does for them, as a share of all CPU, 0..1
 * @param error of the samples, as a part of the ceiling
 */
public record Ceiling(BitSet rows, BitSet whole, double beside, double error) {}
