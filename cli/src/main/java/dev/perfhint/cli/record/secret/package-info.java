/** Hides in a finished recording what may be a secret. */
package dev.perfhint.cli.record.secret;
