/** The searches for what can go wrong with an edit that holds bytes back or reads ahead; the same for all forms. */
package dev.perfhint.source.hazard;
