/** Which findings count: baselines and lines changed since a revision. */
package dev.perfhint.cli.select;
