import java.io.*;
import java.net.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.charset.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.regex.*;
import java.util.stream.*;
import java.util.zip.*;

import javax.tools.*;

/**
 * Makes varied load for large recordings: a recursive interpreter with deep and distinct stacks, javac, JSON, XML, file
 * and socket I/O, child processes. Arguments: seconds, temporary directory, source tree to compile, mix of parts (one
 * letter for each thread), I/O weight.
 */
public class Work {
    static volatile boolean stop;
    static Path tmp, srcs;
    static List<Path> files;
    static final AtomicLong sink = new AtomicLong();

    static Random rnd() {
        return ThreadLocalRandom.current();
    }

    interface T {
        void run() throws Exception;
    }

    static void sleep(int ms) {
        try {
            Thread.sleep(ms);
        } catch (Exception e) {
        }
    }

    // varied recursion: a mutually recursive interpreter with 24 node kinds -> many distinct deep
    // stacks
    abstract static class Node {
        Node a, b;

        abstract long eval(int d);
    }

    static class N0 extends Node {
        long eval(int d) {
            return a.eval(d - 1) + 1;
        }
    }

    static class N1 extends Node {
        long eval(int d) {
            return b.eval(d - 1) * 3;
        }
    }

    static class N2 extends Node {
        long eval(int d) {
            return a.eval(d - 1) ^ b.eval(d - 2);
        }
    }

    static class N3 extends Node {
        long eval(int d) {
            return h1(d);
        }

        long h1(int d) {
            return h2(d);
        }

        long h2(int d) {
            return a.eval(d - 1) + 7;
        }
    }

    static class N4 extends Node {
        long eval(int d) {
            return ((LongSupp) () -> a.eval(d - 1)).get();
        }
    }

    interface LongSupp {
        long get();
    }

    static class N5 extends Node {
        long eval(int d) {
            return Stream.of(a, b).mapToLong(n -> n.eval(d - 3)).sum();
        }
    }

    static class N6 extends Node {
        long eval(int d) {
            TreeMap<Integer, Node> m = new TreeMap<>((x, y) -> Integer.compare(x, y));
            m.put(1, a);
            m.put(2, b);
            long[] r = {0};
            m.forEach((k, v) -> r[0] += v.eval(d - 3));
            return r[0];
        }
    }

    static class N7 extends Node {
        long eval(int d) {
            try {
                return (Long) Node.class.getDeclaredMethod("eval", int.class).invoke(a, d - 1);
            } catch (Exception e) {
                return 0;
            }
        }
    }

    static class N8 extends Node {
        long eval(int d) {
            StringBuilder sb = new StringBuilder();
            for (int i = 0; i < 20; i++) sb.append(i * d);
            return sb.toString().hashCode() + b.eval(d - 1);
        }
    }

    static class N9 extends Node {
        long eval(int d) {
            return Optional.of(a).map(n -> n.eval(d - 1)).orElse(1L);
        }
    }

    static class N10 extends Node {
        Map<String, Long> m = new HashMap<>();

        long eval(int d) {
            m.clear();
            return m.computeIfAbsent("k" + d, k -> b.eval(d - 1));
        }
    }

    static class Leaf extends Node {
        long eval(int d) {
            long h = d;
            switch (Math.floorMod(System.nanoTime(), 5)) {
                case 0:
                    for (int i = 0; i < 3000; i++) h = h * 31 + i;
                    break;
                case 1:
                    byte[] x = new byte[2000];
                    for (int i = 0; i < x.length; i++) x[i] = (byte) (h + i);
                    CRC32 c = new CRC32();
                    c.update(x);
                    h = c.getValue();
                    break;
                case 2:
                    h =
                            Pattern.compile("(a|b)+c?[x-z]{2,4}")
                                            .matcher("ababababcxyzabx" + d)
                                            .find()
                                    ? 1
                                    : 2;
                    break;
                case 3:
                    h = String.format("%d-%s", d, "q").hashCode();
                    break;
                default:
                    try (FileInputStream in = new FileInputStream("/dev/zero")) {
                        byte[] b = new byte[4096];
                        h += in.read(b);
                    } catch (IOException e) {
                    }
            }
            return h;
        }
    }

    static Node tree(Random r, int d) {
        Node n;
        if (d <= 0) {
            n = new Leaf();
            return n;
        }
        switch (r.nextInt(11)) {
            case 0:
                n = new N0();
                break;
            case 1:
                n = new N1();
                break;
            case 2:
                n = new N2();
                break;
            case 3:
                n = new N3();
                break;
            case 4:
                n = new N4();
                break;
            case 5:
                n = r.nextInt(6) == 0 ? new N5() : new N4();
                break;
            case 6:
                n = r.nextInt(6) == 0 ? new N6() : new N3();
                break;
            case 7:
                n = new N7();
                break;
            case 8:
                n = new N8();
                break;
            case 9:
                n = new N9();
                break;
            default:
                n = new N10();
        }
        n.a = tree(r, d - 1);
        n.b =
                (n instanceof N2 || n instanceof N5 || n instanceof N6) && r.nextInt(8) == 0
                        ? tree(r, d - 1)
                        : n.a;
        return n;
    }

