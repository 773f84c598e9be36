package io.jforge.runtime.spec;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Names that an entry, a tunable or a constant may not have, because the C or CUDA libraries, the languages or
/// JForge's prelude have them.
final class Reserved {
    /// Each of these also comes as `...f` and `...l`.
    private static final String MATHS = """
            acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi cyl_bessel_i0 cyl_bessel_i1
            erf erfc erfcinv erfcx erfinv exp exp10 exp2 expm1 fabs fdim fdivide floor fma fmax fmin fmod frexp
            hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround max min modf nan
            nearbyint nextafter nexttoward norm norm3d norm4d normcdf normcdfinv pow rcbrt remainder remquo rhypot
            rint rnorm rnorm3d rnorm4d round rsqrt scalbln scalbn significand sin sincos sincospi sinh sinpi sqrt tan
            tanh tgamma trunc y0 y1 yn pow10 drem gamma lgamma_r scalb
            """;

    private static final String OTHERS = """
            abs labs llabs div ldiv lldiv ullmax ullmin umax umin llmax llmin isnan isinf isfinite isnormal signbit
            finite fpclassify clock clock64 brev brevll clz clzll popc popcll ffs ffsll mul24 umul24 mulhi umulhi
            mul64hi umul64hi saturate sad usad byte_perm any all ballot dim3 warpSize threadIdx blockIdx blockDim
            gridDim printf fprintf puts malloc calloc realloc free memcpy memset memmove memcmp strlen assert abort
            exit atexit read write open close main LD ST
            auto break case char const continue default do double else enum extern float for goto if inline int long
            register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
            while bool true false class template typename namespace operator new delete this using public private
            """;

    private static final Pattern FAMILIES =
            Pattern.compile("_.*|(atomic|cuda|omp_|GOMP_|tex[123]D|surf[123]D|curand|cublas|forge_).*|forge|cu[A-Z].*"
                    + "|make_(u?(char|short|int|long|longlong)|float|double)[1-4]");

    private static final Pattern MACROS = Pattern.compile(
            "NULL|EOF|NAN|INFINITY|HUGE_VAL[FL]?|INF|LD|ST|FN|EACH|RAND_MAX|SIZE_MAX|BUFSIZ|NDEBUG|CUDART_.*"
                    + "|M_(E|LOG2E|LOG10E|LN2|LN10|PI|PI_2|PI_4|1_PI|2_PI|2_SQRTPI|SQRT2|SQRT1_2)"
                    + "|(FLT|L?DBL|U?INT|U?L?LONG|[SU]?CHAR|U?SHRT|PTRDIFF)_(MIN|MAX|BIT|DIG|EPSILON|RADIX|MANT_DIG)"
                    + "|U?INT(MAX|PTR|[0-9]+)_(MIN|MAX|C)");

    private static final Pattern SPACES = Pattern.compile(" +");

    private static final Set<String> NAMES = names();

    private Reserved() {}

    static boolean isReserved(String entry) {
        return NAMES.contains(entry) || FAMILIES.matcher(entry).matches();
    }

    /// Whether a `-D` of that name would break the headers or the prelude.
    static boolean isMacro(String name) {
        return MACROS.matcher(name).matches();
    }

    private static Set<String> names() {
        Set<String> names = new HashSet<>(words(OTHERS));
        for (var name : words(MATHS)) for (var suffix : new String[] {"", "f", "l"}) names.add(name + suffix);
        return Set.copyOf(names);
    }

    private static List<String> words(String text) {
        return text.lines().flatMap(line -> SPACES.splitAsStream(line)).toList();
    }
}
