"""How kernel processes begin and end; the numbers are those of the cases in JUPYTER.md."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from jupyter_client.blocking import BlockingKernelClient
from jupyter_client.connect import write_connection_file

from kernel_harness import COMMAND, LIMIT, Manager, Ran, alive, ask, gone_within, heard, start, stop

CHILDREN = """
var child = new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; wait").start();
var grandchild = new BufferedReader(new InputStreamReader(child.getInputStream())).readLine();
child.pid() + " " + grandchild
"""


class LifeTest(unittest.TestCase):
    def test_case_06_the_kernel_and_its_children_end_with_the_parent(self):
        with tempfile.TemporaryDirectory() as folder:
            file, _ = write_connection_file(os.path.join(folder, "connection.json"))
            parent = subprocess.Popen(
                [sys.executable, "-c", "import subprocess, sys, json, time\n"
                 "kernel = subprocess.Popen(json.loads(sys.argv[1]))\nprint(kernel.pid, flush=True)\ntime.sleep(600)",
                 json.dumps([part.replace("{connection_file}", file) for part in COMMAND])],
                stdout=subprocess.PIPE, text=True)
            self.addCleanup(parent.kill)
            kernel = int(parent.stdout.readline())
            client = BlockingKernelClient()
            client.load_connection_file(file)
            client.start_channels()
            heard(client, lambda m: m["msg_type"] == "iopub_welcome")
            pids = [kernel] + [int(pid) for pid in Ran(client, CHILDREN).result().split()]
            self.assertTrue(all(alive(pid) for pid in pids))
            parent.kill()
            parent.wait()
            parent.stdout.close()
            self.assertTrue(gone_within(pids, 5))
            client.stop_channels()

    def test_case_07_fifty_starts(self):
        def one(_):
            manager, client = start()
            stop(manager, client)
            return True

        with ThreadPoolExecutor(2) as pool:
            self.assertEqual(list(pool.map(one, range(50))), [True] * 50)

    def test_shutdown_leaves_no_process(self):
        for restart in (False, True):
            with self.subTest(restart=restart):
                manager, client = start()
                pids = [manager.provisioner.process.pid]
                pids += [int(pid) for pid in Ran(client, CHILDREN).result().split()]
                client.execute("while (true) {}")
                while client.get_iopub_msg(timeout=LIMIT)["msg_type"] != "execute_input":
                    pass
                self.assertEqual(ask(client, "shutdown_request", {"restart": restart}, channel="control"),
                                 {"status": "ok", "restart": restart})
                self.assertTrue(gone_within(pids, 1.5))
                client.stop_channels()
                manager.cleanup_resources()

    def test_case_23_an_empty_key_means_no_signatures(self):
        manager, client = start(key=b"")
        self.assertEqual(Ran(client, "1+1").result(), "2")
        stop(manager, client)

    def test_case_24_questions_are_answered_before_the_compiler_is_there(self):
        """One that waits for the compiler never is as fast; one that does not may be held up by the machine."""
        def took():
            manager = Manager()
            manager.start_kernel()
            client = manager.blocking_client()
            client.start_channels()
            self.assertEqual(ask(client, "kernel_info_request")["status"], "ok")
            began = time.monotonic()
            self.assertEqual(ask(client, "is_complete_request", {"code": "if (true) {"})["status"], "incomplete")
            self.assertEqual(ask(client, "kernel_info_request")["status"], "ok")
            ended = time.monotonic()
            stop(manager, client)
            return ended - began

        self.assertTrue(any(took() < 0.1 for _ in range(5)))

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

    def test_history_is_kept_across_sessions(self):
        manager, client = start()
        Ran(client, "int ofAnEarlierSession = 1;")
        ask(client, "shutdown_request", {"restart": False}, channel="control")
        self.assertTrue(gone_within([manager.provisioner.process.pid], 2))
        client.stop_channels()
        manager.cleanup_resources()
        manager, client = start()
        Ran(client, "2 + 2")
        rows = ask(client, "history_request", {"hist_access_type": "tail", "n": 2, "output": True})["history"]
        self.assertEqual([row[2] for row in rows], [["int ofAnEarlierSession = 1;", None], ["2 + 2", "4"]])
        rows = ask(client, "history_request", {"hist_access_type": "range", "session": -1, "start": 1, "stop": None})
        self.assertEqual([row[1:] for row in rows["history"]], [[1, "int ofAnEarlierSession = 1;"]])
        rows = ask(client, "history_request", {"hist_access_type": "range", "session": 0, "start": 1, "stop": 2})
        self.assertEqual([row[1:] for row in rows["history"]], [[1, "2 + 2"]])
        stop(manager, client)


if __name__ == "__main__":
    unittest.main(verbosity=2)
