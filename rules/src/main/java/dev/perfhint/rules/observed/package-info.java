/** What was observed of a finding's streams: how many calls there were, how many a repair leaves, and how to say it. */
package dev.perfhint.rules.observed;
