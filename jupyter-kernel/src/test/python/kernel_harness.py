"""Starts real kernel processes and drives them through Jupyter's own client.

Environment: JFORGE_TEST_MAIN holds what runs JForge as a JSON list; JFORGE_HOME is where the kernel keeps what lasts.
"""

import json
import os
import time
import unittest

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager

COMMAND = json.loads(os.environ["JFORGE_TEST_MAIN"]) + ["kernel", "{connection_file}"]
LIMIT = 30


def command(*jvm_options):
    return [COMMAND[0], *jvm_options, *COMMAND[1:]]


class Manager(KernelManager):
    kernel_name = "jforge"
    argv = COMMAND

    @property
    def kernel_spec(self):
        return KernelSpec(argv=self.argv, language="java", display_name="Java (JForge)", interrupt_mode="message")


def start(key=None, argv=None, **options):
    manager = Manager()
    if argv:
        manager.argv = argv
    if key is not None:
        manager.session.key = key
    manager.start_kernel(**options)
    client = manager.blocking_client()
    client.start_channels()
    client.wait_for_ready(timeout=LIMIT)
    return manager, client


def stop(manager, client):
    client.stop_channels()
    manager.shutdown_kernel(now=True)


class Ran:
    """What one request brought on IOPub, and its reply."""

    def __init__(self, client, code, on_message=None, timeout=LIMIT, **options):
        self.client = client
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
        results = self.of("execute_result")
        assert len(results) == 1, self.messages
        return results[0]["data"]["text/plain"]

    def error(self):
        return self.of("error")[0]["ename"]


def reply_to(client, request, timeout=LIMIT, channel="shell"):
    while True:
        reply = getattr(client, f"get_{channel}_msg")(timeout=timeout)
        if reply["parent_header"].get("msg_id") == request:
            return reply


def send(client, kind, content=None, channel="shell", buffers=None, **header):
    message = client.session.msg(kind, content or {})
    message["header"].update(header)
    message["buffers"] = buffers or []
    socket = getattr(client, f"{channel}_channel").socket
    client.session.send(socket, message, buffers=buffers)
    return message["header"]["msg_id"]


def ask(client, kind, content=None, channel="shell", timeout=LIMIT, **header):
    request = send(client, kind, content, channel, **header)
    return reply_to(client, request, timeout, channel)["content"]


def heard(client, wanted, timeout=LIMIT):
    """The next message on IOPub that is wanted."""
    end = time.monotonic() + timeout
    while time.monotonic() < end:
        message = client.get_iopub_msg(timeout=timeout)
        if wanted(message):
            return message
    raise AssertionError("it never came")


class KernelTest(unittest.TestCase):
    """One kernel for all tests of a class."""

    argv = None

    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = start(argv=cls.argv)
        cls.pid = cls.manager.provisioner.process.pid

    @classmethod
    def tearDownClass(cls):
        stop(cls.manager, cls.client)

    def run_cell(self, code, **options):
        return Ran(self.client, code, **options)

    def ask(self, kind, content=None, **options):
        return ask(self.client, kind, content, **options)

    def control(self, kind, content=None):
        return ask(self.client, kind, content, channel="control")

    def interrupt_after(self, code, wanted=lambda m: m["msg_type"] == "execute_input", seconds=0.0):
        """Interrupts once a wanted message came, and some time; returns what it ran to and how long the stop took."""
        sent = []

        def on_message(message):
            if not sent and wanted(message):
                time.sleep(seconds)
                self.assertEqual(self.control("interrupt_request")["status"], "ok")
                sent.append(time.monotonic())

        ran = self.run_cell(code, on_message=on_message)
        return ran, ran.arrived[-1] - sent[0]


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


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) * 1024
