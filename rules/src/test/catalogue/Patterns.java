package org.example;
import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.util.*;
import java.util.zip.*;

public class Patterns {
  interface Op { void run() throws Exception; }
  static long end; static File f = new File("data/x.bin"), g = new File("data/y.bin"), big = new File("data/big.bin");
  static volatile long sink;
  static boolean go() { return System.nanoTime() < end; }
  static long ms = 300;
  static PrintStream err = System.err;
  static void mode(String name, Op op) {
    end = System.nanoTime() + ms * 1_000_000;
    try { op.run(); } catch (Throwable t) { err.println(name + ": " + t); }
  }
  static OutputStream fos() throws IOException { return new FileOutputStream(f); }
  static InputStream fis() throws IOException { return new FileInputStream(big); }

  static void fosInt() throws IOException { try (OutputStream o = fos()) { while (go()) o.write(1); } } //~ unbuffered-file-write
  static void fosArr() throws IOException { byte[] b = new byte[60]; try (OutputStream o = fos()) { while (go()) o.write(b); } } // no stack has the size
  static void nosInt() throws IOException { try (OutputStream o = Files.newOutputStream(f.toPath())) { while (go()) o.write(1); } } //~ unbuffered-file-write
  static void nosArr() throws IOException { byte[] b = new byte[60]; try (OutputStream o = Files.newOutputStream(f.toPath())) { while (go()) o.write(b); } } // no stack has the size
  static void dosInt() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeInt(7); } } //~ unbuffered-file-write
  static void dosLong() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeLong(7); } } //~ unbuffered-file-write
  static void dosByte() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeByte(7); } } //~ unbuffered-file-write
  static void dosUtf() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeUTF("hello"); } } //~ unbuffered-file-write
  static void dosBytes() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeBytes("hello"); } } //~ unbuffered-file-write
  static void dosChars() throws IOException { try (DataOutputStream o = new DataOutputStream(fos())) { while (go()) o.writeChars("hello"); } } //~ unbuffered-file-write
  static void oosObj() throws IOException { try (ObjectOutputStream o = new ObjectOutputStream(fos())) { int i = 0; while (go()) { o.writeObject(new Date()); if (++i % 100 == 0) o.reset(); } } } //~ unbuffered-file-write
  static void oosIntFlush() throws IOException { try (ObjectOutputStream o = new ObjectOutputStream(fos())) { while (go()) { o.writeInt(4); o.flush(); } } } //~ unbuffered-file-write
  static void zipOut() throws IOException { try (ZipOutputStream z = new ZipOutputStream(fos())) { int i = 0; while (go()) { z.putNextEntry(new ZipEntry("e" + i++)); z.write(new byte[100]); z.closeEntry(); } } } //~ unbuffered-file-write
  static void gzipOut() throws IOException { byte[] r = new byte[1024]; new Random(1).nextBytes(r); try (GZIPOutputStream z = new GZIPOutputStream(fos())) { while (go()) z.write(r); } }
  static void gzipOutBig() throws IOException { byte[] r = new byte[1024]; new Random(1).nextBytes(r); try (GZIPOutputStream z = new GZIPOutputStream(fos(), 65536)) { while (go()) z.write(r); } }
  static void digestOut() throws Exception { try (DigestOutputStream z = new DigestOutputStream(fos(), MessageDigest.getInstance("MD5"))) { while (go()) z.write(1); } } //~ unbuffered-file-write
  static void checkedOut() throws Exception { try (CheckedOutputStream z = new CheckedOutputStream(fos(), new CRC32())) { while (go()) z.write(1); } } //~ unbuffered-file-write
  static void filterOutArr() throws Exception { byte[] b = new byte[10]; try (FilterOutputStream z = new FilterOutputStream(fos())) { while (go()) z.write(b); } } //~ unbuffered-file-write
  static void b64Out() throws Exception { byte[] b = new byte[30]; try (OutputStream z = Base64.getEncoder().wrap(fos())) { while (go()) z.write(b); } } //~ unbuffered-file-write
  static void psFile() throws Exception { try (PrintStream p = new PrintStream(f)) { while (go()) p.println("hello line"); } } //~ unbuffered-print-stream
  static void psPrintf() throws Exception { try (PrintStream p = new PrintStream(f)) { while (go()) p.printf("%d %s%n", 4, "x"); } } //~ unbuffered-print-stream
  static void psWriteInt() throws Exception { try (PrintStream p = new PrintStream(f)) { while (go()) p.write(65); } } //~ unbuffered-print-stream
  static void psWriteArr() throws Exception { byte[] b = new byte[10]; try (PrintStream p = new PrintStream(f)) { while (go()) p.write(b, 0, 10); } } //~ unbuffered-print-stream
  static void psPrintChar() throws Exception { try (PrintStream p = new PrintStream(f)) { while (go()) p.print('c'); } } //~ unbuffered-print-stream
  static void psBufAuto() throws Exception { try (PrintStream p = new PrintStream(new BufferedOutputStream(fos()), true)) { while (go()) p.println("hello line"); } } //~ unbuffered-print-stream
  static void psBuf() throws Exception { try (PrintStream p = new PrintStream(new BufferedOutputStream(fos()))) { while (go()) p.println("hello line"); } }
  static void sysout() throws Exception { while (go()) System.out.println("hello stdout"); } //~ unbuffered-print-stream
  static void sysoutChar() throws Exception { while (go()) System.out.print('c'); } //~ unbuffered-print-stream
  static void syserr() throws Exception { while (go()) System.err.println("hello stderr"); } //~ unbuffered-print-stream
  static void pwAuto() throws Exception { try (PrintWriter p = new PrintWriter(fos(), true)) { while (go()) p.println("hello line"); } } //~ flush-per-record
  static void pwPlain() throws Exception { try (PrintWriter p = new PrintWriter(f)) { while (go()) p.println("hello line"); } }
  static void bwFlush() throws Exception { try (BufferedWriter p = new BufferedWriter(new FileWriter(f))) { while (go()) { p.write("hello line\n"); p.flush(); } } } //~ flush-per-record
  static void bwPlain() throws Exception { try (BufferedWriter p = new BufferedWriter(new FileWriter(f))) { while (go()) { p.write("hello line\n"); } } }
  static void fwFlush() throws Exception { try (FileWriter p = new FileWriter(f)) { while (go()) { p.write("hello line\n"); p.flush(); } } } //~ flush-per-record
  static void bosFlush() throws Exception { try (OutputStream p = new BufferedOutputStream(fos())) { while (go()) { p.write(1); p.flush(); } } } //~ flush-per-record
  static void dosBosFlush() throws Exception { try (DataOutputStream p = new DataOutputStream(new BufferedOutputStream(fos()))) { while (go()) { p.writeInt(1); p.flush(); } } } //~ flush-per-record
  static void bosPlain() throws Exception { try (OutputStream p = new BufferedOutputStream(fos())) { while (go()) { p.write(1); } } }
  static void bosBig() throws Exception { byte[] b = new byte[65536]; try (OutputStream p = new BufferedOutputStream(fos())) { int i = 0; while (go()) { p.write(b); if (++i == 500) { i = 0; ((FileOutputStream) null == null ? f : f).length(); } } } }
  static void fosBig() throws Exception { byte[] b = new byte[65536]; while (go()) { try (OutputStream p = fos()) { for (int i = 0; i < 200; i++) p.write(b); } } }
  static void bosSmallBuf() throws Exception { try (OutputStream p = new BufferedOutputStream(fos(), 128)) { while (go()) { p.write(1); } } }

  static void fisInt() throws IOException { while (go()) try (InputStream o = fis()) { int i = 0; while (i++ < 100000 && o.read() >= 0 && go()); } } //~ unbuffered-file-read
  static void fisArr() throws IOException { byte[] b = new byte[16]; while (go()) try (InputStream o = fis()) { while (o.read(b) >= 0 && go()); } } // no stack has the size
  static void fisAvail() throws IOException { while (go()) try (InputStream o = fis()) { while (o.available() > 0 && o.read() >= 0 && go()); } } //~ unbuffered-file-read
  static void fisSkip() throws IOException { while (go()) try (InputStream o = fis()) { for (int i = 0; i < 10000 && go(); i++) { o.read(); o.skip(3); } } } //~ unbuffered-file-read
  static void fisReadN() throws IOException { while (go()) try (InputStream o = fis()) { while (o.readNBytes(4).length > 0 && go()); } }
  static void nisInt() throws IOException { while (go()) try (InputStream o = Files.newInputStream(big.toPath())) { while (o.read() >= 0 && go()); } } //~ unbuffered-file-read
  static void nisArr() throws IOException { byte[] b = new byte[16]; while (go()) try (InputStream o = Files.newInputStream(big.toPath())) { while (o.read(b) >= 0 && go()); } } // no stack has the size
  static void disInt() throws IOException { while (go()) try (DataInputStream o = new DataInputStream(fis())) { for (int i = 0; i < 100000 && go(); i++) o.readInt(); } } //~ unbuffered-file-read
  static void disLong() throws IOException { while (go()) try (DataInputStream o = new DataInputStream(fis())) { for (int i = 0; i < 100000 && go(); i++) o.readLong(); } } //~ unbuffered-file-read
  static void disLine() throws IOException { while (go()) try (DataInputStream o = new DataInputStream(fis())) { for (int i = 0; i < 100000 && go(); i++) o.readLine(); } } //~ unbuffered-file-read
  static void oisObj() throws Exception { try (ObjectOutputStream o = new ObjectOutputStream(new BufferedOutputStream(new FileOutputStream(g)))) { for (int i = 0; i < 20000; i++) { o.writeObject("string " + i); } } //~ unbuffered-file-read
    while (go()) try (ObjectInputStream o = new ObjectInputStream(new FileInputStream(g))) { for (int i = 0; i < 20000 && go(); i++) o.readObject(); } }
  static void gzipIn() throws Exception { byte[] r = new byte[1 << 20]; new Random(1).nextBytes(r); try (OutputStream o = new GZIPOutputStream(new FileOutputStream(g))) { o.write(r); } //~ unbuffered-file-read
    byte[] b = new byte[1024]; while (go()) try (GZIPInputStream o = new GZIPInputStream(new FileInputStream(g))) { while (o.read(b) >= 0 && go()); } }
  static void gzipInBis() throws Exception { byte[] b = new byte[1024]; while (go()) try (GZIPInputStream o = new GZIPInputStream(new BufferedInputStream(new FileInputStream(g)))) { while (o.read(b) >= 0 && go()); } }
  static void zipIn() throws Exception { try (ZipOutputStream z = new ZipOutputStream(new BufferedOutputStream(new FileOutputStream(g)))) { for (int i = 0; i < 2000; i++) { z.putNextEntry(new ZipEntry("e" + i)); z.write(new byte[100]); z.closeEntry(); } }
    byte[] b = new byte[1024]; while (go()) try (ZipInputStream o = new ZipInputStream(new FileInputStream(g))) { while (o.getNextEntry() != null && go()) while (o.read(b) >= 0); } }
  static void pushIn() throws IOException { while (go()) try (InputStream o = new PushbackInputStream(fis())) { while (o.read() >= 0 && go()); } } //~ unbuffered-file-read
  static void bisInt() throws IOException { while (go()) try (InputStream o = new BufferedInputStream(fis())) { while (o.read() >= 0 && go()); } }
  static void bisAvail() throws IOException { while (go()) try (InputStream o = new BufferedInputStream(fis())) { while (o.available() > 0 && o.read() >= 0 && go()); } }
  static void reader() throws IOException { while (go()) try (Reader o = new FileReader(big)) { while (o.read() >= 0 && go()); } }
  static void bufReader() throws IOException { while (go()) try (BufferedReader o = new BufferedReader(new FileReader(big))) { while (o.readLine() != null && go()); } }
  static void scanner() throws IOException { while (go()) try (Scanner o = new Scanner(big, "ISO-8859-1")) { while (o.hasNextLine() && go()) o.nextLine(); } }
  static void props() throws IOException { Properties p = new Properties(); for (int i = 0; i < 100; i++) p.put("k" + i, "v" + i); try (OutputStream o = fos()) { p.store(o, ""); } while (go()) try (InputStream o = new FileInputStream(f)) { p.load(o); } }
  static void readAll() throws IOException { while (go()) { Files.readAllBytes(big.toPath()); } }
  static void fisReadAll() throws IOException { while (go()) { try (InputStream i = fis()) { i.readAllBytes(); } } }
  static void fisBig() throws IOException { byte[] b = new byte[65536]; while (go()) try (InputStream o = fis()) { while (o.read(b) >= 0 && go()); } }
  static void transfer() throws IOException { while (go()) try (InputStream i = fis(); OutputStream o = fos()) { i.transferTo(o); } }
  static void transferNio() throws IOException { while (go()) try (InputStream i = Files.newInputStream(big.toPath()); OutputStream o = Files.newOutputStream(f.toPath())) { i.transferTo(o); } }
  static void transferBos() throws IOException { while (go()) try (InputStream i = fis(); OutputStream o = new BufferedOutputStream(fos())) { i.transferTo(o); } }
  static void filesCopy() throws IOException { while (go()) Files.copy(big.toPath(), f.toPath(), StandardCopyOption.REPLACE_EXISTING); }
  static void filesCopyIs() throws IOException { while (go()) try (InputStream i = fis()) { Files.copy(i, f.toPath(), StandardCopyOption.REPLACE_EXISTING); } }
  static void copyLoop1k() throws IOException { byte[] b = new byte[1024]; while (go()) try (InputStream i = fis(); OutputStream o = fos()) { int n; while ((n = i.read(b)) > 0) o.write(b, 0, n); } }
  static void copyLoop64k() throws IOException { byte[] b = new byte[65536]; while (go()) try (InputStream i = fis(); OutputStream o = fos()) { int n; while ((n = i.read(b)) > 0) o.write(b, 0, n); } }
  static void writeAll() throws IOException { byte[] b = new byte[100000]; while (go()) Files.write(f.toPath(), b); }
  static void writeStringAppend() throws IOException { while (go()) Files.write(f.toPath(), "hello\n".getBytes(), StandardOpenOption.APPEND, StandardOpenOption.CREATE); } //~ open-per-use
  static void openClose() throws IOException { while (go()) new FileInputStream(big).close(); } //~ open-per-use
  static void fwOpenClose() throws IOException { while (go()) try (FileWriter w = new FileWriter(f, true)) { w.write("hello\n"); } } //~ open-per-use

  static void rafRead() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 1000; i++) r.read(); } } } //~ unbuffered-random-access
  static void rafReadInt() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 1000; i++) r.readInt(); } } } //~ unbuffered-random-access
  static void rafReadLine() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 20; i++) r.readLine(); } } } //~ unbuffered-random-access
  static void rafWriteInt() throws IOException { try (RandomAccessFile r = new RandomAccessFile(f, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 1000; i++) r.writeInt(i); } } } //~ unbuffered-random-access
  static void rafWrite() throws IOException { try (RandomAccessFile r = new RandomAccessFile(f, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 1000; i++) r.write(i); } } } //~ unbuffered-random-access
  static void rafWriteArr() throws IOException { byte[] b = new byte[20]; try (RandomAccessFile r = new RandomAccessFile(f, "rw")) { while (go()) { r.seek(0); for (int i = 0; i < 1000; i++) r.write(b); } } }
  static void rafSeek() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "r")) { byte[] b = new byte[4096]; while (go()) { r.seek(4096); r.getFilePointer(); r.length(); r.read(b); } } } //~ unbuffered-random-access
  static void rafSkip() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "r")) { while (go()) { r.seek(0); for (int i = 0; i < 100; i++) r.skipBytes(1); } } } //~ unbuffered-random-access
  static void rafBig() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "r")) { byte[] b = new byte[65536]; while (go()) { r.seek(0); r.readFully(b); } } }
  static void fcReadPos() throws IOException { ByteBuffer b = ByteBuffer.allocate(1); try (FileChannel c = FileChannel.open(big.toPath())) { long p = 0; while (go()) { b.clear(); c.read(b, p++ & 0xfff); } } } //~ unbuffered-random-access
  static void fcRead() throws IOException { ByteBuffer b = ByteBuffer.allocateDirect(8); try (FileChannel c = FileChannel.open(big.toPath())) { while (go()) { b.clear(); if (c.read(b) < 0) c.position(0); } } } //~ unbuffered-random-access
  static void fcWrite() throws IOException { ByteBuffer b = ByteBuffer.allocate(8); try (FileChannel c = FileChannel.open(f.toPath(), StandardOpenOption.WRITE)) { while (go()) { b.clear(); c.write(b); } } } // no stack has the size
  static void fcWriteBig() throws IOException { ByteBuffer b = ByteBuffer.allocateDirect(65536); try (FileChannel c = FileChannel.open(f.toPath(), StandardOpenOption.WRITE)) { while (go()) { b.clear(); c.position(0); c.write(b); } } }
  static void fcPos() throws IOException { try (FileChannel c = FileChannel.open(big.toPath())) { while (go()) { sink += c.position() + c.size(); } } } //~ unbuffered-random-access
  static void fcForce() throws IOException { ByteBuffer b = ByteBuffer.allocate(8); try (FileChannel c = FileChannel.open(f.toPath(), StandardOpenOption.WRITE)) { while (go()) { b.clear(); c.write(b); c.force(false); } } } //~ sync-per-record
  static void fdSync() throws IOException { try (FileOutputStream o = new FileOutputStream(f)) { while (go()) { o.write(1); o.getFD().sync(); } } } //~ sync-per-record
  static void rwd() throws IOException { try (RandomAccessFile o = new RandomAccessFile(f, "rwd")) { while (go()) { o.write(1); } } } //~ sync-per-record
  static void mapForce() throws IOException { try (FileChannel c = FileChannel.open(f.toPath(), StandardOpenOption.READ, StandardOpenOption.WRITE)) { MappedByteBuffer m = c.map(FileChannel.MapMode.READ_WRITE, 0, 65536); while (go()) { m.put(0, (byte) 1); m.force(); } } } //~ sync-per-record

  static void fileStat() { while (go()) { sink += (f.exists() ? 1 : 0) + (f.isFile() ? 1 : 0) + (f.isDirectory() ? 1 : 0) + f.length() + f.lastModified() + (f.canRead() ? 1 : 0); } } //~ file-metadata-storm
  static void filesStat() throws IOException { Path p = f.toPath(); while (go()) { sink += (Files.exists(p) ? 1 : 0) + (Files.isRegularFile(p) ? 1 : 0) + (Files.isDirectory(p) ? 1 : 0) + Files.size(p) + Files.getLastModifiedTime(p).toMillis() + (Files.isReadable(p) ? 1 : 0); } } //~ file-metadata-storm
  static void canon() throws IOException { while (go()) { sink += f.getCanonicalPath().length() + f.toPath().toRealPath().getNameCount(); } } //~ file-metadata-storm
  static void walkFilter() throws IOException { Path p = Paths.get("data/tree"); while (go()) { try (var s = Files.walk(p)) { sink += s.filter(Files::isRegularFile).count(); } } } //~ file-metadata-storm
  static void walk() throws IOException { Path p = Paths.get("data/tree"); while (go()) { try (var s = Files.walk(p)) { sink += s.count(); } } }
  static void listFiles() throws IOException { File p = new File("data/tree"); while (go()) { for (File x : p.listFiles()) sink += x.isFile() ? 1 : 0; } } //~ file-metadata-storm
  static void mkdirs() throws IOException { File p = new File("data/tree"); while (go()) { p.mkdirs(); Files.createDirectories(p.toPath()); } }

  static ServerSocket ss; 
  static void sock(boolean single, boolean buffered, boolean nio) throws Exception {
    ServerSocketChannel sc = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    int port = ((InetSocketAddress) sc.getLocalAddress()).getPort();
    Thread t = new Thread(() -> { try { SocketChannel c = sc.accept(); ByteBuffer b = ByteBuffer.allocate(65536); while (c.read(b) >= 0) b.clear(); } catch (IOException e) { err.println(e); } }); t.setDaemon(true); t.start();
    if (nio) { try (SocketChannel c = SocketChannel.open(new InetSocketAddress("127.0.0.1", port))) { ByteBuffer b = ByteBuffer.allocate(8); while (go()) { b.clear(); c.write(b); } } }
    else try (Socket s = new Socket("127.0.0.1", port)) { OutputStream o = s.getOutputStream(); if (buffered) { o = new BufferedOutputStream(o); } byte[] b = new byte[60];
      if (single) sockInt(o); else sockArr(o, b); }
    t.join(2000); sc.close();
  }
  static void sockInt(OutputStream o) throws IOException { while (go()) o.write(1); }
  static void sockArr(OutputStream o, byte[] b) throws IOException { while (go()) { o.write(b); } }
  static void sockDos() throws Exception { //~ unbuffered-socket-write
    ServerSocketChannel sc = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    int port = ((InetSocketAddress) sc.getLocalAddress()).getPort();
    Thread t = new Thread(() -> { try { SocketChannel c = sc.accept(); ByteBuffer b = ByteBuffer.allocate(65536); while (c.read(b) >= 0) b.clear(); } catch (IOException e) { err.println(e); } }); t.setDaemon(true); t.start();
    try (Socket s = new Socket("127.0.0.1", port)) { DataOutputStream o = new DataOutputStream(s.getOutputStream()); while (go()) { o.writeInt(4); o.writeByte(3); } } t.join(2000); sc.close(); }
  static void sockFlush() throws Exception { 
    ServerSocketChannel sc = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    int port = ((InetSocketAddress) sc.getLocalAddress()).getPort();
    Thread t = new Thread(() -> { try { SocketChannel c = sc.accept(); ByteBuffer b = ByteBuffer.allocate(65536); while (c.read(b) >= 0) b.clear(); } catch (IOException e) { err.println(e); } }); t.setDaemon(true); t.start();
    try (Socket s = new Socket("127.0.0.1", port)) { Writer o = new OutputStreamWriter(s.getOutputStream()); while (go()) { o.write("hello\n"); o.flush(); } } t.join(2000); sc.close(); }
  static void sockIn(int kind) throws Exception { 
    ServerSocketChannel sc = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    int port = ((InetSocketAddress) sc.getLocalAddress()).getPort();
    Thread t = new Thread(() -> { try { SocketChannel c = sc.accept(); ByteBuffer b = ByteBuffer.allocate(65536); while (true) { b.clear(); c.write(b); } } catch (IOException e) { } }); t.setDaemon(true); t.start();
    try (Socket s = new Socket("127.0.0.1", port)) { InputStream i = s.getInputStream(); 
      if (kind == 0) sockRead(i); else if (kind == 1) sockReadArr(i); else if (kind == 2) sockReadInt(new DataInputStream(i)); else if (kind == 3) sockReadLine(new BufferedReader(new InputStreamReader(i, "ISO-8859-1"))); else if (kind == 4) sockAvail(i); else sockSo(s, i); } t.join(2000); sc.close(); }
  static void sockRead(InputStream i) throws IOException { while (go()) i.read(); }
  static void sockAvail(InputStream i) throws IOException { while (go()) { if (i.available() > 0) i.read(); } }
  static void sockSo(Socket s, InputStream i) throws IOException { s.setSoTimeout(1000); while (go()) i.read(); }
  static void sockReadArr(InputStream i) throws IOException { byte[] b = new byte[8]; while (go()) i.read(b); }
  static void sockReadInt(DataInputStream i) throws IOException { while (go()) i.readInt(); }
  static void sockReadLine(BufferedReader i) throws IOException { char[] c = new char[10]; while (go()) i.read(c); }
  static void nioSockRead() throws Exception { 
    ServerSocketChannel sc = ServerSocketChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
    int port = ((InetSocketAddress) sc.getLocalAddress()).getPort();
    Thread t = new Thread(() -> { try { SocketChannel c = sc.accept(); ByteBuffer b = ByteBuffer.allocate(65536); while (true) { b.clear(); c.write(b); } } catch (IOException e) { } }); t.setDaemon(true); t.start();
    try (SocketChannel s = SocketChannel.open(new InetSocketAddress("127.0.0.1", port))) { ByteBuffer b = ByteBuffer.allocate(8); while (go()) { b.clear(); s.read(b); } } t.join(2000); sc.close(); }
  static void jul() throws Exception { java.util.logging.Logger l = java.util.logging.Logger.getLogger("x"); l.setUseParentHandlers(false); java.util.logging.FileHandler h = new java.util.logging.FileHandler("data/jul.log"); l.addHandler(h); while (go()) l.info("hello"); h.close(); } //~ log-write-per-event
  static void urandom() throws Exception { SecureRandom r = new SecureRandom(); while (go()) r.generateSeed(8); } //~ random-seed-per-use
  static void sleep() throws Exception { while (go()) Thread.sleep(0, 1000); }
  static void yield() throws Exception { while (go()) Thread.yield(); } //~ sleep-polling
  static void pages() throws Exception { while (go()) { byte[] b = new byte[1 << 22]; sink += b[7]; } } //~ page-fault-churn
  static void mapFaults() throws Exception { try (FileChannel c = FileChannel.open(big.toPath())) { while (go()) { MappedByteBuffer m = c.map(FileChannel.MapMode.READ_ONLY, 0, big.length()); for (int i = 0; i < m.limit(); i += 4096) sink += m.get(i); } } } //~ page-fault-churn
  static class UserOut extends FilterOutputStream { UserOut(OutputStream o) { super(o); } @Override public void write(int b) throws IOException { out.write(b); } }
  static void userOut() throws Exception { byte[] b = new byte[10]; try (OutputStream o = new UserOut(fos())) { while (go()) o.write(b); } } //~ unbuffered-file-write
  static void urlLoader() throws Exception { while (go()) Patterns.class.getResource("/no/such/thing" ); }
  static void zipFile() throws Exception { while (go()) try (ZipFile z = new ZipFile(g)) { z.getEntry("e1"); } }

  static void netWriteInt() throws Exception { sock(true, false, false); } //~ unbuffered-socket-write
  static void netWriteArr() throws Exception { sock(false, false, false); }
  static void netWriteChannel() throws Exception { sock(false, false, true); }
  static void netWriteBuffered() throws Exception { sock(true, true, false); }
  static void netReadInt() throws Exception { sockIn(0); } //~ unbuffered-socket-read
  static void netReadArr() throws Exception { sockIn(1); }
  static void netReadData() throws Exception { sockIn(2); } //~ unbuffered-socket-read
  static void netReadReader() throws Exception { sockIn(3); }
  static void netReadAvailable() throws Exception { sockIn(4); } //~ unbuffered-socket-read
  static void netReadTimeout() throws Exception { sockIn(5); } //~ unbuffered-socket-read
  interface Peer { void run(Socket s) throws Exception; }
  static void echo(Peer p) throws Exception {
    ServerSocket sc = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
    Thread t = new Thread(() -> { try (Socket c = sc.accept()) { byte[] b = new byte[65536]; InputStream i = c.getInputStream(); OutputStream o = c.getOutputStream(); int n; while ((n = i.read(b)) >= 0) o.write(b, 0, n); } catch (IOException e) { } }); t.setDaemon(true); t.start();
    try (Socket s = new Socket("127.0.0.1", sc.getLocalPort())) { p.run(s); } t.join(2000); sc.close(); }
  static void netRequestFlush() throws Exception { echo(s -> { DataOutputStream o = new DataOutputStream(new BufferedOutputStream(s.getOutputStream())); DataInputStream i = new DataInputStream(new BufferedInputStream(s.getInputStream())); while (go()) { o.writeInt(4); o.writeLong(5); o.writeUTF("request"); o.flush(); i.readInt(); i.readLong(); i.readUTF(); } }); }
  static void netRequestRaw() throws Exception { echo(s -> { DataOutputStream o = new DataOutputStream(s.getOutputStream()); DataInputStream i = new DataInputStream(s.getInputStream()); while (go()) { o.writeInt(4); o.writeLong(5); o.writeUTF("request"); i.readInt(); i.readLong(); i.readUTF(); } }); } //~ unbuffered-socket-write unbuffered-socket-read
  static void netMessages() throws Exception { echo(s -> { OutputStream o = s.getOutputStream(); InputStream i = s.getInputStream(); byte[] b = new byte[100]; while (go()) { o.write(b); int n = 0; while (n < 100) n += i.read(b, n, 100 - n); } }); }
  static void netPingPongByte() throws Exception { echo(s -> { OutputStream o = s.getOutputStream(); InputStream i = s.getInputStream(); while (go()) { o.write(1); i.read(); } }); } //~ unbuffered-socket-write unbuffered-socket-read
  static void netBlocks() throws Exception { echo(s -> { OutputStream o = s.getOutputStream(); InputStream i = s.getInputStream(); byte[] b = new byte[65536]; while (go()) { o.write(b); int n = 0; while (n < b.length) n += i.read(b, n, b.length - n); } }); }
  static void groupCommit() throws IOException { ByteBuffer b = ByteBuffer.allocate(8192); try (FileChannel c = FileChannel.open(f.toPath(), StandardOpenOption.WRITE)) { while (go()) { c.position(0); for (int i = 0; i < 2000; i++) { b.clear(); c.write(b); } c.force(false); } } }
  static void filesFind() throws IOException { Path p = Paths.get("data/tree"); while (go()) { try (var s = Files.find(p, 3, (x, y) -> y.isRegularFile())) { sink += s.count(); } } }
  static void walkTree() throws IOException { Path p = Paths.get("data/tree"); while (go()) { Files.walkFileTree(p, new SimpleFileVisitor<Path>() { @Override public FileVisitResult visitFile(Path x, java.nio.file.attribute.BasicFileAttributes y) { sink += y.size(); return FileVisitResult.CONTINUE; } }); } }
  static void readAttributes() throws IOException { Path p = f.toPath(); while (go()) { sink += Files.readAttributes(p, java.nio.file.attribute.BasicFileAttributes.class).size(); } }
  static void fileLength() { File[] x = new File("data/tree").listFiles(); while (go()) { for (File y : x) sink += y.length(); } } //~ file-metadata-storm
  static void fileExists() { while (go()) { sink += f.exists() ? 1 : 0; } } //~ file-metadata-storm
  static void rafBlocks() throws IOException { byte[] b = new byte[4096]; try (RandomAccessFile r = new RandomAccessFile(big, "r")) { long p = 0; while (go()) { r.seek(p = (p + 40960) & 0x7ffff); r.readFully(b); } } }
  static void rafPointer() throws IOException { try (RandomAccessFile r = new RandomAccessFile(big, "r")) { while (go()) { r.seek(0); while (r.getFilePointer() < 4000) r.readInt(); } } } //~ unbuffered-random-access
  static void dosBos() throws IOException { try (DataOutputStream o = new DataOutputStream(new BufferedOutputStream(fos()))) { while (go()) { for (int i = 0; i < 1000; i++) o.writeInt(7); } } }
  static void oosBos() throws IOException { try (ObjectOutputStream o = new ObjectOutputStream(new BufferedOutputStream(fos()))) { int i = 0; while (go()) { o.writeObject(new Date()); if (++i % 100 == 0) o.reset(); } } }
  static void bwFlushBlocks() throws Exception { String line = "0123456789".repeat(10); try (BufferedWriter p = new BufferedWriter(new FileWriter(f))) { while (go()) { for (int i = 0; i < 1000; i++) p.write(line); p.flush(); } } }
  static void bosFlushBlocks() throws Exception { byte[] b = new byte[60000]; while (go()) try (OutputStream p = new BufferedOutputStream(fos(), 65536)) { for (int i = 0; i < 100; i++) { p.write(b); p.flush(); } } }
  static void fosDocs() throws Exception { byte[] b = new byte[16384]; while (go()) { try (OutputStream p = fos()) { p.write(b); } } }
  static void fos8k() throws Exception { byte[] b = new byte[8192]; while (go()) { try (OutputStream p = fos()) { for (int i = 0; i < 1000; i++) p.write(b); } } }
  static void nisBig() throws IOException { byte[] b = new byte[32768]; while (go()) try (InputStream o = Files.newInputStream(big.toPath())) { while (o.read(b) >= 0 && go()); } }
  static void disBis() throws IOException { while (go()) try (DataInputStream o = new DataInputStream(new BufferedInputStream(fis()))) { for (int i = 0; i < 100000 && go(); i++) o.readInt(); } }
  static void printWriterSock() throws Exception { echo(s -> { PrintWriter o = new PrintWriter(new OutputStreamWriter(s.getOutputStream()), true); BufferedReader i = new BufferedReader(new InputStreamReader(s.getInputStream())); while (go()) { o.println("hello"); i.readLine(); } }); }
  public static void main(String[] a) throws Exception {
    if (a.length > 0) ms = Long.parseLong(a[0]);
    byte[] r = new byte[1 << 20]; new Random(1).nextBytes(r); for (int i = 0; i < r.length; i += 40) r[i] = 10; Files.write(big.toPath(), r);
    File tree = new File("data/tree"); tree.mkdirs(); for (int i = 0; i < 50; i++) new File(tree, "f" + i).createNewFile();
    Set<String> only = a.length > 1 ? new HashSet<>(Arrays.asList(a).subList(1, a.length)) : null;
    for (var m : new TreeMap<String, java.lang.reflect.Method>() {{ for (var x : Patterns.class.getDeclaredMethods()) if (!x.getName().equals("main") && x.getParameterCount() == 0 && !x.getName().contains("$") && x.getReturnType() == void.class) put(x.getName(), x); }}.values())
      if (only == null || only.contains(m.getName())) mode(m.getName(), () -> m.invoke(null));
  }
}
