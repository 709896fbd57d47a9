package dev.perfhint.source.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.perfhint.source.Repair;
import dev.perfhint.source.edit.Plan;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one can forget when a repair or a form is added. */
class FormTest {
    @ParameterizedTest
    @EnumSource
    void everyRepairHasAFormOrASketch(Repair repair) {
        boolean answered = Form.ALL.stream().anyMatch(form -> form.answers().contains(repair));
        assertThat(answered || !repair.sketch().isEmpty())
                .as("%s has nothing to offer: add a line for its form to Form.ALL, or a sketch to the constant in Repair", repair)
                .isTrue();
        assertThat(repair.edits())
                .as("Repair.%s says whether a form edits, and Form.ALL has %s for it", repair, answered ? "one" : "none")
                .isEqualTo(answered);
        assertThat(repair.tradeOff().isEmpty())
                .as("Repair.%s: a sketch says what it costs", repair)
                .isEqualTo(repair.sketch().isEmpty());
    }

    @Test
    void everyFormIsListed() throws Exception {
        List<? extends Class<?>> listed = Form.ALL.stream().map(Form::type).toList();
        assertThat(listed).doesNotHaveDuplicates();
        for (Class<?> type : classes().toList()) {
            assertThat(listed.contains(type))
                    .as("%s plans edits from a Match: add a line for it to Form.ALL", type.getSimpleName())
                    .isEqualTo(plans(type));
        }
    }

    private static boolean plans(Class<?> type) {
        return type != Form.class && Stream.of(type.getDeclaredMethods())
                .filter(method -> method.getName().equals("plan") && !Modifier.isPrivate(method.getModifiers()))
                .filter(method -> method.getParameterCount() > 0 && method.getParameterTypes()[0] == Match.class)
                .anyMatch(method -> method.getGenericReturnType().getTypeName().contains(Plan.class.getName()));
    }

    private static Stream<Class<?>> classes() throws IOException, URISyntaxException {
        Path directory = Path.of(Form.class.getResource("Form.class").toURI()).getParent();
        return Files.list(directory).map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.startsWith("package-"))
                .map(name -> Form.class.getPackageName() + "." + name.replace(".class", ""))
                .map(FormTest::named);
    }

    private static Class<?> named(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
