/** From a profile to a report: classify, group, judge, report, fix. */
package dev.perfhint.rules.analysis;
