package dev.perfhint.rules.model;

/**
 * Why a finding does not count: it is shown as suppressed, gets no fix and fails no run.
 *
 * @param kind {@code comment}, {@code baseline} or {@code since}
 * @param reason one line; for a comment what its author wrote, empty if nothing
 */
public record Suppression(String kind, String reason) {}
