package dev.perfhint.rules.model;

/** A share that is known within bounds, both 0..1. */
public record Range(double low, double high) {}