    static void interp() throws Exception {
        Node t = tree(new Random(rnd().nextLong()), 20 + rnd().nextInt(60));
        long e = System.nanoTime() + 20_000_000;
        while (System.nanoTime() < e) {
            sink.addAndGet(dEval(t));
            break;
        }
    }

    static long dEval(Node t) {
        return t.eval(100);
    }

    static void javac() throws Exception {
        JavaCompiler c = ToolProvider.getSystemJavaCompiler();
        int n = 30 + rnd().nextInt(40);
        int s = rnd().nextInt(files.size() - n);
        List<File> l =
                files.subList(s, s + n).stream().map(Path::toFile).collect(Collectors.toList());
        try (StandardJavaFileManager fm = c.getStandardFileManager(d -> {}, null, null)) {
            Path out = Files.createTempDirectory(tmp, "jc");
            List<String> opts =
                    Arrays.asList(
                            "-proc:none",
                            "-nowarn",
                            "-d",
                            out.toString(),
                            "-sourcepath",
                            srcs.resolve("guava-33.2.1-jre")
                                    + ":"
                                    + srcs.resolve("jackson-core-2.17.2")
                                    + ":"
                                    + srcs.resolve("jackson-databind-2.17.2")
                                    + ":"
                                    + srcs.resolve("commons-lang3-3.14.0"),
                            "-cp",
                            System.getProperty("java.class.path"));
            c.getTask(
                            new StringWriter(),
                            fm,
                            d -> {},
                            opts,
                            null,
                            fm.getJavaFileObjectsFromFiles(l))
                    .call();
            del(out);
        }
    }

    static void del(Path p) throws IOException {
        try (Stream<Path> s = Files.walk(p)) {
            s.sorted(Comparator.reverseOrder())
                    .forEach(
                            x -> {
                                try {
                                    Files.delete(x);
                                } catch (IOException e) {
                                }
                            });
        }
    }

    static void json() throws Exception {
        com.fasterxml.jackson.databind.ObjectMapper m =
                new com.fasterxml.jackson.databind.ObjectMapper();
        Object o = rand(6);
        String s = m.writeValueAsString(o);
        Object b = m.readValue(s, Object.class);
        sink.addAndGet(b.hashCode());
        com.google.gson.Gson g = new com.google.gson.GsonBuilder().setPrettyPrinting().create();
        Object z = g.fromJson(g.toJson(o), Object.class);
        sink.addAndGet(z.hashCode());
    }

    static Object rand(int d) {
        Random r = rnd();
        if (d == 0) return r.nextInt(3) == 0 ? (Object) r.nextDouble() : "s" + r.nextInt();
        if (r.nextBoolean()) {
            List<Object> l = new ArrayList<>();
            for (int i = 0; i < 4; i++) l.add(rand(d - 1));
            return l;
        }
        Map<String, Object> m = new TreeMap<>();
        for (int i = 0; i < 4; i++) m.put("k" + r.nextInt(1000), rand(d - 1));
        return m;
    }

    static void xml() throws Exception {
        StringBuilder sb = new StringBuilder("<?xml version=\"1.0\"?>");
        xmlr(sb, 6);
        javax.xml.parsers.DocumentBuilderFactory f =
                javax.xml.parsers.DocumentBuilderFactory.newInstance();
        org.w3c.dom.Document d =
                f.newDocumentBuilder().parse(new ByteArrayInputStream(sb.toString().getBytes()));
        javax.xml.transform.Transformer t =
                javax.xml.transform.TransformerFactory.newInstance().newTransformer();
        t.setOutputProperty("indent", "yes");
        StringWriter w = new StringWriter();
        t.transform(
                new javax.xml.transform.dom.DOMSource(d),
                new javax.xml.transform.stream.StreamResult(w));
        sink.addAndGet(w.toString().length());
        Object n =
                javax.xml.xpath.XPathFactory.newInstance()
                        .newXPath()
                        .evaluate("count(//e3[@a>5]/*)", d);
        sink.addAndGet(n.hashCode());
    }

    static void xmlr(StringBuilder s, int d) {
        s.append("<e").append(d).append(" a=\"").append(rnd().nextInt(10)).append("\">");
        if (d > 0) for (int i = 0; i < 3; i++) xmlr(s, d - 1);
        else s.append("t&amp;x");
        s.append("</e").append(d).append(">");
    }

