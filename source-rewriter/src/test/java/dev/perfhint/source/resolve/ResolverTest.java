package dev.perfhint.source.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.EnumConstantDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.expr.TypePatternExpr;
import com.github.javaparser.ast.stmt.ExplicitConstructorInvocationStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import dev.perfhint.source.file.SourceFile;
import dev.perfhint.source.file.SourceOptions;
import dev.perfhint.source.file.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.spi.ToolProvider;
import javax.lang.model.element.VariableElement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResolverTest {
    @TempDir
    Path directory;

    private Sources sources;
    private Resolver resolver;
    private SourceFile file;

    /** Writes files, {@code name.java} and its text in turn, and looks at the first one. */
    private void given(String... namesAndTexts) throws Exception {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Path path = directory.resolve("src").resolve(namesAndTexts[i]);
            Files.createDirectories(path.getParent());
            Files.writeString(path, namesAndTexts[i + 1]);
        }
        open(List.of());
        file = sources.file(directory.toRealPath().resolve("src").resolve(namesAndTexts[0])).orElseThrow();
    }

    private void open(List<Path> classPath) throws Exception {
        sources = Sources.open(new SourceOptions(List.of(directory.resolve("src")), Optional.empty(), classPath));
        resolver = Resolver.of(sources);
    }

    private <T extends Node> T first(Class<T> sort, String text) {
        return file.unit()
                .findFirst(sort, node -> file.text(node).equals(text))
                .orElseThrow(() -> new AssertionError(text + " is not in the file"));
    }

    private Node declarationOf(String expression) {
        Expression name = file.unit()
                .findAll(Expression.class, node -> file.text(node).equals(expression))
                .stream()
                .reduce((one, other) -> other)
                .orElseThrow();
        return resolver.declarationOf(name).orElseThrow(() -> new AssertionError(resolver.reason(name)));
    }

    private String key(String call) {
        return resolver.method(first(MethodCallExpr.class, call)).map(resolver::key).orElseThrow().toString();
    }

    private static int line(Node node) {
        return node.getBegin().orElseThrow().line;
    }

    @Test
    void attributesNoCodeForWhatMembersAre() throws Exception {
        given("p/A.java", """
                package p;
                import java.util.List;
                class A<T extends Comparable<T>> implements B {
                    public long size(List<String> names) { return names.stream().map(each -> each + 1).count(); }
                    enum Kind { ONE { int f() { return 1; } } }
                }
                """, "p/B.java", "package p; interface B { long size(java.util.List<String> names); }");
        MethodDeclaration size = file.unit().findFirst(MethodDeclaration.class).orElseThrow();
        assertThat(resolver.method(size).orElseThrow().getReturnType()).hasToString("long");
        assertThat(resolver.declaredClass(file.unit().getType(0)).map(resolver::binaryName)).hasValue("p.A");
        assertThat(resolver.className(first(ClassOrInterfaceType.class, "B"))).hasValue("p.B");
        assertThat(resolver.className(size.getParameter(0).getType())).hasValue("java.util.List");
        assertThat(resolver.attributed()).isEmpty();
        assertThat(key("names.stream()")).isEqualTo("java.util.Collection.stream()Ljava/util/stream/Stream;");
        assertThat(resolver.attributed()).hasSize(1);
        assertThat(resolver.declaration(resolver.method(size).orElseThrow())).hasValue(size);
    }

    @Test
    void findsTheInheritedFieldBeforeTheOneAround() throws Exception {
        given("p/A.java", """
                package p;
                class A {
                    int out;
                    class Inner extends Base {
                        int f() { return out; }
                    }
                }
                """, "p/Base.java", """
                package p;
                class Base {
                    protected int out;
                }
                """);
        Node declaration = declarationOf("out");

        assertThat(SourceFile.of(declaration).path().getFileName()).hasToString("Base.java");
        assertThat(line(declaration)).isEqualTo(3);
    }

    @Test
    void findsTheFieldOfAnOuterThis() throws Exception {
        given("A.java", """
                class A {
                    int out;
                    class Inner {
                        int out;
                        int f() { return A.this.out; }
                    }
                }
                """);

        assertThat(line(declarationOf("A.this.out"))).isEqualTo(2);
    }

    @Test
    void findsEnumConstantsAndWhatTheyCall() throws Exception {
        given("A.java", """
                enum A {
                    ONE("x"), TWO("y") { int f() { return 2; } };
                    A(String name) { }
                    int f() { return this == ONE ? 1 : 0; }
                }
                """);

        assertThat(declarationOf("ONE")).isInstanceOf(EnumConstantDeclaration.class);
        EnumConstantDeclaration one = file.unit().findFirst(EnumConstantDeclaration.class).orElseThrow();
        assertThat(resolver.method(one).flatMap(resolver::declaration)).containsInstanceOf(ConstructorDeclaration.class);
    }

    @Test
    void findsStaticImports() throws Exception {
        given("p/A.java", """
                package p;
                import static java.nio.file.Files.newOutputStream;
                import static java.nio.file.StandardOpenOption.APPEND;
                import static q.B.SIZE;
                class A {
                    Object open(java.nio.file.Path path) throws Exception {
                        return newOutputStream(path, APPEND).toString() + SIZE;
                    }
                }
                """, "q/B.java", "package q; public class B { public static final int SIZE = 1 << 13; }\n");

        assertThat(key("newOutputStream(path, APPEND)")).isEqualTo("java.nio.file.Files.newOutputStream"
                + "(Ljava/nio/file/Path;[Ljava/nio/file/OpenOption;)Ljava/io/OutputStream;");
        VariableElement append = resolver.variable(first(NameExpr.class, "APPEND")).orElseThrow();
        assertThat(append.getEnclosingElement()).hasToString("java.nio.file.StandardOpenOption");
        assertThat(resolver.isPlatform(append)).isTrue();
        assertThat(resolver.constant(first(NameExpr.class, "SIZE"))).contains(8192);
        assertThat(SourceFile.of(declarationOf("SIZE")).path().getFileName()).hasToString("B.java");
    }

    @Test
    void choosesTheOverloadByTheArgumentsTypes() throws Exception {
        given("A.java", """
                class A {
                    void w(Object o) { }
                    void w(String s) { }
                    void w(int i) { }
                    void w(long... all) { }
                    void f(byte b, Integer i) {
                        w("a" + b);
                        w(b);
                        w(i);
                        w(1L, 2L);
                        w(i, b);
                    }
                }
                """);

        assertThat(key("w(\"a\" + b)")).isEqualTo("A.w(Ljava/lang/String;)V");
        assertThat(key("w(b)")).isEqualTo("A.w(I)V");
        assertThat(key("w(i)")).isEqualTo("A.w(Ljava/lang/Object;)V");
        assertThat(key("w(1L, 2L)")).isEqualTo("A.w([J)V");
        assertThat(resolver.method(first(MethodCallExpr.class, "w(1L, 2L)")).flatMap(resolver::declaration))
                .hasValueSatisfying(method -> assertThat(line(method)).isEqualTo(5));
    }

    @Test
    void keepsShadowedVariablesApart() throws Exception {
        given("A.java", """
                class A {
                    int x = 1, y = x;
                    void f() {
                        int a = x, x = 3, b = x;
                        Runnable r = () -> { int z = x; };
                        new Object() { int x; int g() { return x; } };
                    }
                }
                """);
        List<NameExpr> names = file.unit().findAll(NameExpr.class, name -> name.getNameAsString().equals("x"));

        assertThat(names.stream().map(name -> position(resolver.declarationOf(name).orElseThrow())))
                .containsExactly("2:9", "2:9", "4:20", "4:20", "6:28");
        VariableElement local = resolver.variable(names.get(2)).orElseThrow();
        assertThat(resolver.uses(local)).containsExactly(names.get(2), names.get(3));
    }

    private static String position(Node node) {
        return node.getBegin().map(begin -> begin.line + ":" + begin.column).orElseThrow();
    }

    @Test
    void readsTypesThroughGenericsAndLambdas() throws Exception {
        given("A.java", """
                import java.io.*;
                import java.util.*;
                import java.util.function.*;
                class A<T extends OutputStream> {
                    T own;
                    void f(Map<String, List<FileOutputStream>> all, Supplier<? extends InputStream> in) throws Exception {
                        for (var entry : all.entrySet()) {
                            entry.getValue().forEach(out -> out.flush());
                        }
                        in.get().read();
                        own.write(1);
                    }
                }
                """);

        assertThat(key("in.get().read()")).isEqualTo("java.io.InputStream.read()I");
        assertThat(resolver.className(first(NameExpr.class, "own"))).contains("java.io.OutputStream");
        assertThat(resolver.className(first(NameExpr.class, "entry"))).contains("java.util.Map$Entry");
        NameExpr lambda = first(NameExpr.class, "out");
        assertThat(resolver.className(lambda)).contains("java.io.FileOutputStream");
        assertThat(resolver.declarationOf(lambda)).containsInstanceOf(Parameter.class);
        assertThat(resolver.isSubtype(lambda, "java.io.Closeable")).isTrue();
        assertThat(resolver.isSubtype(lambda, "java.io.InputStream")).isFalse();
    }

    @Test
    void leadsRecordFieldsAndCompactParametersToTheComponent() throws Exception {
        given("A.java", """
                record A(java.io.OutputStream out, int n) {
                    A {
                        if (n < 0) { n = 0; }
                    }
                    void f() throws Exception { out.write(n()); }
                }
                """);
        List<NameExpr> names = file.unit().findAll(NameExpr.class, name -> !name.getNameAsString().equals("java"));

        assertThat(names).allSatisfy(name -> assertThat(resolver.declarationOf(name))
                .containsInstanceOf(Parameter.class));
        assertThat(key("out.write(n())")).isEqualTo("java.io.OutputStream.write(I)V");
        assertThat(key("n()")).isEqualTo("A.n()I");
    }

    @Test
    void findsPatternVariables() throws Exception {
        given("A.java", """
                class A {
                    int f(Object o) {
                        if (!(o instanceof String s)) { return 0; }
                        return s.length();
                    }
                    int g(Object o) {
                        return o instanceof Integer s ? s : 0;
                    }
                }
                """);
        List<NameExpr> names = file.unit().findAll(NameExpr.class, name -> name.getNameAsString().equals("s"));

        assertThat(names.stream().map(name -> line(resolver.declarationOf(name).orElseThrow()))).containsExactly(3, 7);
        assertThat(resolver.declarationOf(names.get(0))).containsInstanceOf(TypePatternExpr.class);
    }

    @Test
    void findsWhatConstructorsCall() throws Exception {
        given("A.java", """
                class A extends Base {
                    A() { this(1); }
                    A(int n) { super("x"); }
                    static Object made() { return new A(2) { }; }
                }
                class Base {
                    Base(Object o) { }
                    Base(String s) { }
                }
                """);

        ExplicitConstructorInvocationStmt own = first(ExplicitConstructorInvocationStmt.class, "this(1);");
        ExplicitConstructorInvocationStmt base = first(ExplicitConstructorInvocationStmt.class, "super(\"x\");");
        assertThat(resolver.method(own).map(resolver::key)).hasToString("Optional[A.<init>(I)V]");
        assertThat(resolver.method(base).flatMap(resolver::declaration))
                .hasValueSatisfying(declaration -> assertThat(line(declaration)).isEqualTo(8));
        ObjectCreationExpr anonymous = first(ObjectCreationExpr.class, "new A(2) { }");
        assertThat(resolver.method(anonymous)).isPresent();
        assertThat(resolver.className(anonymous.getType())).contains("A");
    }

    @Test
    void saysWhichClassIsMissingAndResolvesTheRest() throws Exception {
        given("A.java", """
                import lombok.Data;
                @Data
                class A extends Gone {
                    private String name;
                    void f(Missing m) throws Exception {
                        m.write(1);
                        this.getName();
                        new java.io.FileOutputStream("x").write(1);
                    }
                }
                """);

        MethodCallExpr unknown = first(MethodCallExpr.class, "m.write(1)");
        assertThat(resolver.method(unknown)).isEmpty();
        assertThat(resolver.type(unknown)).isEmpty();
        assertThat(resolver.reason(first(Parameter.class, "Missing m"))).isEqualTo("not resolved: missing class Missing");
        MethodCallExpr generated = first(MethodCallExpr.class, "this.getName()");
        assertThat(resolver.method(generated)).isEmpty();
        assertThat(resolver.reason(generated)).startsWith("not resolved:");
        assertThat(key("new java.io.FileOutputStream(\"x\").write(1)")).isEqualTo("java.io.FileOutputStream.write(I)V");
        TypeDeclaration<?> own = file.unit().getType(0);
        assertThat(new SimpleNames(resolver, "").hasKnownAncestors(resolver.declaredClass(own).orElseThrow().asType())).isFalse();
    }

    @Test
    void believesTheSourceWhereAClassFileSaysOtherwise() throws Exception {
        given("p/A.java", """
                package p;
                class A { void f(B b) { b.g("x"); } }
                """, "p/B.java", "package p; class B { void g(Object o) { } }\n");
        Path planted = directory.resolve("planted/p/B.java");
        Files.createDirectories(planted.getParent());
        Files.writeString(planted, "package p; class B { void g(String s) { } }\n");
        compile(planted, directory.resolve("classes"));
        open(List.of(directory.resolve("classes")));
        file = sources.find("p.A").orElseThrow();

        assertThat(key("b.g(\"x\")")).isEqualTo("p.B.g(Ljava/lang/Object;)V");
    }

    @Test
    void startsNoPluginFromTheClassPath() throws Exception {
        given("A.java", "class A { }\n");
        Path mark = directory.resolve("mark");
        Path plugin = directory.resolve("evil/Evil.java");
        Files.createDirectories(plugin.getParent());
        Files.writeString(plugin, """
                public class Evil extends javax.annotation.processing.AbstractProcessor
                        implements com.sun.source.util.Plugin {
                    public Evil() throws Exception { java.nio.file.Files.createFile(java.nio.file.Path.of("%s")); }
                    public String getName() { return "Evil"; }
                    public boolean autoStart() { return true; }
                    public void init(com.sun.source.util.JavacTask task, String... args) { }
                    public boolean process(java.util.Set<? extends javax.lang.model.element.TypeElement> a,
                            javax.annotation.processing.RoundEnvironment r) { return false; }
                }
                """.formatted(mark));
        Path classes = directory.resolve("classes");
        compile(plugin, classes);
        for (String service : List.of("com.sun.source.util.Plugin", "javax.annotation.processing.Processor")) {
            Path entry = classes.resolve("META-INF/services").resolve(service);
            Files.createDirectories(entry.getParent());
            Files.writeString(entry, "Evil\n");
        }
        open(List.of(classes));
        file = sources.find("A").orElseThrow();

        assertThat(resolver.declaredClass(file.unit().getType(0))).isPresent();
        assertThat(mark).doesNotExist();
    }

    @Test
    void answersNothingForSyntaxOfAnotherAgeAndBeyondTheLimits() throws Exception {
        given("New.java", "class New { int _; }\n");
        assertThat(resolver.reason(file.unit().getType(0))).contains("does not read");
        given("Deep.java", "class Deep { Object x = " + "f(() -> ".repeat(12) + "1" + ")".repeat(12) + "; }\n");
        assertThat(resolver.reason(file.unit().getType(0))).contains("lambdas in each other");
    }

    @Test
    void seesSecondClassesOfAFileAndPackagesInOddPlaces() throws Exception {
        given("odd/A.java", """
                package p.q;
                class A { int f(Second s) { return s.n; } }
                class Second { int n; }
                """);

        assertThat(declarationOf("s.n")).isInstanceOf(VariableDeclarator.class);
        assertThat(resolver.declaredClass(file.unit().getType(1)).map(resolver::binaryName)).contains("p.q.Second");
    }

    @Test
    void findsAClassThatStandsInAnotherClassesFile() throws Exception {
        given("p/A.java", """
                package p;
                class A { int f(Second s) { return s.n; } }
                """, "p/B.java", """
                package p;
                class B { }
                class Second { int n; }
                """);

        assertThat(SourceFile.of(declarationOf("s.n")).path().getFileName()).hasToString("B.java");
    }

    @Test
    void findsSimpleClassNamesInTheirOrder() throws Exception {
        given("p/A.java", """
                package p;
                import java.util.List;
                import java.io.*;
                class A {
                    class Writer { }
                    Object f() { return null; }
                }
                """, "p/Reader.java", "package p; class Reader { }\n");
        MethodDeclaration at = file.unit().findFirst(MethodDeclaration.class).orElseThrow();

        assertThat(resolver.classNameAt(at, "Writer")).contains("p.A$Writer");
        assertThat(resolver.classNameAt(at, "Reader")).contains("p.Reader");
        assertThat(resolver.classNameAt(at, "List")).contains("java.util.List");
        assertThat(resolver.classNameAt(at, "File")).contains("java.io.File");
        assertThat(resolver.classNameAt(at, "String")).contains("java.lang.String");
        assertThat(resolver.classNameAt(at, "Socket")).isEmpty();
    }

    @Test
    void knowsWhereAnUnknownClassIsInherited() throws Exception {
        given("p/A.java", """
                package p;
                class A {
                    void known() { new Object() { void inner() { } }; }
                    class B extends Missing { void named() { } }
                    void other() { new Absent() { void anonymous() { } }; }
                }
                """);
        assertThat(file.unit().findAll(MethodDeclaration.class).stream()
                        .filter(resolver::inheritsUnknown).map(MethodDeclaration::getNameAsString))
                .containsExactlyInAnyOrder("named", "anonymous");
    }

    @Test
    void countsNamesThatItCannotResolveAsUses() throws Exception {
        given("A.java", """
                class A {
                    void f(java.io.OutputStream out) throws Exception {
                        out.write(1);
                        new Missing() { void g() { out.close(); } };
                        Missing.run(() -> out.flush());
                    }
                    void h() { out.anything(); }
                }
                """);

        assertThat(resolver.names(first(Parameter.class, "java.io.OutputStream out"))).hasSize(4);
    }

    @Test
    void isMadeOnceForTheSources() throws Exception {
        given("A.java", "class A { void f(StringBuilder b) { b.length(); } }\n");
        MethodDeclaration method = file.unit().findFirst(MethodDeclaration.class).orElseThrow();

        assertThat(resolver.method(method).map(resolver::key).orElseThrow())
                .isEqualTo(new MethodKey("A", "f", "(Ljava/lang/StringBuilder;)V"));
        assertThat(Resolver.of(sources)).isSameAs(resolver);
    }

    private static void compile(Path source, Path classes) throws IOException {
        Files.createDirectories(classes);
        int code = ToolProvider.findFirst("javac").orElseThrow()
                .run(System.out, System.err, "-proc:none", "-d", classes.toString(), source.toString());
        assertThat(code).isZero();
    }
}
