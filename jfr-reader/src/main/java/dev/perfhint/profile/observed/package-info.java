/** What an agent saw of the streams of a run: where each was created, its operations in order and size, its end. */
package dev.perfhint.profile.observed;
