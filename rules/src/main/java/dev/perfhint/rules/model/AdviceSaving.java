package dev.perfhint.rules.model;

import java.util.Optional;

/** Advice of a finding with what it saves of the system CPU and of all CPU. */
public record AdviceSaving(Advice advice, Optional<Range> systemShare, Optional<Range> cpuShare) {}
