package dev.perfhint.source.file;

import com.github.javaparser.JavaParser;
import com.github.javaparser.JavaToken;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.Position;
import com.github.javaparser.Problem;
import com.github.javaparser.Processor;
import com.github.javaparser.Range;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.DataKey;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.validator.postprocessors.Java10PostProcessor;
import java.lang.ref.SoftReference;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A source file: its original characters, the tree parsed from them and the exact way between the two.
 *
 * <p>Offsets are UTF-16 units into {@link #text()}, which starts after a byte order mark; ends are exclusive.
 */
public final class SourceFile {
    static final DataKey<SourceFile> KEY = new DataKey<>() {};
    private static final LanguageLevel NEWEST = LanguageLevel.JAVA_26;
    private static final List<Processor> VAR = new Java10PostProcessor().getPostProcessors();

    private final Path path;
    private final Charset charset;
    private final boolean byteOrderMark;
    private final String text;
    private final int[] lineStarts;
    private final CompilationUnit unit;
    private final Optional<String> notEditable;
    private final Kind kind;
    private final Map<Class<?>, SoftReference<List<?>>> nodes = new HashMap<>();
    private SourceFile changed;

    /** What the file's text is. */
    private enum Kind {
        JAVA,
        /** Java source that an edit makes. */
        ABSENT,
        /** Anything else, such as a configuration; its tree is empty. */
        TEXT
    }

    private SourceFile(
            Path path, Charset charset, boolean byteOrderMark, String text, CompilationUnit unit,
            Optional<String> notEditable, Kind kind) {
        this.path = path;
        this.charset = charset;
        this.byteOrderMark = byteOrderMark;
        this.text = text;
        this.lineStarts = lineStarts(text);
        this.unit = unit;
        this.notEditable = notEditable;
        this.kind = kind;
        unit.setData(KEY, this);
    }

    /**
     * Parses a file's decoded characters.
     *
     * @param decoded the whole content, with the byte order mark if there is one
     * @param notEditable why it must not be edited; empty if it may
     * @throws SourceException if it does not parse; the message names the file and the line
     */
    public static SourceFile parse(Path path, Charset charset, String decoded, Optional<String> notEditable)
            throws SourceException {
        boolean mark = decoded.startsWith("\uFEFF");
        String text = mark ? decoded.substring(1) : decoded;
        Optional<String> exceeded = SyntaxLimits.parsing(text);
        if (exceeded.isPresent()) {
            throw new SourceException(path + ": has " + exceeded.get() + ", not analysed");
        }
        ParseResult<CompilationUnit> result;
        try {
            result = parser().parse(text);
        } catch (StackOverflowError tooDeep) {
            throw new SourceException(path + ": does not parse (nested too deeply), not edited");
        }
        if (!result.isSuccessful() || result.getResult().isEmpty()) {
            throw new SourceException(path + ": does not parse" + firstProblem(result) + ", not edited");
        }
        CompilationUnit unit = result.getResult().get();
        forgetTokens(unit);
        return new SourceFile(path, charset, mark, text, unit, notEditable, Kind.JAVA);
    }

    /** A tree's tokens take three times the memory of its nodes. */
    private static void forgetTokens(CompilationUnit unit) {
        unit.walk(node -> {
            Range range = node.getRange().orElse(null);
            node.setTokenRange(null);
            node.setRange(range);
        });
    }

    /** Returns the tokens of the text, parsed anew: the tree keeps none. */
    public List<JavaToken> tokens() {
        return parser().parse(text).getResult().flatMap(CompilationUnit::getTokenRange).stream()
                .flatMap(range -> StreamSupport.stream(range.spliterator(), false)).toList();
    }

    /** Returns a file that does not exist yet; an edit of it makes it. */
    static SourceFile absent(Path path, Charset charset) {
        return new SourceFile(path, charset, false, "", emptyUnit(), Optional.empty(), Kind.ABSENT);
    }

    /** Returns a file that is no Java source, from its decoded characters. */
    static SourceFile text(Path path, Charset charset, String decoded, Optional<String> notEditable) {
        boolean mark = decoded.startsWith("\uFEFF");
        String text = mark ? decoded.substring(1) : decoded;
        return new SourceFile(path, charset, mark, text, emptyUnit(), notEditable, Kind.TEXT);
    }

    private static CompilationUnit emptyUnit() {
        return parser().parse("").getResult().orElseThrow();
    }

    /** Returns the file with another text, parsed; nothing is written. Asked again for the same text, the same file. */
    public SourceFile with(String newText) throws SourceException {
        if (changed == null || !changed.text.equals(newText)) {
            String decoded = byteOrderMark ? "\uFEFF" + newText : newText;
            changed = isJava() ? parse(path, charset, decoded, notEditable) : text(path, charset, decoded, notEditable);
        }
        return changed;
    }

    /** Returns whether the text could stand in the file: Java source has to parse. */
    public boolean accepts(String newText) {
        try {
            with(newText);
            return true;
        } catch (SourceException unparsable) {
            return false;
        }
    }

    /** What a parsed tree breaks of the language's rules is left to the compiler; only {@code var} is told apart. */
    private static JavaParser parser() {
        ParserConfiguration configuration = new ParserConfiguration()
                .setLanguageLevel(NEWEST)
                .setTabSize(1).setPreprocessUnicodeEscapes(false).setAttributeComments(false);
        configuration.getProcessors().clear();
        VAR.forEach(each -> configuration.getProcessors().add(() -> each));
        return new JavaParser(configuration);
    }

    private static String firstProblem(ParseResult<CompilationUnit> result) {
        return result.getProblems().stream().findFirst().map(SourceFile::describe).orElse("");
    }

    private static String describe(Problem problem) {
        String line = problem.getLocation()
                .flatMap(range -> range.getBegin().getRange())
                .map(range -> " (line " + range.begin.line + ")").orElse("");
        return line.isEmpty() ? " (" + problem.getMessage().lines().findFirst().orElse("") + ")" : line;
    }

    /** Lines end with LF, CR or CRLF, as the Java language defines them. */
    private static int[] lineStarts(String text) {
        int[] starts = new int[64];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean end = c == '\n' || c == '\r' && !(i + 1 < text.length() && text.charAt(i + 1) == '\n');
            if (!end) {
                continue;
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, count * 2);
            }
            starts[count++] = i + 1;
        }
        return Arrays.copyOf(starts, count);
    }

    /** Returns the file whose tree the node belongs to. */
    public static SourceFile of(Node node) {
        return node.findCompilationUnit().orElseThrow().getData(KEY);
    }

    /** Returns where the node stands, for a reader: {@code in line 3 of Foo.java}. */
    public static String place(Node node) {
        return "in line " + node.getBegin().orElseThrow().line + " of " + of(node).path.getFileName();
    }

    public Path path() {
        return path;
    }

    public Charset charset() {
        return charset;
    }

    public boolean hasByteOrderMark() {
        return byteOrderMark;
    }

    /** Returns the original characters after the byte order mark, line ends untouched. */
    public String text() {
        return text;
    }

    public CompilationUnit unit() {
        return unit;
    }

    /** Returns the tree's nodes of a class in the order of the text; looked for once, while there is memory. */
    @SuppressWarnings("unchecked")
    public <T extends Node> List<T> nodes(Class<T> type) {
        List<?> known = nodes.containsKey(type) ? nodes.get(type).get() : null;
        if (known == null) {
            known = unit.findAll(type);
            nodes.put(type, new SoftReference<>(known));
        }
        return (List<T>) known;
    }

    /** Returns whether the file does not exist on disk. */
    public boolean isAbsent() {
        return kind == Kind.ABSENT;
    }

    /** Returns whether the text is Java source, which has a tree and is compiled. */
    public boolean isJava() {
        return kind != Kind.TEXT;
    }

    /** Returns why the file must not be edited: generated, or its bytes do not survive decoding; empty if it may. */
    public Optional<String> notEditable() {
        return notEditable;
    }

    /** Returns the line terminator of the first line, LF if there is only one line. */
    public String lineEnd() {
        if (lineStarts.length < 2) {
            return "\n";
        }
        int end = lineStarts[1];
        if (text.charAt(end - 1) == '\r') {
            return "\r";
        }
        return end >= 2 && text.charAt(end - 2) == '\r' ? "\r\n" : "\n";
    }

    public int lineCount() {
        return lineStarts.length;
    }

    public int offset(Position position) {
        return lineStarts[position.line - 1] + position.column - 1;
    }

    public int start(Node node) {
        return offset(node.getBegin().orElseThrow());
    }

    /** Returns the offset after the node's last character. */
    public int end(Node node) {
        return offset(node.getEnd().orElseThrow()) + 1;
    }

    /** Returns the node's own characters. */
    public String text(Node node) {
        return text.substring(start(node), end(node));
    }

    /** Returns the 1-based line of an offset. */
    public int line(int offset) {
        int found = Arrays.binarySearch(lineStarts, offset);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /** Returns the 1-based column of an offset, in UTF-16 units. */
    public int column(int offset) {
        return offset - lineStarts[line(offset) - 1] + 1;
    }

    public int lineStart(int line) {
        return lineStarts[line - 1];
    }

    /** Returns the white space at the start of the node's first line. */
    public String indent(Node node) {
        int start = lineStart(node.getBegin().orElseThrow().line);
        int end = start;
        while (end < text.length() && (text.charAt(end) == ' ' || text.charAt(end) == '\t')) {
            end++;
        }
        return text.substring(start, end);
    }

    public Edit replace(Node node, String replacement) {
        return edit(start(node), end(node), replacement);
    }

    public Edit insert(int offset, String addition) {
        return edit(offset, offset, addition);
    }

    public Edit edit(int start, int end, String replacement) {
        return new Edit(path, start, end, line(start), column(start), line(end), column(end), replacement, isAbsent());
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
