"""Ten thousand messages that no client should send: the kernel stays alive and answering, and runs nothing unsigned."""

import json
import os
import random
import unittest
import uuid

import zmq

from kernel_harness import KernelTest, gone_within, reply_to, resident_bytes

SEED = int(os.environ.get("JFORGE_FUZZ_SEED", "7"))
MESSAGES = 10_000
DELIMITER = b"<IDS|MSG>"
ODD = [None, True, 5, -1, 10**30, -(10**30), 1.5e308, "", "text", "😀\ud83d", [], [1, [2]], {}, {"a": {"b": 1}}]
BROKEN = [b"", b"{", b"null", b"[]", b"5", b'"text"', b"\xff\xfe\x00", b'{"a":' * 600 + b"1" + b"}" * 600, b"{}"]
NUMBERS = [-1, -(2**31), 2**31, 2**63, 10**30, 3, 0.5, 1e300]

#: Each request with contents that are right, to be spoiled.
REQUESTS = {
    "execute_request": {"code": "1", "silent": False, "store_history": True, "user_expressions": {"a": "2"},
                        "allow_stdin": False, "stop_on_error": False},
    "inspect_request": {"code": "String.va", "cursor_pos": 9, "detail_level": 0},
    "complete_request": {"code": "\"😀\".isB", "cursor_pos": 7},
    "is_complete_request": {"code": "if (true) {"},
    "history_request": {"hist_access_type": "tail", "n": 3, "session": 0, "start": 1, "stop": 2, "pattern": "*",
                        "unique": True, "output": True, "raw": True},
    "comm_info_request": {"target_name": "none"},
    "comm_open": {"comm_id": "c", "target_name": "none", "data": {}},
    "comm_msg": {"comm_id": "c", "data": {}},
    "comm_close": {"comm_id": "c", "data": {}},
    "kernel_info_request": {},
    "input_reply": {"value": "nobody asked", "status": "ok"},
    "interrupt_request": {},
    "delete_subshell_request": {"subshell_id": "none"},
    "list_subshell_request": {},
    "debug_request": {"type": "request", "command": "attach", "seq": 1, "arguments": {}},
}
SLOW = {"execute_request", "inspect_request", "complete_request"}


