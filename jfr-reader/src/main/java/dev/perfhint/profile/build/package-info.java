/** Builds, merges and folds call trees; equal samples give equal profiles in any order. */
package dev.perfhint.profile.build;
