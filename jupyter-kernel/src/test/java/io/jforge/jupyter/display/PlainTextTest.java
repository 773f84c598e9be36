package io.jforge.jupyter.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlainTextTest {
    private record Point(int x, int y) {}

    private record Holder(String name, int[] numbers, List<Object> all) {}

    private record Own(int x) {
        @Override
        public String toString() {
            return "own " + x;
        }
    }

    private record Failing(int x) {
        @SuppressWarnings("UnusedMethod")
        @Override
        public int x() {
            throw new IllegalStateException("no");
        }
    }

    @Test
    void recordsShowWhatTheyHoldAndArraysInThemToo() {
        assertThat(PlainText.of(new Holder("a", new int[] {1, 2}, List.of(new Point(3, 4)))))
                .isEqualTo("Holder[name=a, numbers=[1, 2], all=[Point[x=3, y=4]]]");
    }

    @Test
    void aRecordsOwnTextIsKept() {
        assertThat(PlainText.of(List.of(new Own(1)))).isEqualTo("[own 1]");
    }

    @Test
    void anAccessorThatThrowsIsTold() {
        assertThat(PlainText.of(new Failing(1))).isEqualTo("Failing[x=(threw java.lang.IllegalStateException)]");
    }

    @Test
    void whatDoesNotFitOnALineStandsUnderEachOther() {
        var points = IntStream.range(0, 12).mapToObj(i -> new Point(i, i)).toList();
        assertThat(PlainText.of(points).lines())
                .hasSize(14)
                .startsWith("[", "  Point[x=0, y=0],")
                .endsWith("  Point[x=11, y=11]", "]");
    }

    @Test
    void plainNumbersFillTheirLines() {
        var text = PlainText.of(IntStream.range(100, 180).toArray());
        assertThat(text.lines())
                .hasSize(4)
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(text).startsWith("[100, 101,").contains(",\n 1").endsWith("179]");
        assertThat(text.replaceAll("\\s+", " ")).contains("118, 119, 120, 121");
    }

    @Test
    void matricesMapsAndOptionals() {
        assertThat(PlainText.of(new int[][][] {{{1}, {}}, {}})).isEqualTo("[[[1], []], []]");
        assertThat(PlainText.of(new TreeMap<>(Map.of("a", Optional.of(new int[] {1}), "b", Optional.empty()))))
                .isEqualTo("{a=Optional[[1]], b=Optional.empty}");
        assertThat(PlainText.of(Map.entry("k", new char[] {'v'}))).isEqualTo("k=[v]");
    }

    @Test
    void streamsAreLeftUnread() {
        var stream = Stream.of(1, 2);
        assertThat(PlainText.of(stream)).startsWith("Stream (not read");
        assertThat(stream.toList()).containsExactly(1, 2);
        assertThat(PlainText.of(IntStream.of(1))).startsWith("IntStream (");
    }

    @Test
    void usualValuesReadAsInJava() {
        assertThat(PlainText.of(Path.of("/tmp/x"))).isEqualTo("/tmp/x");
        assertThat(PlainText.of(Duration.ofSeconds(90))).isEqualTo("PT1M30S");
        assertThat(PlainText.of(new BigDecimal("1.50"))).isEqualTo("1.50");
        assertThat(PlainText.of("two\nlines")).isEqualTo("two\nlines");
    }

    @Test
    void anExceptionIsToldWithItsCauses() {
        var thrown = new IllegalStateException("outer", new RuntimeException("inner"));
        assertThat(PlainText.of(thrown))
                .isEqualTo("java.lang.IllegalStateException: outer\nCaused by: java.lang.RuntimeException: inner");
    }

    @Test
    void aLambdaIsCalledThat() {
        Function<Integer, Integer> inc = i -> i + 1;
        assertThat(PlainText.of(inc)).isEqualTo("Function (a lambda)");
    }

    @Test
    void numbersThatNobodyReadsAreToldByTheirSize() {
        assertThat(PlainText.of(BigInteger.TWO.pow(10_000_000))).isEqualTo("BigInteger of 10,000,001 bits");
        assertThat(PlainText.of(BigInteger.TWO.pow(64))).isEqualTo("18446744073709551616");
        assertThat(PlainText.of(new BigDecimal(BigInteger.TEN.pow(1_000_000), 3)))
                .startsWith("BigDecimal of 1,000,001");
    }

    @Test
    void case13_hugeValuesAreCut() {
        var nested = IntStream.range(0, 1000)
                .mapToObj(i -> IntStream.range(0, 1000).boxed().toList())
                .toList();
        assertThat(PlainText.of(nested)).hasSizeLessThan(60_000).endsWith("... 1,000 in all\n]");
        assertThat(PlainText.of(Collections.nCopies(1_000_000_000, "x"))).endsWith("... 1,000,000,000 in all]");
        assertThat(PlainText.of(List.of("é😀".repeat(20_000_000), "b"))).hasSizeLessThan(30_000);
        assertThat(PlainText.of(new byte[50_000_000])).hasSizeLessThan(1000);
    }

    @Test
    void case13_whatHoldsItselfEndsInDots() {
        Map<String, Object> map = new HashMap<>();
        List<Object> list = new ArrayList<>();
        map.put("list", list);
        list.add(map);
        list.add(new Holder("h", new int[0], list));
        assertThat(PlainText.of(map)).isEqualTo("{list=[..., Holder[name=h, numbers=[], all=...]]}");
    }

    @Test
    void theSameThingTwiceIsNoCircle() {
        var twice = new Point(1, 2);
        assertThat(PlainText.of(List.of(twice, twice))).isEqualTo("[Point[x=1, y=2], Point[x=1, y=2]]");
    }

    @Test
    void aCollectionThatCannotBeReadSaysSo() {
        var failing = Collections.unmodifiableCollection(new AbstractCollection<>() {
            @Override
            public Iterator<Object> iterator() {
                throw new IllegalStateException("gone");
            }

            @Override
            public int size() {
                return 3;
            }
        });
        assertThat(PlainText.of(failing)).contains("cannot be read", "gone");
    }
}
