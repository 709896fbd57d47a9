/** From a finding's request to a checked fix: traces, plans, proves, and joins the selected edits into one patch. */
package dev.perfhint.source.fix;
