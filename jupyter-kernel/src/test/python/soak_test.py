"""2,000 generated cells in one kernel: each does what it should, cells stay fast, and memory hardly grows.

SOAK_CELLS is how many. Prints live heap, resident memory and the round trip along the way.
"""

import os
import random
import statistics
import time
import unittest

from kernel_harness import Ran, command, start, stop

CELLS = int(os.environ.get("SOAK_CELLS", "2000"))
LAUNCHED = ["-XX:+UseSerialGC", "-Xms64m", "--add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED"]  # as install/jforge does
LIVE = "System.gc(); (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1024"
MOST_GROWTH_MB = 6  # live heap over the second half: flat, but for the classes that cells compiled to
MOST_RESIDENT_MB = 450
MOST_SLOWER = 2.5  # the round trip at the end, in terms of that at the half; two cores of a CI machine are noisy


class Cells:
    """Java as people write it in a long session: few names, declared again and again."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = {}
        self.factors = {}

    def next(self):
        """A cell and what it is to come to: (code, kind, expected)."""
        return self.random.choice([self.variable, self.method, self.record, self.type, self.call, self.sum, self.loop,
                                   self.stream, self.thrown, self.broken, self.shown, self.switch])()

    def name(self, what):
        return f"{what}{self.random.randrange(12)}"

    def variable(self):
        name, value = self.name("v"), self.random.randrange(1000)
        self.variables[name] = value
        return f"int {name} = {value};", "ok", None

    def method(self):
        name, factor = self.name("times"), self.random.randrange(1, 50)
        self.factors[name] = factor
        return f"int {name}(int x) {{\n    return x * {factor};\n}}", "ok", None

    def record(self):
        name, n = self.name("Pair"), self.random.randrange(1000)
        return f'record {name}(int a, String b) {{}}\nnew {name}({n}, "x")', "result", f"{name}[a={n}, b=x]"

    def type(self):
        name, n = self.name("Counter"), self.random.randrange(1000)
        return (f"class {name} {{\n    int n = {n};\n    int next() {{ return ++n; }}\n}}\nnew {name}().next()",
                "result", str(n + 1))

    def call(self):
        if not self.factors:
            return self.method()
        name, x = self.random.choice(sorted(self.factors)), self.random.randrange(100)
        return f"{name}({x})", "result", str(self.factors[name] * x)

    def sum(self):
        names = sorted(self.variables)[:3]
        return " + ".join(names + ["1"]), "result", str(sum(self.variables[n] for n in names) + 1)

    def loop(self):
        n = self.random.randrange(1, 200)
        return f'for (int i = 0; i < {n}; i++) println("line " + i);', "printed", "".join(
            f"line {i}\n" for i in range(n))

    def stream(self):
        n = self.random.randrange(1, 100)
        return (f"IntStream.range(0, {n}).mapToObj(i -> i % 2 == 0 ? \"even\" : \"odd\").distinct().toList()", "result",
                "[even]" if n == 1 else "[even, odd]")

    def thrown(self):
        n = self.random.randrange(1000)
        return f'if (true) throw new IllegalStateException("no {n}");', "error", "java.lang.IllegalStateException"

    def broken(self):
        return f'int {self.name("w")} = "text";', "error", "CompileError"

    def shown(self):
        n = self.random.randrange(1000)
        return f"display({n});", "shown", str(n)

    def switch(self):
        n = self.random.randrange(10)
        return (f"Object o = {n};\nswitch (o) {{ case Integer i when i > 4 -> \"large\"; case Integer i -> \"small\";"
                " default -> \"other\"; }", "result", "large" if n > 4 else "small")


class SoakTest(unittest.TestCase):
    def setUp(self):
        self.manager, self.client = start(argv=command(*LAUNCHED))
        self.addCleanup(stop, self.manager, self.client)

    def check(self, number, code, kind, expected):
        ran = Ran(self.client, code)
        said = {"ok": lambda: None, "result": ran.result, "printed": ran.text, "error": ran.error,
                "shown": lambda: ran.of("display_data")[0]["data"]["text/plain"]}[kind]()
        self.assertEqual(ran.reply["status"], "error" if kind == "error" else "ok", (number, code, ran.reply))
        self.assertEqual(said, expected, (number, code))

    def resident_mb(self):
        with open(f"/proc/{self.manager.provisioner.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) // 1024

    def look(self, number):
        """Live heap and resident memory, and the round trip of a small cell."""
        times = []
        for _ in range(9):
            began = time.perf_counter()
            Ran(self.client, "1+1")
            times.append((time.perf_counter() - began) * 1e3)
        live = int(Ran(self.client, LIVE).result()) // 1024
        print(f"cell {number}: live heap {live} MB, resident {self.resident_mb()} MB, 1+1 in"
              f" {statistics.median(times):.1f} ms", flush=True)
        return live, min(times)  # the least is the least disturbed

    def test_two_thousand_cells(self):
        cells = Cells(7)
        looks = {}
        for number in range(1, CELLS + 1):
            self.check(number, *cells.next())
            if number % (CELLS // 4) == 0:
                looks[number] = self.look(number)
        (live_then, took_then), (live, took) = looks[CELLS // 2], looks[CELLS]
        self.assertLess(live - live_then, MOST_GROWTH_MB)
        self.assertLess(took, MOST_SLOWER * took_then)
        self.assertLess(self.resident_mb(), MOST_RESIDENT_MB)


if __name__ == "__main__":
    unittest.main(verbosity=2)
