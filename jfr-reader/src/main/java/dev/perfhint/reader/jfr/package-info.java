/** What the chunks of a JFR file say together: weights of samples, losses, warnings, damage. */
package dev.perfhint.reader.jfr;