    static int IO = 1;

    static void fileIo() throws Exception {
        Path p = Files.createTempFile(tmp, "f", ".bin");
        try (FileOutputStream o = new FileOutputStream(p.toFile())) {
            for (int i = 0; i < 400 * IO; i++) o.write(i);
        }
        try (FileInputStream in = new FileInputStream(p.toFile())) {
            int c;
            while ((c = in.read()) >= 0) sink.addAndGet(c);
        }
        try (RandomAccessFile r = new RandomAccessFile(p.toFile(), "rw")) {
            for (int i = 0; i < 40 * IO; i++) {
                r.seek(rnd().nextInt(400));
                r.writeLong(i);
                r.seek(0);
                r.readInt();
            }
        }
        try (FileChannel c =
                FileChannel.open(p, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            ByteBuffer b = ByteBuffer.allocateDirect(64);
            for (int i = 0; i < 100 * IO; i++) {
                b.clear();
                c.write(b);
            }
            b = ByteBuffer.allocate(8192);
            c.position(0);
            while (c.read(b) > 0) b.clear();
        }
        try (PrintWriter w = new PrintWriter(new FileWriter(p.toFile(), true), true)) {
            for (int i = 0; i < 200 * IO; i++) w.println("line " + i);
        }
        try (BufferedReader br = new BufferedReader(new FileReader(p.toFile()))) {
            String l;
            while ((l = br.readLine()) != null) sink.addAndGet(l.length());
        }
        try (ZipOutputStream z = new ZipOutputStream(new FileOutputStream(p.toFile()))) {
            for (int i = 0; i < 5; i++) {
                z.putNextEntry(new ZipEntry("e" + i));
                z.write(Files.readAllBytes(files.get(rnd().nextInt(files.size()))));
                z.closeEntry();
            }
        }
        try (ZipFile z = new ZipFile(p.toFile())) {
            for (ZipEntry e : Collections.list(z.entries()))
                try (InputStream in = z.getInputStream(e)) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
        }
        Files.copy(p, p.resolveSibling(p.getFileName() + ".c"));
        Files.delete(p.resolveSibling(p.getFileName() + ".c"));
        for (int i = 0; i < 20; i++) Files.getLastModifiedTime(p);
        new File(p.toString()).exists();
        Files.delete(p);
        try (ObjectOutputStream oo = new ObjectOutputStream(new FileOutputStream(p.toFile()))) {
            oo.writeObject(rand(4));
        }
        try (ObjectInputStream oi = new ObjectInputStream(new FileInputStream(p.toFile()))) {
            sink.addAndGet(oi.readObject().hashCode());
        }
        Files.delete(p);
    }

    static int port;

    static void server() throws Exception {
        ServerSocket ss = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        port = ss.getLocalPort();
        Thread t =
                new Thread(
                        () -> {
                            while (true)
                                try {
                                    Socket s = ss.accept();
                                    s.setTcpNoDelay(true);
                                    Thread h =
                                            new Thread(
                                                    () -> {
                                                        try (Socket x = s) {
                                                            InputStream in = x.getInputStream();
                                                            OutputStream o = x.getOutputStream();
                                                            int c;
                                                            while ((c = in.read()) >= 0) o.write(c);
                                                        } catch (IOException e) {
                                                        }
                                                    },
                                                    "echo");
                                    h.setDaemon(true);
                                    h.start();
                                } catch (IOException e) {
                                    return;
                                }
                        },
                        "acceptor");
        t.setDaemon(true);
        t.start();
        hs =
                com.sun.net.httpserver.HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hs.createContext(
                "/",
                ex -> {
                    byte[] b = ex.getRequestBody().readAllBytes();
                    byte[] r = new byte[5000];
                    ex.sendResponseHeaders(200, r.length);
                    ex.getResponseBody().write(r);
                    ex.close();
                });
        hs.setExecutor(
                Executors.newFixedThreadPool(
                        2,
                        r -> {
                            Thread x = new Thread(r, "http");
                            x.setDaemon(true);
                            return x;
                        }));
        hs.start();
    }

    static com.sun.net.httpserver.HttpServer hs;

    static void sockIo() throws Exception {
        try (Socket s = new Socket(InetAddress.getLoopbackAddress(), port)) {
            s.setTcpNoDelay(true);
            OutputStream o = s.getOutputStream();
            InputStream in = s.getInputStream();
            for (int i = 0; i < 60 * IO; i++) {
                o.write(i);
                in.read();
            }
            DataOutputStream d = new DataOutputStream(o);
            DataInputStream di = new DataInputStream(in);
            for (int i = 0; i < 20; i++) {
                d.writeInt(i);
                sink.addAndGet(di.readInt());
            }
            d = new DataOutputStream(new BufferedOutputStream(o));
            for (int i = 0; i < 50; i++) d.writeInt(i);
            d.flush();
            byte[] b = new byte[200];
            di.readFully(b);
        }
    }

    static java.net.http.HttpClient hc = java.net.http.HttpClient.newHttpClient();

    static void http() throws Exception {
        for (int i = 0; i < 4; i++) {
            hc.send(
                    java.net.http.HttpRequest.newBuilder(
                                    URI.create(
                                            "http://127.0.0.1:" + hs.getAddress().getPort() + "/"))
                            .POST(
                                    java.net.http.HttpRequest.BodyPublishers.ofString(
                                            "hello".repeat(100)))
                            .build(),
                    java.net.http.HttpResponse.BodyHandlers.ofString());
            HttpURLConnection u =
                    (HttpURLConnection)
                            new URL("http://127.0.0.1:" + hs.getAddress().getPort() + "/x")
                                    .openConnection();
            try (InputStream in = u.getInputStream()) {
                in.readAllBytes();
            }
        }
    }

    static void walk() throws Exception {
        try (Stream<Path> s = Files.walk(srcs.resolve("guava-33.2.1-jre"))) {
            sink.addAndGet(
                    s.filter(Files::isRegularFile).mapToLong(x -> x.toFile().length()).sum());
        }
        Path p = files.get(rnd().nextInt(files.size()));
        Map<String, Long> m =
                Files.lines(p)
                        .flatMap(l -> Arrays.stream(l.split("\\W+")))
                        .collect(
                                Collectors.groupingBy(w -> w, TreeMap::new, Collectors.counting()));
        sink.addAndGet(m.size());
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (GZIPOutputStream g = new GZIPOutputStream(bo)) {
            g.write(Files.readAllBytes(p));
        }
        try (GZIPInputStream g = new GZIPInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            g.readAllBytes();
        }
        byte[] dig =
                java.security.MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(p));
        sink.addAndGet(dig[0]);
    }

