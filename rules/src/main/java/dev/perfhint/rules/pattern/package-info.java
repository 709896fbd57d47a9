/** What a rule is, and what rules share. */
package dev.perfhint.rules.pattern;
