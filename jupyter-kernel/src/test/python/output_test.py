"""What cells print and show; the numbers are those of the cases in JUPYTER.md."""

import os
import time
import unittest

from kernel_harness import KernelTest, Ran, command, heard, start, stop


class OutputTest(KernelTest):
    def test_output_arrives_while_the_cell_runs(self):
        ran = self.run_cell('for (int i = 0; i < 3; i++) { println(i); Thread.sleep(400); } System.err.print("é😀你");')
        self.assertEqual(ran.text(), "0\n1\n2\n")
        self.assertEqual(ran.text("stderr"), "é😀你")
        first = ran.kinds().index("stream")
        self.assertGreater(ran.arrived[-1] - ran.arrived[first], 0.8)

    def test_case_09_a_million_lines(self):
        ran = self.run_cell('for (int i = 0; i < 1_000_000; i++) println(i);', timeout=120)
        self.assertEqual(ran.text(), "".join(f"{i}\n" for i in range(1_000_000)))
        self.assertEqual(ran.kinds()[-1], "status")

    def test_case_09_a_hundred_megabytes_and_a_slow_client(self):
        """In a heap that could not hold them."""
        line = "0123456789" * 100 + "\n"
        count = 10**8 // len(line)
        slow = []

        def on_message(message):
            slow.append(message["msg_type"])
            time.sleep(2 if slow[-1] == "execute_input" else 0.05 if len(slow) < 40 else 0)

        manager, client = start(argv=command("-Xmx128m"))
        try:
            ran = Ran(client, f'var line = "0123456789".repeat(100); for (int i = 0; i < {count}; i++) println(line);',
                      on_message=on_message, timeout=120)
            self.assertEqual(ran.text(), line * count)
            self.assertEqual(Ran(client, "1+1").result(), "2")
        finally:
            stop(manager, client)

    def test_case_10_a_thread_that_outlives_its_cell(self):
        ran = self.run_cell('new Thread(() -> { try { Thread.sleep(700); } catch (InterruptedException e) {} '
                            'println("late"); }).start();')
        self.assertEqual(ran.text(), "")
        other = self.run_cell("1+1")
        self.assertEqual(other.text(), "")
        late = heard(self.client, lambda m: m["msg_type"] == "stream")
        self.assertEqual((late["parent_header"]["msg_id"], late["content"]["text"]), (ran.request, "late\n"))

    def test_case_11_one_result_between_busy_and_idle(self):
        ran = self.run_cell("1+1")
        self.assertEqual(ran.kinds(), ["status", "execute_input", "execute_result", "status"])
        self.assertEqual(ran.result(), "2")
        self.assertEqual(ran.reply["status"], "ok")
        self.assertEqual(ran.reply["execution_count"], ran.of("execute_result")[0]["execution_count"])

    def test_case_12_any_encoding_of_the_platform(self):
        argv = command("-Dfile.encoding=GBK", "-Dstdout.encoding=GBK")
        manager, client = start(argv=argv, env={**os.environ, "LANG": "C", "LC_ALL": "C"})
        try:
            ran = Ran(client, 'print("é😀你"); System.err.write("é😀你".getBytes("UTF-8")); '
                              '"é😀你 \\u00e9".codePoints().count() + "é😀你"')
            self.assertEqual((ran.text(), ran.text("stderr"), ran.result()), ("é😀你", "é😀你", "5é😀你"))
        finally:
            stop(manager, client)

    def test_control_sequences_are_left_as_they_are(self):
        ran = self.run_cell(r'print("\u001b[31mred\u001b[0m 10%\r20%\r\b\u0000\t");')
        self.assertEqual(ran.text(), "\u001b[31mred\u001b[0m 10%\r20%\r\b\0\t")

    def test_all_threads_print(self):
        ran = self.run_cell('var threads = new ArrayList<Thread>();\n'
                            'for (int i = 0; i < 8; i++) { int n = i; threads.add(Thread.ofVirtual().start(() -> { '
                            'for (int k = 0; k < 1000; k++) println("line of " + n); })); }\n'
                            'for (var t : threads) t.join();\n'
                            'IntStream.range(0, 100).parallel().forEach(i -> System.err.println("stream"));')
        lines = ran.text().splitlines()
        for i in range(8):
            self.assertEqual(lines.count(f"line of {i}"), 1000)
        self.assertEqual(ran.text("stderr"), "stream\n" * 100)

    def test_order_of_the_streams_is_kept(self):
        ran = self.run_cell('for (int i = 0; i < 50; i++) { print(i); System.err.print(i); }')
        texts = [(c["name"], c["text"]) for c in ran.of("stream")]
        self.assertEqual(texts, [(name, str(i)) for i in range(50) for name in ("stdout", "stderr")])

    def test_clear_output(self):
        ran = self.run_cell('println("a"); clear(true); println("b"); clear();')
        self.assertEqual([k for k in ran.kinds() if k in ("stream", "clear_output")],
                         ["stream", "clear_output", "stream", "clear_output"])
        self.assertEqual(ran.of("clear_output"), [{"wait": True}, {"wait": False}])

    def test_display_updates_in_place(self):
        ran = self.run_cell('println("a"); var shown = display(1); println("b"); shown.update(2);')
        self.assertEqual(
            ran.kinds(),
            ["status", "execute_input", "stream", "display_data", "stream", "update_display_data", "status"])
        shown, updated = ran.of("display_data")[0], ran.of("update_display_data")[0]
        self.assertEqual(shown["transient"]["display_id"], updated["transient"]["display_id"])
        self.assertEqual((shown["data"]["text/plain"], updated["data"]["text/plain"]), ("1", "2"))

    def test_tables_charts_and_images_are_rich(self):
        ran = self.run_cell('tech.tablesaw.api.Table.create("t", tech.tablesaw.api.IntColumn.create("n", 1, 2))')
        data = ran.of("execute_result")[0]["data"]
        self.assertIn("<table", data["text/html"])
        self.assertIn("n", data["text/plain"])
        ran = self.run_cell(
            'var c = new org.knowm.xchart.XYChartBuilder().width(300).height(200).title("hi").build();\n'
            'c.addSeries("s", new double[] {1, 2}, new double[] {3, 4});\nc')
        data = ran.of("execute_result")[0]["data"]
        self.assertTrue(data["image/png"].startswith("iVBOR") and len(data["image/png"]) > 1000)

    def test_compile_error_has_excerpt_and_caret(self):
        ran = self.run_cell("int fine = 1;\nint bad = nowhere;")
        self.assertEqual(ran.error(), "CompileError")
        text = "\n".join(ran.of("error")[0]["traceback"])
        self.assertIn("line 2", text)
        self.assertIn("  int bad = nowhere;\n            ^^^^^^^", text)
        self.assertEqual(ran.reply["status"], "error")

    def test_exception_tells_cell_lines(self):
        ran = self.run_cell('int half(int n) {\n  throw new IllegalStateException("no");\n}\nhalf(1)')
        text = "\n".join(ran.of("error")[0]["traceback"])
        self.assertRegex(text, r"java.lang.IllegalStateException: no\n    at half \(cell \d+, line 2\)")
        self.assertNotIn("REPL", text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
