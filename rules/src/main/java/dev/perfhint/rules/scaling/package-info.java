/** What grows with the load, from recordings at several loads. */
package dev.perfhint.rules.scaling;
