/** What an analysis answers: report, findings, account, advice and savings. */
package dev.perfhint.rules.model;
