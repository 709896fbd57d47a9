/** Commands that answer one question: latency, scaling, costs of primitives. */
package dev.perfhint.cli.command.question;
