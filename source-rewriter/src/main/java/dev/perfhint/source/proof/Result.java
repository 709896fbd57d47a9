package dev.perfhint.source.proof;

/** What an expression denotes in one state after it. */
record Result(State state, Value value) {}
