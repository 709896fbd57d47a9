package dev.perfhint.rules.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.profile.Profile;
import dev.perfhint.rules.Stacks;
import dev.perfhint.rules.model.Owner;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnersTest {
    private static final String STACK = "org.acme.app.Main.main;org.acme.core.Job.run;org.apache.lib.Tool.go;com.other.Thing.go;"
            + "javax.servlet.Filter.go;javax.crypto.Cipher.go;jdk.internal.misc.Unsafe.park 1";

    @Test
    void knowsTheJdkAndWellKnownLibraries() {
        Profile profile = Stacks.kernel(STACK).mainClass("").profile();
        Owners owners = new Owners(profile, Optional.empty(), List.of());

        assertThat(owner(profile, owners, "org.acme.app.Main.main")).isEqualTo(Owner.APPLICATION);
        assertThat(owner(profile, owners, "com.other.Thing.go")).isEqualTo(Owner.APPLICATION);
        assertThat(owner(profile, owners, "org.apache.lib.Tool.go")).isEqualTo(Owner.LIBRARY);
        assertThat(owner(profile, owners, "javax.servlet.Filter.go")).isEqualTo(Owner.LIBRARY);
        assertThat(owner(profile, owners, "javax.crypto.Cipher.go")).isEqualTo(Owner.JDK);
        assertThat(owner(profile, owners, "jdk.internal.misc.Unsafe.park")).isEqualTo(Owner.JDK);
    }

    @Test
    void tellsLibrariesFromTheJdkThatSharesTheirPackage(@TempDir Path directory) throws Exception {
        Profile profile = Stacks.kernel("com.sun.mail.handlers.text_plain.writeTo;com.sun.jna.Memory.read;"
                + "com.sun.org.apache.xerces.internal.impl.XMLEntityManager.load 1").mainClass("").profile();
        Owners plain = new Owners(profile, Optional.empty(), List.of());
        assertThat(owner(profile, plain, "com.sun.jna.Memory.read")).isEqualTo(Owner.LIBRARY);
        assertThat(owner(profile, plain, "com.sun.org.apache.xerces.internal.impl.XMLEntityManager.load")).isEqualTo(Owner.JDK);

        Path file = Files.createDirectories(directory.resolve("com/sun/mail/handlers")).resolve("text_plain.java");
        Files.writeString(file, "package com.sun.mail.handlers; class text_plain {}");
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        assertThat(owner(profile, new Owners(profile, Optional.of(sources), List.of()),
                "com.sun.mail.handlers.text_plain.writeTo")).isEqualTo(Owner.APPLICATION);
    }

    @Test
    void prefersTheMainClassPackageToTheLibraryList() {
        Profile profile = Stacks.kernel("org.h2.tools.Server.main;org.h2.store.Page.write 1").mainClass("com.acme.Main").profile();
        assertThat(owner(profile, new Owners(profile, Optional.empty(), List.of()), "org.h2.store.Page.write"))
                .isEqualTo(Owner.LIBRARY);
        assertThat(owner(profile, new Owners(profile, Optional.empty(), List.of("org.h2")), "org.h2.store.Page.write"))
                .isEqualTo(Owner.APPLICATION);
    }

    @Test
    void takesStrangersForLibrariesWhereTheMainClassIsInTheSources(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("org/acme/app/Main.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "package org.acme.app; class Main {}");
        Profile profile = Stacks.kernel(STACK).mainClass("org.acme.app.Main").profile();
        Sources sources = Sources.open(new SourceOptions(List.of(directory), Optional.empty(), List.of()));
        Owners owners = new Owners(profile, Optional.of(sources), List.of());

        assertThat(owner(profile, owners, "org.acme.app.Main.main")).isEqualTo(Owner.APPLICATION);
        assertThat(owner(profile, owners, "com.other.Thing.go")).isEqualTo(Owner.LIBRARY);
    }

    @Test
    void tellsTheMainClassesModuleFromOthers() {
        Profile profile = Stacks.kernel(STACK).mainClass("org.acme.app.Main").profile();
        module(profile, "org.acme.app.Main.main", "org.acme");
        module(profile, "org.acme.core.Job.run", "org.acme");
        module(profile, "com.other.Thing.go", "com.other");
        module(profile, "javax.servlet.Filter.go", "jdk.httpserver");
        Owners owners = new Owners(profile, Optional.empty(), List.of());

        assertThat(owner(profile, owners, "org.acme.core.Job.run")).isEqualTo(Owner.APPLICATION);
        assertThat(owner(profile, owners, "com.other.Thing.go")).isEqualTo(Owner.LIBRARY);
        assertThat(owner(profile, owners, "javax.servlet.Filter.go")).isEqualTo(Owner.JDK);
        assertThat(owner(profile, new Owners(profile, Optional.empty(), List.of("com.other")), "com.other.Thing.go"))
                .isEqualTo(Owner.APPLICATION);
    }

    private static void module(Profile profile, String method, String module) {
        profile.methods().module(id(profile, method), module);
    }

    private static int id(Profile profile, String method) {
        int dot = method.lastIndexOf('.');
        return profile.methods().id(method.substring(0, dot), method.substring(dot + 1));
    }

    private static Owner owner(Profile profile, Owners owners, String method) {
        return owners.of(id(profile, method));
    }
}
