/** The files of a fleet store: flat JSON and Parquet. */
package dev.perfhint.fleet.format;