    static void proc() throws Exception {
        Process p = new ProcessBuilder("/bin/true").start();
        p.waitFor();
    }

    static void sorts() {
        List<String> l =
                IntStream.range(0, 5000)
                        .mapToObj(i -> "k" + rnd().nextInt())
                        .collect(Collectors.toList());
        Collections.sort(
                l, Comparator.comparing((String s) -> s.length()).thenComparing(s -> s.hashCode()));
        l.parallelStream().map(String::toUpperCase).sorted().collect(Collectors.toSet());
    }

    public static void main(String[] a) throws Exception {
        int secs = Integer.parseInt(a[0]);
        tmp = Files.createDirectories(Paths.get(a[1]));
        srcs = Paths.get(a[2]);
        String mix = a.length > 3 ? a[3] : "IIIJJjxfsSwpo";
        if (a.length > 4) IO = Integer.parseInt(a[4]);
        try (Stream<Path> s = Files.walk(srcs)) {
            files =
                    s.filter(
                                    p ->
                                            p.toString().endsWith(".java")
                                                    && !p.toString().contains("module-info"))
                            .sorted()
                            .collect(Collectors.toList());
        }
        server();
        List<Thread> ts = new ArrayList<>();
        long[] cnt = new long[128];
        for (int k = 0; k < mix.length(); k++) {
            char ch = mix.charAt(k);
            T t;
            switch (ch) {
                case 'I':
                    t = Work::interp;
                    break;
                case 'J':
                    t = Work::javac;
                    break;
                case 'j':
                    t = Work::json;
                    break;
                case 'x':
                    t = Work::xml;
                    break;
                case 'f':
                    t = Work::fileIo;
                    break;
                case 's':
                    t = Work::sockIo;
                    break;
                case 'S':
                    t = Work::http;
                    break;
                case 'w':
                    t = Work::walk;
                    break;
                case 'p':
                    t =
                            () -> {
                                proc();
                                sleep(50);
                            };
                    break;
                default:
                    t = Work::sorts;
            }
            Thread th =
                    new Thread(
                            () -> {
                                while (!stop)
                                    try {
                                        t.run();
                                        cnt[ch]++;
                                    } catch (Throwable e) {
                                        if (cnt[0]++ < 5) e.printStackTrace();
                                    }
                            },
                            "w-" + ch + k);
            th.start();
            ts.add(th);
        }
        Thread.sleep(secs * 1000L);
        stop = true;
        for (Thread t : ts) t.join(20000);
        for (int i = 0; i < 128; i++)
            if (cnt[i] > 0) System.out.print((char) (i == 0 ? '!' : i) + "=" + cnt[i] + " ");
        System.out.println();
        System.exit(0);
    }
}
