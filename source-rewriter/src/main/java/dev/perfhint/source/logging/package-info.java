/** Appenders as configuration files of logging libraries declare them, with the places to edit. */
package dev.perfhint.source.logging;
