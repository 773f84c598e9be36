"""Drives a real kernel process through Jupyter's own client.

Environment: JFORGE_TEST_COMMAND holds the kernel's command as a JSON list, "{connection_file}" in it.
"""

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import unittest

from jupyter_client.manager import KernelManager
from jupyter_client.kernelspec import KernelSpec

COMMAND = json.loads(os.environ["JFORGE_TEST_COMMAND"])
LIMIT = 30


class Manager(KernelManager):
    kernel_name = "jforge"

    @property
    def kernel_spec(self):
        return KernelSpec(argv=COMMAND, language="java", display_name="Java (JForge)", interrupt_mode="message")


def start(key=None):
    manager = Manager()
    if key is not None:
        manager.session.key = key
    manager.start_kernel()
    client = manager.blocking_client()
    client.start_channels()
    client.wait_for_ready(timeout=LIMIT)
    return manager, client


class Ran:
    """What one request brought on IOPub, and its reply."""

    def __init__(self, client, code, on_message=None, timeout=LIMIT, **options):
        self.request = client.execute(code, **options)
        self.messages = []
        self.arrived = []
        while True:
            message = client.get_iopub_msg(timeout=timeout)
            if message["parent_header"].get("msg_id") != self.request:
                continue
            self.messages.append(message)
            self.arrived.append(time.monotonic())
            if on_message:
                on_message(message)
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                break
        self.reply = reply_to(client, self.request, timeout)["content"]

    def of(self, kind):
        return [m["content"] for m in self.messages if m["msg_type"] == kind]

    def kinds(self):
        return [m["msg_type"] for m in self.messages]

    def text(self, name="stdout"):
        return "".join(c["text"] for c in self.of("stream") if c["name"] == name)

    def result(self):
        return self.of("execute_result")[0]["data"]["text/plain"]


def reply_to(client, request, timeout=LIMIT, channel="shell"):
    while True:
        reply = getattr(client, f"get_{channel}_msg")(timeout=timeout)
        if reply["parent_header"].get("msg_id") == request:
            return reply


class KernelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = start()

    @classmethod
    def tearDownClass(cls):
        cls.client.stop_channels()
        cls.manager.shutdown_kernel(now=True)

    def run_cell(self, code, **options):
        return Ran(self.client, code, **options)

    def control(self, kind, content=None):
        message = self.client.session.msg(kind, content or {})
        self.client.control_channel.send(message)
        return reply_to(self.client, message["header"]["msg_id"], channel="control")["content"]

    def interrupt_after(self, code, seconds):
        """Interrupts once the cell is busy for some time; returns what it ran to and how long the stop took."""
        sent = []

        def on_message(message):
            if message["msg_type"] == "execute_input":
                time.sleep(seconds)
                self.assertEqual(self.control("interrupt_request")["status"], "ok")
                sent.append(time.monotonic())

        ran = self.run_cell(code, on_message=on_message)
        return ran, ran.arrived[-1] - sent[0]

    def test_kernel_info(self):
        request = self.client.kernel_info()
        info = reply_to(self.client, request)["content"]
        self.assertEqual(info["status"], "ok")
        self.assertEqual(info["language_info"]["name"], "java")
        self.assertEqual(info["language_info"]["file_extension"], ".java")
        self.assertEqual(self.control("kernel_info_request")["implementation"], "jforge")

    def test_result_comes_once_between_busy_and_idle(self):
        ran = self.run_cell("1+1")
        self.assertEqual(ran.kinds(), ["status", "execute_input", "execute_result", "status"])
        self.assertEqual(ran.result(), "2")
        self.assertEqual(ran.reply["status"], "ok")
        self.assertEqual(ran.reply["execution_count"], ran.of("execute_result")[0]["execution_count"])

    def test_output_arrives_while_the_cell_runs(self):
        ran = self.run_cell('for (int i = 0; i < 3; i++) { println(i); Thread.sleep(400); } System.err.print("é😀你");')
        self.assertEqual(ran.text(), "0\n1\n2\n")
        self.assertEqual(ran.text("stderr"), "é😀你")
        first = ran.kinds().index("stream")
        self.assertGreater(ran.arrived[-1] - ran.arrived[first], 0.8)

    def test_a_thousand_lines_arrive_whole(self):
        ran = self.run_cell('for (int i = 0; i < 1000; i++) println("line " + i);')
        self.assertEqual(ran.text(), "".join(f"line {i}\n" for i in range(1000)))

    def test_compile_error_has_excerpt_and_caret(self):
        ran = self.run_cell("int fine = 1;\nint bad = nowhere;")
        error = ran.of("error")[0]
        self.assertEqual(error["ename"], "CompileError")
        text = "\n".join(error["traceback"])
        self.assertIn("line 2", text)
        self.assertIn("  int bad = nowhere;\n            ^^^^^^^", text)
        self.assertEqual(ran.reply["status"], "error")

    def test_exception_tells_cell_lines(self):
        ran = self.run_cell('int half(int n) {\n  throw new IllegalStateException("no");\n}\nhalf(1)')
        text = "\n".join(ran.of("error")[0]["traceback"])
        self.assertRegex(text, r"java.lang.IllegalStateException: no\n    at half \(cell \d+, line 2\)")
        self.assertNotIn("REPL", text)

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

    def test_interrupt_of_a_busy_loop(self):
        ran, took = self.interrupt_after("while (true) {}", 0.5)
        self.assertEqual(ran.of("error")[0]["ename"], "Interrupted")
        self.assertLess(took, 1)
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def test_interrupt_of_a_sleep(self):
        ran, took = self.interrupt_after("for (int i = 0; i < 20; i++) { println(i); Thread.sleep(1000); }", 0.5)
        self.assertEqual(ran.of("error")[0]["ename"], "Interrupted")
        self.assertLess(took, 1)

    def test_interrupt_of_a_printing_loop_leaves_sockets_alive(self):
        for _ in range(5):
            ran, took = self.interrupt_after('long n = 0; while (true) println(n++);', 0.3)
            lines = ran.text().split("\n")
            self.assertEqual(lines[:-1], [str(i) for i in range(len(lines) - 1)])
            self.assertLess(took, 5)
        self.assertEqual(self.run_cell("1+1").result(), "2")

    def test_a_failure_aborts_what_is_queued(self):
        first = self.client.execute("Thread.sleep(200); throw new RuntimeException();")
        second = self.client.execute("int mustNotExist = 1;")
        self.assertEqual(reply_to(self.client, first)["content"]["status"], "error")
        self.assertEqual(reply_to(self.client, second)["content"]["status"], "aborted")
        self.assertEqual(self.run_cell("mustNotExist").reply["status"], "error")

    def test_is_complete(self):
        for code, status in {
            "1 + 1": "complete", "if (true) {": "incomplete", "int x = ;": "invalid", '"abc': "invalid", ")": "invalid",
            "%lsmagic": "complete", "%%magic\n)": "complete"}.items():
            request = self.client.is_complete(code)
            self.assertEqual(reply_to(self.client, request)["content"]["status"], status, code)

    def complete(self, code, cursor=None):
        request = self.client.complete(code, cursor)
        return reply_to(self.client, request)["content"]

    def test_complete_members_and_magics(self):
        found = self.complete('"😀".isBl')
        self.assertEqual((found["matches"], found["cursor_start"], found["cursor_end"]), (["isBlank()"], 4, 8))
        found = self.complete("int i = 1;\n%lsm")
        self.assertEqual((found["matches"], found["cursor_start"], found["cursor_end"]), (["lsmagic"], 12, 15))

    def test_magics(self):
        listed = self.run_cell("int before = 1;\n%lsmagic\nbefore + 1").of("display_data")[0]["data"]
        self.assertIn("%lsmagic", listed["text/plain"])
        self.assertIn("<table", listed["text/html"])
        self.assertIn("did you mean %lsmagic", self.run_cell("%lsmagc").of("error")[0]["evalue"])
        self.assertEqual(self.run_cell("10\n%7").result(), "3")

    def test_empty_answers(self):
        for kind, field, empty in [("comm_info_request", "comms", {}), ("history_request", "history", []),
                                   ("inspect_request", "found", False)]:
            message = self.client.session.msg(kind, {"code": "x", "cursor_pos": 0})
            self.client.shell_channel.send(message)
            content = reply_to(self.client, message["header"]["msg_id"])["content"]
            self.assertEqual((content["status"], content[field]), ("ok", empty))

    def test_a_wrong_signature_is_ignored(self):
        right = self.client.session.key
        self.client.session.key = b"wrong"
        self.client.execute("int forged = 1;")
        self.client.session.key = right
        self.assertEqual(self.run_cell("forged").reply["status"], "error")

    def test_heartbeat_answers_while_a_cell_computes(self):
        import zmq
        beat = zmq.Context.instance().socket(zmq.REQ)
        beat.connect(self.client._make_url("hb"))

        def on_message(message):
            if message["msg_type"] == "execute_input":
                beat.send(b"ping")
                self.assertTrue(beat.poll(1000))
                self.assertEqual(beat.recv(), b"ping")
                self.assertEqual(self.control("kernel_info_request")["status"], "ok")

        ran = self.run_cell("long end = System.nanoTime() + 1_000_000_000L; while (System.nanoTime() < end) {}",
                            on_message=on_message)
        beat.close(0)
        self.assertEqual(ran.reply["status"], "ok")

    def test_silent_cells_leave_no_trace(self):
        count = self.run_cell("1").reply["execution_count"]
        ran = self.run_cell("2", silent=True)
        self.assertEqual(ran.kinds(), ["status", "status"])
        self.assertEqual(self.run_cell("3").reply["execution_count"], count + 1)


