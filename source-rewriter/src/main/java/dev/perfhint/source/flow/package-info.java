/** Which values reach an expression inside one class. */
package dev.perfhint.source.flow;
