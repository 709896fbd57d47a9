package dev.perfhint.rules;

/**
 * System CPU that no finding explains, named for what it is.
 *
 * @param what subsystem of the kernel: {@code page faults}, {@code futex} ...
 * @param share of system CPU, 0..1
 * @param method application method with most of it; empty if there is none
 * @param hint what it means and what does not help against it; empty if nothing is known
 */
public record Unexplained(String what, long samples, long nanos, double share, String method, String hint) {}
