package dev.perfhint.source.proof;

import com.github.javaparser.ast.stmt.Statement;

/** A flush that the fix must add so that a waiting peer is served, on a line of its own before or after the anchor. */
public record FlushPoint(Statement anchor, boolean before, String statement) {}