class FuzzTest(KernelTest):
    def setUp(self):
        self.random = random.Random(SEED)
        self.sign = self.client.session.sign
        self.sockets = []
        for channel in ("shell", "control", "stdin"):
            socket = zmq.Context.instance().socket(zmq.DEALER)
            socket.linger = 0
            socket.setsockopt(zmq.RCVHWM, 0)
            socket.connect(self.client._make_url(channel))
            self.sockets.append(socket)

    def tearDown(self):
        for socket in self.sockets:
            socket.close(0)

    def header(self, kind):
        return {"msg_id": uuid.UUID(int=self.random.getrandbits(128)).hex, "session": "fuzz", "username": "fuzz",
                "date": "2026-01-01T00:00:00Z", "msg_type": kind, "version": "5.5"}

    def frames(self, kind, content, header=None, signed=True):
        parts = [json.dumps(part).encode() for part in (header or self.header(kind), {}, {}, content)]
        return [DELIMITER, self.sign(parts) if signed else self.wrong(parts)] + parts

    def wrong(self, parts):
        right = self.sign(parts)
        return self.random.choice([b"", b"0" * 64, right[:-1], right + b"0", right.upper() + b" ", b"\xff\xfe", right[::-1]])

    def bytes(self, most):
        return self.random.randbytes(self.random.randrange(most))

    # the ways to be wrong

    def malformed(self):
        frames = self.frames("kernel_info_request", {})
        for _ in range(self.random.randrange(1, 4)):
            at = self.random.randrange(len(frames))
            self.random.choice([
                lambda: frames.insert(at, self.bytes(50)),
                lambda: frames.__setitem__(at, self.bytes(200)),
                lambda: frames.__setitem__(at, b""),
                lambda: len(frames) > 1 and frames.pop(at)])()
        return frames

    def malformed_but_signed(self):
        parts = [self.random.choice(BROKEN) for _ in range(4)]
        return [DELIMITER, self.sign(parts)] + parts

    def forged(self):
        return self.frames("execute_request", {"code": 'System.setProperty("forged", "yes");'}, signed=False)

    def tampered(self):
        frames = self.frames("execute_request", {"code": "1"})
        frames[-1] = frames[-1].replace(b'"1"', b'"System.setProperty(\\"forged\\", \\"yes\\")"')
        return frames

    def unknown(self):
        kind = self.random.choice(["execute_reply", "status", "stream", "", "no_such_request", "execute_request ", "😀",
                                   "input_request", "display_data", "shutdown_reply", "x" * 1000])
        return self.frames(kind, self.random.choice([{}, {"code": 'System.setProperty("forged", "yes")'}]))

    def huge(self):
        header = self.header("kernel_info_request")
        header[self.random.choice(["username", "session", "more"])] = "x" * self.random.choice([10**5, 10**6])
        return self.frames("kernel_info_request", {}, header=header)

    def wrong_types(self, kinds=None):
        kind = self.random.choice(kinds or [kind for kind in REQUESTS if kind not in SLOW])
        content, header = dict(REQUESTS[kind]), self.header(kind)
        for spoiled in [content, content, header]:
            if spoiled and self.random.random() < 0.6:
                spoiled[self.random.choice(list(spoiled))] = self.random.choice(ODD)
        if self.random.random() < 0.1:
            header["subshell_id"] = self.random.choice(ODD)
        return self.frames(kind, content, header=header)

    def wrong_types_of_what_takes_long(self):
        return self.wrong_types(list(SLOW))

    def places(self):
        kind = self.random.choice(["complete_request", "inspect_request", "history_request"])
        content = dict(REQUESTS[kind])
        for key in content:
            if key in ("cursor_pos", "n", "session", "start", "stop", "detail_level"):
                content[key] = self.random.choice(NUMBERS)
        content["hist_access_type"] = self.random.choice(["tail", "range", "search"])
        return self.frames(kind, content)

    def out_of_order(self):
        kind = self.random.choice(["input_reply", "comm_msg", "comm_close", "interrupt_request", "delete_subshell_request",
                                   "debug_request", "list_subshell_request"])
        return self.frames(kind, REQUESTS[kind])

    WAYS = {malformed: 20, malformed_but_signed: 12, forged: 16, tampered: 8, unknown: 12, huge: 1, wrong_types: 16,
            wrong_types_of_what_takes_long: 2, places: 2, out_of_order: 11}

    def read_all(self):
        """As a client would; else what waits for it would count as the kernel's memory."""
        for socket in self.sockets:
            while socket.poll(0):
                socket.recv_multipart()
        iopub = zmq.Socket.shadow(self.client.iopub_channel.socket.underlying)
        while iopub.poll(0):
            iopub.recv_multipart()

    def answers(self):
        for channel in ("shell", "control"):
            message = self.client.session.msg("kernel_info_request", {})
            getattr(self.client, f"{channel}_channel").send(message)
            reply = reply_to(self.client, message["header"]["msg_id"], channel=channel)
            self.assertEqual(reply["content"]["status"], "ok")

    def test_ten_thousand_messages(self):
        self.assertEqual(self.run_cell('System.getProperty("forged", "no")').result(), "no")
        ways, weights = list(self.WAYS), list(self.WAYS.values())
        before = None
        for i in range(MESSAGES):
            way = self.random.choices(ways, weights)[0]
            self.random.choices(self.sockets, [6, 2, 1])[0].send_multipart(way(self))
            if i % 200 == 199:
                self.answers()
                self.read_all()
            if i == MESSAGES // 2:
                before = resident_bytes(self.pid)
        self.answers()
        self.read_all()
        self.assertLess(resident_bytes(self.pid) - before, 150e6)
        self.assertEqual(self.run_cell('System.getProperty("forged", "no") + (40 + 2)').result(), "no42")
        self.assertEqual(self.control("list_subshell_request")["subshell_id"], [])

    def test_connections_that_speak_another_language(self):
        import socket
        for port in (self.client.shell_port, self.client.control_port, self.client.iopub_port, self.client.hb_port):
            for said in (b"GET / HTTP/1.1\r\nHost: here\r\n\r\n", b"\xff\0\0\0\0\0\0\0\1\x7f", self.bytes(5000), b""):
                with socket.create_connection(("127.0.0.1", port)) as connection:
                    connection.sendall(said)
        self.answers()
        self.assertEqual(self.run_cell("1+1").result(), "2")
        self.assertFalse(gone_within([self.pid], 0))


if __name__ == "__main__":
    unittest.main(verbosity=2)