def alive(pid):
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def gone_within(pids, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(alive(pid) for pid in pids):
            return True
        time.sleep(0.02)
    return False


class LifeTest(unittest.TestCase):
    def kernel_with_child(self):
        manager, client = start()
        child = int(Ran(client, 'new ProcessBuilder("sleep", "600").start().pid()').result())
        return manager, client, [manager.provisioner.process.pid, child]

    def test_shutdown_leaves_no_process(self):
        manager, client, pids = self.kernel_with_child()
        client.execute("while (true) {}")
        time.sleep(0.3)
        message = client.session.msg("shutdown_request", {"restart": False})
        client.control_channel.send(message)
        reply = reply_to(client, message["header"]["msg_id"], channel="control")
        self.assertEqual(reply["content"], {"status": "ok", "restart": False})
        self.assertTrue(gone_within(pids, 1.5))
        client.stop_channels()
        manager.cleanup_resources()

    def test_the_kernel_ends_with_its_parent(self):
        with tempfile.TemporaryDirectory() as folder:
            from jupyter_client.connect import write_connection_file
            file, _ = write_connection_file(os.path.join(folder, "connection.json"))
            parent = subprocess.Popen(
                [sys.executable, "-c", "import subprocess, sys, json, time\n"
                 "kernel = subprocess.Popen(json.loads(sys.argv[1]))\nprint(kernel.pid, flush=True)\ntime.sleep(600)",
                 json.dumps([part.replace("{connection_file}", file) for part in COMMAND])],
                stdout=subprocess.PIPE, text=True)
            kernel = int(parent.stdout.readline())
            time.sleep(1)
            self.assertTrue(alive(kernel))
            parent.kill()
            parent.wait()
            parent.stdout.close()
            self.assertTrue(gone_within([kernel], 5))

    def test_nbclient_runs_a_notebook(self):
        try:
            from nbclient import NotebookClient
            from nbformat import v4, validate
        except ImportError:
            self.skipTest("python3-nbclient is not installed")
        notebook = v4.new_notebook(cells=[
            v4.new_code_cell("int x = 20;\nvar shown = display(x);"),
            v4.new_code_cell("shown.update(x + 1); println(x);\nx + 2")])
        NotebookClient(notebook, km=Manager(), timeout=LIMIT).execute()
        validate(notebook)
        first, second = (cell["outputs"] for cell in notebook["cells"])
        self.assertEqual(first[0]["data"]["text/plain"], "21")
        self.assertEqual((second[0]["text"], second[1]["data"]["text/plain"]), ("20\n", "22"))

    def test_an_empty_key_means_no_signatures(self):
        manager, client = start(key=b"")
        self.assertEqual(Ran(client, "1+1").result(), "2")
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def measure():
    """Prints the kernel's speed: python3 kernel_client_test.py measure."""
    started = time.monotonic()
    manager, client = start()
    print(f"start to ready: {time.monotonic() - started:.2f} s")
    Ran(client, "1+1")
    print(f"start to first result: {time.monotonic() - started:.2f} s")
    times = []
    for _ in range(2000 if "long" in sys.argv else 320):
        begun = time.perf_counter()
        Ran(client, "1+1")
        times.append((time.perf_counter() - begun) * 1000)
    for at in (10, 100, 300, 1980):
        if at + 10 <= len(times):
            print(f"1+1 around cell {at}: {statistics.median(times[at - 10:at + 10]):.1f} ms")
    for code, size in [('for (int i = 0; i < 1_000_000; i++) println("0123456789".repeat(4));', 41e6),
                       ('print("x".repeat(50_000_000));', 50e6)]:
        begun = time.perf_counter()
        ran = Ran(client, code, timeout=120)
        took = time.perf_counter() - begun
        print(f"{len(ran.text()) / size:.3f} of {size / 1e6:.0f} MB in {took:.2f} s: {size / 1e6 / took:.1f} MB/s")
    begun = time.monotonic()
    client.shutdown()
    gone = gone_within([manager.provisioner.process.pid], 10)
    print(f"shutdown to gone: {time.monotonic() - begun:.2f} s, {gone}")
    client.stop_channels()


if __name__ == "__main__":
    if "measure" in sys.argv:
        measure()
    else:
        unittest.main(verbosity=2)
