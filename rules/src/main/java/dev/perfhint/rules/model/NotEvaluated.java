package dev.perfhint.rules.model;

/** A rule that could not be judged on this profile, and why. */
public record NotEvaluated(String rule, String reason) {}
