package dev.perfhint.rules.analysis;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.observed.ObservedFrame;
import dev.perfhint.rules.model.Site;
import dev.perfhint.rules.pattern.Candidate;
import dev.perfhint.rules.stack.SourceFrames;
import dev.perfhint.rules.stack.SystemStack;
import dev.perfhint.source.CallSite;
import dev.perfhint.source.Creation;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Turns frames and creations into the places that findings name. */
final class Places {
    private final Optional<Sources> sources;
    private final SourceFrames frames;

    Places(Optional<Sources> sources, SourceFrames frames) {
        this.sources = sources;
        this.frames = frames;
    }

    /** Returns the call sites of a group, those with most system CPU first. */
    List<Site> sites(Candidate candidate) {
        CallTree tree = candidate.tree();
        Methods methods = candidate.methods();
        Map<Long, long[]> sums = new LinkedHashMap<>();
        for (SystemStack stack : candidate.stacks()) {
            long key = (long) tree.method(stack.site()) << 32 | (stack.site() <= CallTree.ROOT ? 0
                    : tree.line(stack.site()));
            long[] sum = sums.computeIfAbsent(key, k -> new long[2]);
            sum[0] += stack.samples();
            sum[1] += stack.nanos();
        }
        List<Site> sites = new ArrayList<>();
        sums.forEach((key, sum) -> {
            int method = (int) (key >> 32);
            sites.add(method < 0
                    ? new Site("", "", "", 0, 0, "", sum[0], sum[1])
                    : site(now(methods, method, (int) (long) key), sum[0], sum[1]));
        });
        SystemStack main = candidate.main();
        int first = candidate.subject().isEmpty() || main.site() <= CallTree.ROOT ? -1 : tree.method(main.site());
        int line = first < 0 ? 0 : now(methods, first, tree.line(main.site())).line();
        Predicate<Site> isMain = site -> first >= 0 && site.line() == line
                && site.className().equals(methods.className(first))
                && site.methodName().equals(methods.methodName(first));
        sites.sort((a, b) -> isMain.test(a) != isMain.test(b) ? isMain.test(a) ? -1 : 1 : byShare(a, b));
        return sites;
    }

    private static int byShare(Site a, Site b) {
        int order = Long.compare(b.nanos(), a.nanos());
        order = order != 0 ? order : Long.compare(b.samples(), a.samples());
        order = order != 0 ? order : a.className().compareTo(b.className());
        order = order != 0 ? order : a.methodName().compareTo(b.methodName());
        return order != 0 ? order : Integer.compare(a.line(), b.line());
    }

    Site created(Creation creation) {
        return new Site(creation.className(), creation.member(), creation.file().getFileName().toString(),
                creation.line(), creation.column(), path(creation.file(), false), path(creation.file(), true), 0, 0);
    }

    Site created(ObservedFrame frame) {
        return site(frames.now(new CallSite(frame.className(), frame.method(), Math.max(0, frame.line()))), 0, 0);
    }

    private CallSite now(Methods methods, int method, int line) {
        return frames.now(new CallSite(methods.className(method), methods.methodName(method), line));
    }

    private Site site(CallSite call, long samples, long nanos) {
        String className = call.className();
        String file = frames.file(className);
        Optional<Path> found = sources.flatMap(known -> known.find(className).map(SourceFile::path)
                .or(() -> known.declaredIn(className))
                .or(() -> known.otherLanguage(className).filter(source -> isPackage(source.getParent(), className))));
        return new Site(className, call.methodName(),
                found.map(source -> source.getFileName().toString()).orElse(file), call.line(), 0,
                found.map(source -> path(source, false)).orElse(""), found.map(source -> path(source, true)).orElse(""),
                samples, nanos);
    }

    /** The directory of another language's file bears the last part of the package at least. */
    private static boolean isPackage(Path directory, String className) {
        String[] parts = className.split("\\.");
        return parts.length < 2 || directory.endsWith(parts[parts.length - 2]);
    }

    /** Returns the path relative to the source base if the file is, or is not, in a jar of sources; else nothing. */
    private String path(Path file, boolean archived) {
        return sources.filter(known -> known.isArchived(file) == archived).map(known -> known.relative(file))
                .orElse("");
    }
}
