/** Estimates system CPU from a plain JFR recording, which samples no kernel frames. */
package dev.perfhint.profile.estimate;
