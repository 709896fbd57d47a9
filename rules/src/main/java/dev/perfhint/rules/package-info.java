/** The list of rules. */
package dev.perfhint.rules;
