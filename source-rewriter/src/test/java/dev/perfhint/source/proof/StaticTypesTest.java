package dev.perfhint.source.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class StaticTypesTest {
    // looked at twice per link, a chain of sixty calls would never end
    @Test
    @Timeout(60)
    void looksAtEachCallOfAChainOnce() {
        String chain = "text" + ".append(1)".repeat(60);
        MethodCallExpr call = StaticJavaParser.parse("class A { Object of(StringBuilder text) { return " + chain + "; } }")
                .findFirst(MethodCallExpr.class)
                .orElseThrow();

        assertThat(new StaticTypes(name -> Optional.empty()).of(call).is(StringBuilder.class)).isTrue();
    }
}
