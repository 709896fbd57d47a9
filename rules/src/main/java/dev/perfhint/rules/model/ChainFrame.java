package dev.perfhint.rules.model;

/**
 * One step of a finding's call chain, nearest the I/O call first, with the share of the finding that flows through it.
 *
 * @param text {@code pkg.Foo.write(Foo.java:42)}
 * @param share 0..1 of the finding's system CPU
 */
public record ChainFrame(String text, Owner owner, long samples, double share) {}
