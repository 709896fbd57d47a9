package dev.perfhint.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedCallsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "read() | 0 | true",
        "read(a) | 0 | false",
        "read('x') | 0 | false",
        "x.read /* of */ (a, f(b, c), \"),(\") | 3 | true",
        "x.read(a, f(b, c)) | 3 | false",
        "read(a < b, c > d) | 2 | true",
        "read(Map.<K, V>of()) | 1 | true",
        "read(() -> { a(1, 2); }) | 1 | true",
        "unread(a) | 1 | false",
        "reader(a) | 1 | false",
        "this::read | 7 | true",
        "new read<>(a) | 7 | true",
        "read(a | 7 | true",
        "read + (a) | 1 | false",
        "\\u0072ead(a) | 7 | true",
    })
    void findsCallsByTheirArguments(String text, int arguments, boolean found) {
        assertThat(NamedCalls.called(text, "read", count -> count == arguments)).isEqualTo(found);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "int read(byte[] b, int off) { } | 2 | true",
        "int read(byte[] b, int off) { } | 1 | false",
        "List<T> read(Map<K, V> map); | 1 | true",
        "byte[] read(@A({1, 2}) int a); | 1 | true",
        "int /* of */ read(); | 0 | true",
        "x.read(a) | 1 | false",
        "= read(a) | 1 | false",
    })
    void findsDeclarationsByTheirParameters(String text, int parameters, boolean found) {
        assertThat(NamedCalls.declared(text, "read", parameters)).isEqualTo(found);
    }
}
