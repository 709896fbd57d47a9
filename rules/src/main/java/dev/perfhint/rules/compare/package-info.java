/** Compares two analysed profiles, with the significance of each change. */
package dev.perfhint.rules.compare;
