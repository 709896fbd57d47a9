/** Commands that show or export a profile: hotspots, callers, callees. */
package dev.perfhint.cli.command.table;
