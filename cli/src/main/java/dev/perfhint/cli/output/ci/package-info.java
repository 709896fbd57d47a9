/** Findings for code review and pipelines: SARIF, GitLab, GitHub, reviewdog, Markdown. */
package dev.perfhint.cli.output.ci;
