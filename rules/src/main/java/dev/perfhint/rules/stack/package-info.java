/** Classifies each stack once: operation, owner, size, object and surroundings. */
package dev.perfhint.rules.stack;
