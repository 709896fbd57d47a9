package dev.perfhint.profile;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Knows the JDK's native methods that call the kernel: whether a thread in them burns CPU or waits, and the system call
 * they make. JDK 11 to 25, Linux; measured by samples of plain JFR recordings and read in the JDK's sources.
 */
public final class NativeMethods {
    /** What a thread found in the method is most likely doing. */
    public enum Behaviour {
        /** It runs, mostly in the kernel. */
        BURNS,
        /** It waits; a sample there is no CPU time. */
        WAITS,
        /** It runs, but in user code: compression, checksums, arithmetic. */
        COMPUTES,
        /** It reads from a peer: mostly waiting, some CPU. */
        BLOCKING_READ
    }

    /**
     * One native method.
     *
     * @param syscall the system call it spends its time in, as strace names it
     * @param subsystem a name of {@link KernelSymbols}
     */
    public record Entry(String method, Behaviour behaviour, String syscall, String subsystem) {}

    // class, methods, behaviour, system call, subsystem
    private static final String TABLE =
            """
            java.io.FileOutputStream write,writeBytes burns write vfs
            java.io.FileInputStream read0,readBytes burns read vfs
            java.io.FileInputStream skip0,position0,length0 burns lseek vfs
            java.io.FileInputStream available0 burns fstat vfs
            java.io.FileInputStream open0 burns openat vfs
            java.io.FileInputStream isRegularFile0 burns fstat vfs
            java.io.FileOutputStream open0 waits openat vfs
            java.io.RandomAccessFile read0,readBytes0,readBytes burns read vfs
            java.io.RandomAccessFile write0,writeBytes0,writeBytes burns write vfs
            java.io.RandomAccessFile seek0,getFilePointer burns lseek vfs
            java.io.RandomAccessFile length,length0 burns fstat vfs
            java.io.RandomAccessFile setLength,setLength0 burns ftruncate vfs
            java.io.RandomAccessFile open0 burns openat vfs
            java.io.FileDescriptor close0 burns close vfs
            java.io.FileDescriptor sync,sync0 burns fsync vfs
            java.io.FileCleanable cleanupClose0 burns close vfs
            java.io.UnixFileSystem getBooleanAttributes0,getLength,getLength0 burns stat vfs
            java.io.UnixFileSystem getLastModifiedTime,getLastModifiedTime0 burns stat vfs
            java.io.UnixFileSystem checkAccess,checkAccess0 burns access vfs
            java.io.UnixFileSystem canonicalize0 burns readlink vfs
            java.io.UnixFileSystem list,list0 burns getdents64 vfs
            java.io.UnixFileSystem delete0 burns unlink vfs
            java.io.UnixFileSystem rename0 burns rename vfs
            java.io.UnixFileSystem createDirectory,createDirectory0 burns mkdir vfs
            java.io.UnixFileSystem createFileExclusively,createFileExclusively0 burns openat vfs
            java.io.UnixFileSystem setLastModifiedTime,setLastModifiedTime0 burns utimensat vfs
            java.io.UnixFileSystem setPermission,setPermission0,setReadOnly,setReadOnly0 burns chmod vfs
            java.io.UnixFileSystem getSpace,getSpace0 burns statfs vfs
            java.io.Console echo burns ioctl vfs
            sun.nio.fs.UnixNativeDispatcher stat0,lstat0,fstat0,statx0,exists0 burns statx vfs
            sun.nio.fs.UnixNativeDispatcher access0 burns access vfs
            sun.nio.fs.UnixNativeDispatcher open0,openat0 burns openat vfs
            sun.nio.fs.UnixNativeDispatcher close,close0 burns close vfs
            sun.nio.fs.UnixNativeDispatcher readdir,readdir0 burns getdents64 vfs
            sun.nio.fs.UnixNativeDispatcher opendir0,fdopendir burns openat vfs
            sun.nio.fs.UnixNativeDispatcher readlink0,realpath0 burns readlink vfs
            sun.nio.fs.UnixNativeDispatcher unlink0,unlinkat0,rmdir0 burns unlink vfs
            sun.nio.fs.UnixNativeDispatcher mkdir0 burns mkdir vfs
            sun.nio.fs.UnixNativeDispatcher rename0,renameat0 burns rename vfs
            sun.nio.fs.UnixNativeDispatcher read0 burns read vfs
            sun.nio.fs.UnixNativeDispatcher write0 burns write vfs
            sun.nio.fs.LinuxNativeDispatcher directCopy0 burns copy_file_range vfs
            sun.nio.fs.UnixCopyFile transfer burns sendfile vfs
            sun.nio.fs.LinuxWatchService poll waits poll poll
            sun.nio.ch.FileDispatcherImpl read0,pread0,readv0 burns read vfs
            sun.nio.ch.FileDispatcherImpl write0,pwrite0,writev0 burns write vfs
            sun.nio.ch.FileDispatcherImpl force0 burns fsync vfs
            sun.nio.ch.FileDispatcherImpl seek0 burns lseek vfs
            sun.nio.ch.FileDispatcherImpl size0 burns fstat vfs
            sun.nio.ch.FileDispatcherImpl truncate0 burns ftruncate vfs
            sun.nio.ch.FileDispatcherImpl transferTo0,transferFrom0 burns sendfile vfs
            sun.nio.ch.FileDispatcherImpl closeIntFD,close0,preClose0 burns close vfs
            sun.nio.ch.FileDispatcherImpl lock0 waits fcntl vfs
            sun.nio.ch.UnixFileDispatcherImpl read0,pread0,readv0 burns read vfs
            sun.nio.ch.UnixFileDispatcherImpl write0,pwrite0,writev0 burns write vfs
            sun.nio.ch.UnixFileDispatcherImpl force0 burns fsync vfs
            sun.nio.ch.UnixFileDispatcherImpl seek0 burns lseek vfs
            sun.nio.ch.UnixFileDispatcherImpl size0,available0 burns fstat vfs
            sun.nio.ch.UnixFileDispatcherImpl truncate0 burns ftruncate vfs
            sun.nio.ch.UnixFileDispatcherImpl closeIntFD,close0,preClose0 burns close vfs
            sun.nio.ch.UnixFileDispatcherImpl map0 burns mmap memory
            sun.nio.ch.UnixFileDispatcherImpl unmap0 burns munmap memory
            sun.nio.ch.UnixFileDispatcherImpl lock0 waits fcntl vfs
            sun.nio.ch.UnixDispatcher close0,preClose0 burns close vfs
            sun.nio.ch.FileChannelImpl map0 burns mmap memory
            sun.nio.ch.FileChannelImpl unmap0 burns munmap memory
            sun.nio.ch.FileChannelImpl position0 burns lseek vfs
            sun.nio.ch.FileChannelImpl transferTo0 burns sendfile vfs
            sun.nio.ch.LinuxFileDispatcherImpl transferTo0,transferFrom0 burns copy_file_range vfs
            java.nio.MappedByteBuffer force0 burns msync memory
            java.nio.MappedMemoryUtils force0 burns msync memory
            sun.nio.ch.SocketDispatcher write0,writev0 burns write network
            sun.nio.ch.SocketDispatcher read0,readv0 blocking-read read network
            sun.nio.ch.DatagramDispatcher write0,writev0 burns write network
            sun.nio.ch.DatagramDispatcher read0,readv0 blocking-read read network
            sun.nio.ch.DatagramChannelImpl send0 burns sendto network
            sun.nio.ch.DatagramChannelImpl receive0 blocking-read recvfrom network
            sun.nio.ch.UnixDomainSockets connect0,accept0 waits connect network
            sun.nio.ch.Net connect0 waits connect network
            sun.nio.ch.Net accept waits accept network
            sun.nio.ch.Net poll,pollConnect waits poll poll
            sun.nio.ch.Net shutdown burns shutdown network
            sun.nio.ch.Net setIntOption0 burns setsockopt network
            sun.nio.ch.Net getIntOption0 burns getsockopt network
            sun.nio.ch.Net socket0 burns socket network
            sun.nio.ch.Net sendOOB burns sendto network
            sun.nio.ch.ServerSocketChannelImpl accept0 waits accept network
            sun.nio.ch.EPoll wait waits epoll_wait poll
            sun.nio.ch.EPoll ctl burns epoll_ctl poll
            sun.nio.ch.EPoll create burns epoll_create1 poll
            sun.nio.ch.EPollArrayWrapper epollWait waits epoll_wait poll
            sun.nio.ch.PollSelectorImpl poll waits poll poll
            sun.nio.ch.EventFD set0 burns write vfs
            sun.nio.ch.IOUtil drain,drain1 burns read vfs
            sun.nio.ch.IOUtil write1 burns write vfs
            sun.nio.ch.NativeThread signal,signal0 burns tgkill signals
            java.net.SocketOutputStream socketWrite0 burns sendto network
            java.net.SocketInputStream socketRead0 blocking-read recvfrom network
            java.net.PlainSocketImpl socketConnect waits connect network
            java.net.PlainSocketImpl socketAccept waits accept network
            java.net.PlainSocketImpl socketClose0 burns close network
            java.net.PlainSocketImpl socketSetOption0 burns setsockopt network
            java.net.PlainSocketImpl socketAvailable burns ioctl network
            java.net.PlainDatagramSocketImpl send,send0 burns sendto network
            java.net.PlainDatagramSocketImpl receive0,peekData blocking-read recvfrom network
            java.net.Inet4AddressImpl lookupAllHostAddr,getHostByAddr waits poll network
            java.net.Inet6AddressImpl lookupAllHostAddr,getHostByAddr waits poll network
            java.lang.ProcessImpl forkAndExec burns clone process
            java.lang.ProcessHandleImpl waitForProcessExit0 waits waitid process
            java.lang.ProcessHandleImpl isAlive0,parent0,getProcessPids0 burns read vfs
            java.lang.Object wait,wait0 waits futex futex
            java.lang.Thread sleep,sleep0,sleepNanos0 waits futex futex
            java.lang.Thread yield,yield0 burns sched_yield scheduler
            java.lang.Thread start0 burns clone3 process
            jdk.internal.misc.Unsafe park waits futex futex
            sun.misc.Unsafe park waits futex futex
            jdk.internal.misc.Unsafe unpark burns futex futex
            java.lang.ref.Reference waitForReferencePendingList waits futex futex
            java.lang.ref.Finalizer waitForReferencePendingList waits futex futex
            sun.nio.ch.UnixAsynchronousServerSocketChannelImpl accept0 waits accept network
            sun.nio.ch.KQueue poll waits - -
            io.netty.channel.epoll.Native epollWait,epollWait0,epollBusyWait0 waits epoll_wait poll
            io.netty.channel.epoll.Native epollCtlAdd0,epollCtlMod0,epollCtlDel0 burns epoll_ctl poll
            io.netty.channel.unix.FileDescriptor write,writeAddress,writev,writevAddresses burns write network
            io.netty.channel.unix.FileDescriptor read,readAddress blocking-read read network
            io.netty.channel.unix.Socket sendAddress,send,sendTo,sendToAddress burns sendto network
            io.netty.channel.unix.Socket recvAddress,recv,recvFrom,recvFromAddress blocking-read recvfrom network
            io.netty.channel.unix.Socket accept,connect waits accept network
            java.util.zip.Inflater inflateBytesBytes,inflateBytesBuffer,inflateBufferBytes,inflateBufferBuffer computes - -
            java.util.zip.Deflater deflateBytesBytes,deflateBytesBuffer,deflateBufferBytes,deflateBufferBuffer computes - -
            java.util.zip.CRC32 update,updateBytes0,updateByteBuffer0 computes - -
            java.util.zip.Adler32 update,updateBytes,updateByteBuffer computes - -
            java.lang.StrictMath sin,cos,tan,log,exp,sqrt computes - -
            java.lang.System arraycopy,identityHashCode computes - -
            java.lang.Object getClass,clone,hashCode computes - -
            java.lang.String intern computes - -
            java.lang.Throwable fillInStackTrace computes - -
            java.lang.ClassLoader defineClass1,defineClass2,findLoadedClass0 computes - -
            java.lang.Class forName0,getDeclaredMethods0,getDeclaredFields0 computes - -
            java.lang.invoke.MethodHandleNatives resolve,init,getMembers computes - -
            jdk.internal.misc.Unsafe copyMemory0,setMemory0,allocateInstance computes - -
            java.lang.reflect.Array newArray computes - -
            jdk.internal.io.JdkConsoleImpl echo burns ioctl vfs
            """;

    private static final Map<String, Entry> ENTRIES = TABLE.lines()
            .map(line -> line.split(" "))
            .flatMap(cells -> Arrays.stream(cells[1].split(",")).map(method -> entry(cells, method)))
            .collect(Collectors.toUnmodifiableMap(Entry::method, entry -> entry));

    private NativeMethods() {}

    /** Returns what is known of {@code pkg.Class.method}. */
    public static Optional<Entry> find(String method) {
        return Optional.ofNullable(ENTRIES.get(method));
    }

    /** Returns all entries, ordered by method. */
    public static List<Entry> all() {
        return ENTRIES.values().stream().sorted(Comparator.comparing(Entry::method)).toList();
    }

    private static Entry entry(String[] cells, String method) {
        Behaviour behaviour = Behaviour.valueOf(cells[2].replace('-', '_').toUpperCase(Locale.ROOT));
        return new Entry(cells[0] + '.' + method, behaviour, cells[3], cells[4]);
    }
}
