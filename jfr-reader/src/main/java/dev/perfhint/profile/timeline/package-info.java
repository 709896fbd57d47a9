/** Single events of a recording as columns, for questions that samples do not answer. */
package dev.perfhint.profile.timeline;
