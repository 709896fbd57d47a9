/** Follows a stream backwards along a recorded stack to the expression that creates it. */
package dev.perfhint.source.trace;
