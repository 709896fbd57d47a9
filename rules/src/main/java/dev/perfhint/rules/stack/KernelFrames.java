package dev.perfhint.rules.stack;

import dev.perfhint.profile.CallTree;
import dev.perfhint.profile.FrameKind;
import dev.perfhint.profile.Frames;
import dev.perfhint.profile.Methods;
import dev.perfhint.profile.Profile;
import java.util.List;
import java.util.Set;

/** Reads the kernel and C frames at the end of a stack. Each function's name is looked at once. */
final class KernelFrames {
    // seen on ext4 (Linux 6.18) and read in older kernels: functions that move the caller's bytes
    private static final List<String> COPIES = List.of(
            "copy_folio_from_iter", "copy_folio_to_iter", "copy_page_from_iter", "copy_page_to_iter", "_copy_from_iter",
            "_copy_to_iter", "copyin", "copyout", "rep_movs_alternative", "copy_user_", "__copy_user",
            "__copy_tofrom_user",
            "__arch_copy_", "iov_iter_copy_from_user", "iov_iter_copy_to", "_copy_to_user", "_copy_from_user",
            "memcpy_",
            // new pages for it: a call of a few bytes rarely needs one
            "alloc_pages", "__alloc_pages", "folio_alloc", "__folio_alloc", "filemap_alloc_folio", "filemap_add_folio",
            "__filemap_add_folio", "add_to_page_cache", "get_page_from_freelist", "folio_add_lru", "charge_memcg",
            "__mem_cgroup_charge", "clear_page", "folio_zero", "create_empty_buffers", "alloc_buffer_head",
            "ext4_da_map_blocks", "ext4_da_get_block", "ext4_insert_delayed", "ext4_es_insert");
    private static final Set<String> SYNCS = Set.of(
            "vfs_fsync_range", "ext4_sync_file", "xfs_file_fsync", "btrfs_sync_file", "file_write_and_wait_range",
            "generic_write_sync", "__x64_sys_fsync", "__x64_sys_fdatasync", "do_fsync");
    private static final Set<String> SINGLE_BYTE = Set.of("writeSingle", "readSingle");
    private static final int SEEN = 1;
    private static final int COPY = 2;
    private static final int SYNC = 4;
    private static final int SINGLE = 8;

    private final Profile profile;
    private final CallTree tree;
    private final Methods methods;
    private final byte[] flags;

    KernelFrames(Profile profile) {
        this.profile = profile;
        this.tree = profile.tree();
        this.methods = profile.methods();
        this.flags = new byte[methods.size()];
    }

    KernelSuffix read(int leaf) {
        int seen = 0;
        boolean kernel = false;
        int node = leaf;
        for (; node != CallTree.ROOT && !Frames.isJava(profile, node); node = tree.parent(node)) {
            seen |= flags(tree.method(node));
            kernel |= tree.kind(node) == FrameKind.KERNEL;
        }
        return new KernelSuffix(node, kernel, (seen & COPY) != 0, (seen & SYNC) != 0, (seen & SINGLE) != 0);
    }

    private int flags(int method) {
        if (flags[method] == 0) {
            String name = methods.methodName(method);
            int found = SEEN;
            found |= COPIES.stream().anyMatch(name::startsWith) ? COPY : 0;
            found |= SYNCS.contains(name) ? SYNC : 0;
            found |= SINGLE_BYTE.contains(name) ? SINGLE : 0;
            flags[method] = (byte) found;
        }
        return flags[method];
    }
}
