package dev.perfhint.profile.view;

import dev.perfhint.profile.Profile;

/** A profile's CPU time as a whole, user and system, for the tables that otherwise count system CPU. */
public final class WholeCpu {
    private WholeCpu() {}

    /** Returns the profile as if all its CPU time were system CPU. */
    public static Profile of(Profile profile) {
        return profile.withRows(profile.rows().withAllAsSystem(event -> profile.events().get(event).cpu()));
    }
}
