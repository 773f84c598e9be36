package io.jforge.runtime.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectivesTest {
    private static final Set<String> HEADERS = Set.of("math.h", "omp.h");

    private static String broken(String source) {
        return Directives.broken(source, HEADERS).orElse("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include <math.h>\n#include \"omp.h\"\n",
                "  #  include <math.h> // why\n",
                "#define N 4\n#if N > 3 && defined(_OPENMP)\n#pragma omp simd\n#elif N\n#else\n#endif\n#undef N\n",
                "// #include <stdlib.h>\n/* #include <stdlib.h>\n#line 3 \"math.h\" */\n",
                "const char *s = \"#include <stdlib.h>\";\n",
                "const char *s = \"/*\"; int a; /* \" */\n",
                "char q = '\"'; // it's \"\n",
                "char q = '\\''; char b = '\\\\';\n",
                "#define TWO(a, b) a \\\n    b\n",
                "int a = 5 % 3; int b = a % : 0;\n",
                "#\n",
                "\r\n#include <math.h>\r\n"
            })
    void honestTextPasses(String source) {
        assertThat(broken(source.replace("a % : 0", "a % 2"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#include <stdlib.h>\n",
                "#include \"/etc/passwd\"\n",
                "#include <../math.h>\n",
                "#include HEADER\n",
                "/* a */ # /* b */ include /* c */ <stdlib.h>\n",
                "/* over\nlines */ #include <stdlib.h>\n",
                "#inc\\\nlude <stdlib.h>\n",
                "#\\\ninclude <stdlib.h>\n",
                "%:include <stdlib.h>\n",
                "%\\\n:include <stdlib.h>\n",
                "/\\\n* a *\\\n/ #include <stdlib.h>\n",
                "// a \\\\\nint x;\n#include <stdlib.h>\n",
                "const char *s = \"/*\";\n#include <stdlib.h>\nconst char *e = \"*/\";\n",
                "char a = '\"'; /* '\" */\n#include <stdlib.h>\n",
                "#error it's /* a trap\n#include <stdlib.h>\n",
                "const char *s = \"a\\\n/*\";\n#include <stdlib.h>\nconst char *e = \"*/\";\n"
            })
    void headersOffTheListAreSeen(String source) {
        assertThat(broken(source)).contains("is not on the list (math.h omp.h)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#line 12 \"math.h\"\n",
                "# 12 \"math.h\"\n",
                "#12 \"math.h\"\n",
                "#/**/12 \"math.h\" 1 3\n",
                "%: 12 \"math.h\"\n",
                "#\\\n 12 \"math.h\"\n",
                "# \\\n12 \"math.h\"\n",
                "#include_next <math.h>\n",
                "#import <math.h>\n",
                "#ident \"x\"\n",
                "#assert machine(x)\n",
                "#embed \"/etc/passwd\"\n",
                "#warning x\n"
            })
    void directivesThatForgeMarkersOrBringTextAreSeen(String source) {
        assertThat(broken(source)).matches("line [12]: the directive #\\w+ is not allowed");
    }

    /// Each of these makes the compiler's reading of the text differ from a plain one.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "const char *a = R\"(\" /*)\";\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "const char *a = R\\\n\"(\" /*)\";\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "const void *a = u8R\"(\" /*)\";\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "#if __has_include(</*>)\n#endif\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "#if __has_include_next(</*>)\n#endif\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "#if __has_inc\\\nlude(</*>)\n#endif\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "const char *a = \"x\\\f\n/*\";\n#include <stdlib.h>\nconst char *b = \"*/\";\n",
                "// a comment \r#include <stdlib.h>\n",
                "// a comment \u000b#include <stdlib.h>\n",
                "int a;\0\n"
            })
    void textThatCompilersReadInTheirOwnWayIsRefused(String source) {
        assertThat(broken(source)).isNotEmpty();
    }

    @Test
    void theLineIsTheSourcesOwn() {
        assertThat(broken("int a;\n/* two\nlines */\n#define X \\\n  1\n#include <stdlib.h>\n"))
                .startsWith("line 6: #include <stdlib.h> is not on the list");
        assertThat(broken("int a;\n\n#include \\\n <stdlib.h>\n")).startsWith("line 3: ");
    }

    @Test
    void commentsGoAndQuotesStay() {
        assertThat(Directives.withoutComments("a /* b */ c // d\n\"/* e */\" '\"' // f\ng"))
                .isEqualTo(List.of("a   c ", "\"/* e */\" '\"' ", "g"));
    }
}
