"""Stopping cells; the numbers are those of the cases in JUPYTER.md."""

import time
import unittest

from kernel_harness import LIMIT, KernelTest, Ran, cpu_seconds, reply_to


def printed(message):
    return message["msg_type"] == "stream"


class InterruptTest(KernelTest):
    def assert_stopped(self, ran):
        self.assertEqual(ran.error(), "Interrupted")
        self.assertEqual(ran.reply["status"], "error")
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def test_case_01_printing_and_sleeping(self):
        ran, took = self.interrupt_after("for (int i = 0; i < 20; i++) { println(i); Thread.sleep(1000); }", printed)
        self.assertLess(took, 1)
        self.assertEqual(ran.text(), "0\n")
        self.assert_stopped(ran)

    def test_case_02_a_busy_loop(self):
        ran, took = self.interrupt_after("println(); while (true) {}", printed)
        self.assertLess(took, 1)
        self.assert_stopped(ran)
        time.sleep(1)  # the checkpoints are disarmed meanwhile
        before = cpu_seconds(self.pid)
        time.sleep(1)
        self.assertLess(cpu_seconds(self.pid) - before, 0.3)

    def test_case_03_a_cell_with_a_time_limit(self):
        began = time.monotonic()
        ran = self.run_cell("%timeout 2s\nwhile (true) {}")
        self.assertEqual(ran.error(), "TimedOut")
        self.assertTrue(2 <= time.monotonic() - began < 5)
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def wait_for_input_and_interrupt(self, code):
        def on_message(message):
            if message["msg_type"] == "execute_input":
                self.assertEqual(self.client.get_stdin_msg(timeout=LIMIT)["msg_type"], "input_request")
                self.control("interrupt_request")

        ran = Ran(self.client, code, on_message=on_message, allow_stdin=True)
        self.assertEqual(ran.error(), "Interrupted")

    def answered(self, code, line):
        def on_message(message):
            if message["msg_type"] == "execute_input":
                self.client.get_stdin_msg(timeout=LIMIT)
                self.client.input(line)

        return Ran(self.client, code, on_message=on_message, allow_stdin=True)

    def test_case_04_a_scanner_that_waits(self):
        self.run_cell("var in = new Scanner(System.in);")
        self.wait_for_input_and_interrupt("String got = in.nextLine();")
        self.assertEqual(self.answered("in.nextLine()", "é😀你").result(), "é😀你")

    def test_case_04_other_ways_to_wait(self):
        for code in ["System.in.read()", 'input("? ")', 'password("? ")',
                     "new BufferedReader(new InputStreamReader(System.in)).readLine()"]:
            with self.subTest(code):
                self.wait_for_input_and_interrupt(code)
        self.assertEqual(self.answered('input("Name: ")', "Ada").result(), "Ada")

    def test_case_05_what_is_queued_behind_it_is_aborted(self):
        first = self.client.execute("println(); Thread.sleep(60_000);")
        second = self.client.execute("int mustNotExist = 1;")
        third = self.client.kernel_info()
        while not printed(self.client.get_iopub_msg(timeout=LIMIT)):
            pass
        self.control("interrupt_request")
        self.assertEqual(reply_to(self.client, first)["content"]["status"], "error")
        self.assertEqual(reply_to(self.client, second)["content"]["status"], "aborted")
        self.assertEqual(reply_to(self.client, third)["content"]["status"], "ok")
        self.assertEqual(self.run_cell("mustNotExist").error(), "CompileError")

    def test_case_05_unless_the_request_says_otherwise(self):
        first = self.client.execute("throw new RuntimeException();", stop_on_error=False)
        second = self.client.execute("1")
        self.assertEqual(reply_to(self.client, first)["content"]["status"], "error")
        self.assertEqual(reply_to(self.client, second)["content"]["status"], "ok")

    def test_case_08_a_printing_loop_a_hundred_times(self):
        for _ in range(100):
            ran, took = self.interrupt_after("for (long n = 0; ; n++) println(n);", printed)
            lines = ran.text().split("\n")
            self.assertEqual(lines[:-1], [str(i) for i in range(len(lines) - 1)])
            self.assertEqual(ran.error(), "Interrupted")
            self.assertLess(took, 5)
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def test_as_soon_as_it_is_busy(self):
        def busy(message):
            return message["msg_type"] == "status"

        for _ in range(100):
            ran, took = self.interrupt_after("Thread.sleep(10_000);", busy)
            self.assertEqual(ran.error(), "Interrupted")
            self.assertLess(took, 1)
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def test_nothing_to_interrupt(self):
        self.assertEqual(self.control("interrupt_request"), {"status": "ok"})
        self.assertEqual(self.run_cell("1+1").result(), "2")


if __name__ == "__main__":
    unittest.main(verbosity=2)
