"""Every message that a kernel answers; the numbers are those of the cases in JUPYTER.md."""

import time
import unittest

import zmq

from kernel_harness import LIMIT, KernelTest, Ran, ask, heard, reply_to, send


class MessagesTest(KernelTest):
    def test_kernel_info(self):
        info = self.ask("kernel_info_request")
        self.assertEqual((info["status"], info["protocol_version"], info["implementation"]), ("ok", "5.5", "jforge"))
        self.assertEqual(info["supported_features"], ["kernel subshells"])
        self.assertEqual((info["language_info"]["name"], info["language_info"]["file_extension"]), ("java", ".java"))
        self.assertTrue(all(link["url"].startswith("https://") and link["text"] for link in info["help_links"]))
        self.assertEqual(self.control("kernel_info_request"), info)

    def test_every_request_is_between_busy_and_idle(self):
        for kind, content, channel in [
                ("kernel_info_request", {}, "shell"), ("kernel_info_request", {}, "control"),
                ("complete_request", {"code": "in", "cursor_pos": 2}, "shell"), ("comm_info_request", {}, "shell"),
                ("history_request", {"hist_access_type": "tail", "n": 1}, "shell"),
                ("is_complete_request", {"code": "1"}, "shell"), ("no_such_request", {}, "shell"),
                ("list_subshell_request", {}, "control"), ("no_such_request", {}, "control")]:
            with self.subTest(kind, channel=channel):
                request = send(self.client, kind, content, channel)
                mine = lambda m: m["parent_header"].get("msg_id") == request  # noqa: E731
                self.assertEqual(heard(self.client, mine)["content"], {"execution_state": "busy"})
                self.assertEqual(heard(self.client, mine)["content"], {"execution_state": "idle"})

    def test_silent_cells_leave_no_trace(self):
        count = self.run_cell("1").reply["execution_count"]
        ran = self.run_cell("2", silent=True)
        self.assertEqual(ran.kinds(), ["status", "status"])
        unstored = self.run_cell("22", store_history=False)
        self.assertEqual(unstored.result(), "22")
        self.assertEqual(self.run_cell("3").reply["execution_count"], count + 1)
        rows = self.ask("history_request", {"hist_access_type": "tail", "n": 2})["history"]
        self.assertEqual([row[2] for row in rows], ["1", "3"])

    def test_user_expressions(self):
        ran = self.run_cell("int six = 6;", user_expressions={"é": "six * 7", "bad": "nowhere", "nothing": "int i = 1;"})
        values = ran.reply["user_expressions"]
        self.assertEqual(values["é"], {"status": "ok", "data": {"text/plain": "42"}, "metadata": {}})
        self.assertEqual((values["bad"]["status"], values["bad"]["ename"]), ("error", "CompileError"))
        self.assertTrue(values["bad"]["traceback"])
        self.assertEqual(values["nothing"]["status"], "ok")
        self.assertEqual(self.run_cell("throw new Error();", user_expressions={"a": "six"}).reply["status"], "error")

    def test_history(self):
        for code in ["long findMe = 1;", "findMe + 1", "long findMe = 1;"]:
            self.run_cell(code)

        def found(**asked):
            return [row[2] for row in self.ask("history_request", {"raw": True, "output": False, **asked})["history"]]

        self.assertEqual(found(hist_access_type="tail", n=2), ["findMe + 1", "long findMe = 1;"])
        self.assertEqual(found(hist_access_type="search", pattern="*findMe*", n=10),
                         ["long findMe = 1;", "findMe + 1", "long findMe = 1;"])
        self.assertEqual(found(hist_access_type="search", pattern="*findMe*", unique=True),
                         ["findMe + 1", "long findMe = 1;"])
        self.assertEqual(found(hist_access_type="search", pattern="* + ?", n=1, output=True), [["findMe + 1", "2"]])
        self.assertEqual(found(hist_access_type="nonsense"), [])

    def test_is_complete(self):
        for code, status in {
            "1 + 1": "complete", "if (true) {": "incomplete", "int x = ;": "invalid", '"abc': "invalid", ")": "invalid",
            "%lsmagic": "complete", "%%magic\n)": "complete"}.items():
            self.assertEqual(self.ask("is_complete_request", {"code": code})["status"], status, code)
        self.assertEqual(self.ask("is_complete_request", {"code": "class A {\n    void f() {"})["indent"], "        ")

    def complete(self, code, cursor=None):
        found = self.ask("complete_request", {"code": code, "cursor_pos": len(code) if cursor is None else cursor})
        return found["matches"], found["cursor_start"], found["cursor_end"]

    def test_case_22_completion_behind_an_emoji(self):
        self.assertEqual(self.complete('"😀".isBl'), (["isBlank()"], 4, 8))
        self.assertEqual(self.complete('"😀".isBl + "你"', 8), (["isBlank()"], 4, 8))
        self.assertEqual(self.complete("int i = 1; // 😀\n%lsm"), (["lsmagic"], 17, 20))

    def test_inspect(self):
        for code, cursor in [("String", 6), ('"😀".isBlank()', 7)]:
            reply = self.ask("inspect_request", {"code": code, "cursor_pos": cursor, "detail_level": 0})
            self.assertEqual((reply["status"], reply["found"]), ("ok", True))
            self.assertIn(code[-9:].strip('".()'), reply["data"]["text/plain"])
        reply = self.ask("inspect_request", {"code": "nowhere", "cursor_pos": 3, "detail_level": 1})
        self.assertEqual(reply, {"status": "ok", "found": False, "data": {}, "metadata": {}})

    def test_a_failure_aborts_what_is_queued(self):
        first = self.client.execute("Thread.sleep(200); throw new RuntimeException();")
        second = self.client.execute("int mustNotExist = 1;")
        self.assertEqual(reply_to(self.client, first)["content"]["status"], "error")
        self.assertEqual(reply_to(self.client, second)["content"]["status"], "aborted")
        self.assertEqual(self.run_cell("mustNotExist").reply["status"], "error")

    def test_magics(self):
        listed = self.run_cell("int before = 1;\n%lsmagic\nbefore + 1").of("display_data")[0]["data"]
        self.assertIn("%lsmagic", listed["text/plain"])
        self.assertIn("<table", listed["text/html"])
        self.assertIn("did you mean %lsmagic", self.run_cell("%lsmagc").of("error")[0]["evalue"])
        self.assertEqual(self.run_cell("10\n%7").result(), "3")

    def test_a_page_is_no_output(self):
        ran = self.run_cell("%page List.of(1, 2)")
        self.assertEqual(ran.kinds(), ["status", "execute_input", "status"])
        page = ran.reply["payload"][0]
        self.assertEqual((page["source"], page["data"]["text/plain"]), ("page", "[1, 2]"))

    def test_case_23_a_wrong_signature_is_ignored(self):
        right = self.client.session.key
        self.client.session.key = b"wrong"
        self.client.execute("int forged = 1;")
        self.client.session.key = right
        self.assertEqual(self.run_cell("forged").reply["status"], "error")

    def test_heartbeat_and_control_answer_while_a_cell_computes(self):
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

    def test_a_debugger_is_refused_politely(self):
        reply = self.control("debug_request", {"type": "request", "seq": 7, "command": "debugInfo", "arguments": {}})
        self.assertEqual((reply["type"], reply["success"], reply["command"], reply["request_seq"]),
                         ("response", False, "debugInfo", 7))
        self.assertIn("no debugger", reply["message"])

    def test_who_begins_to_listen_is_welcomed(self):
        for topic in (b"", b"stream"):
            listener = zmq.Context.instance().socket(zmq.SUB)
            listener.connect(self.client._make_url("iopub"))
            listener.setsockopt(zmq.SUBSCRIBE, topic)
            self.assertTrue(listener.poll(5000))
            frames = listener.recv_multipart()
            self.assertEqual(frames[0], topic)
            message = self.client.session.deserialize(frames[2:])
            listener.close(0)
            self.assertEqual((message["msg_type"], message["content"], message["parent_header"]),
                             ("iopub_welcome", {"subscription": topic.decode()}, {}))

    def answered(self, code, line, **options):
        asked = []

        def on_message(message):
            if message["msg_type"] == "execute_input":
                asked.append(self.client.get_stdin_msg(timeout=LIMIT))
                self.client.input(line)

        ran = Ran(self.client, code, on_message=on_message, allow_stdin=True, **options)
        return ran, asked[0]["content"]

    def test_a_cell_asks_for_lines(self):
        ran, asked = self.answered('input("Name: ")', "é😀你")
        self.assertEqual((ran.result(), asked), ("é😀你", {"prompt": "Name: ", "password": False}))
        ran, asked = self.answered('password("Key: ").length()', "secret")
        self.assertEqual((ran.result(), asked), ("6", {"prompt": "Key: ", "password": True}))
        ran, asked = self.answered('print("How many? "); new Scanner(System.in).nextInt() * 2', "21")
        self.assertEqual((ran.result(), asked["prompt"]), ("42", ""))
        self.assertIn("nobody can be asked", self.run_cell('input("Name: ")', allow_stdin=False).of("error")[0]["evalue"])
        self.assertEqual(self.run_cell("System.in.read()", allow_stdin=False).result(), "-1")


class CommTest(KernelTest):
    def comm(self, kind, content, buffers=None):
        request = send(self.client, kind, content, buffers=buffers)
        messages = []
        while True:
            message = self.client.get_iopub_msg(timeout=LIMIT)
            if message["parent_header"].get("msg_id") != request:
                continue
            if message["content"].get("execution_state") == "idle":
                return messages
            if message["msg_type"] != "status":
                messages.append(message)

    def open_comms(self, **asked):
        return self.ask("comm_info_request", asked)["comms"]

    def test_a_client_opens_a_comm(self):
        self.run_cell('Comm.onOpen("echo", (comm, opening) -> {\n'
                      '  println("opened with " + opening.data());\n'
                      '  comm.onMessage(m -> comm.send(m.data(), m.buffers().toArray(byte[][]::new)));\n'
                      '  comm.onClose(m -> println("closed with " + m.data().get("why")));\n});')
        opened = self.comm("comm_open", {"comm_id": "one", "target_name": "echo", "data": {"n": 1}})
        self.assertEqual([m["content"]["text"] for m in opened], ["opened with {n=1}\n"])
        self.assertEqual(self.open_comms(), {"one": {"target_name": "echo"}})
        self.assertEqual(self.open_comms(target_name="other"), {})
        data = {"text": "é😀", "list": [1, 2.5, None, True], "map": {"a": {}}}
        echoed = self.comm("comm_msg", {"comm_id": "one", "data": data}, [b"\x00\xff", b"more"])
        self.assertEqual([m["msg_type"] for m in echoed], ["comm_msg"])
        self.assertEqual(echoed[0]["content"], {"comm_id": "one", "data": data})
        self.assertEqual([bytes(b) for b in echoed[0]["buffers"]], [b"\x00\xff", b"more"])
        closed = self.comm("comm_close", {"comm_id": "one", "data": {"why": "bored"}})
        self.assertEqual([m["content"]["text"] for m in closed], ["closed with bored\n"])
        self.assertEqual(self.open_comms(), {})

    def test_a_cell_opens_a_comm(self):
        ran = self.run_cell('var comm = Comm.open("view", Map.of("value", 3), new byte[] {7});\n'
                            'comm.onMessage(m -> println(m.data().get("clicked")));\ncomm.send(Map.of("value", 4));')
        opening, message = ran.of("comm_open")[0], ran.of("comm_msg")[0]
        self.assertEqual((opening["target_name"], opening["data"], message["data"]), ("view", {"value": 3}, {"value": 4}))
        self.assertEqual([bytes(b) for m in ran.messages if m["msg_type"] == "comm_open" for b in m["buffers"]], [b"\7"])
        answered = self.comm("comm_msg", {"comm_id": opening["comm_id"], "data": {"clicked": True}})
        self.assertEqual([m["content"]["text"] for m in answered], ["true\n"])
        self.assertEqual(len(self.run_cell("comm.close(); comm.close();").of("comm_close")), 1)
        self.assertIn("closed", self.run_cell("comm.send(Map.of());").of("error")[0]["evalue"])
        self.assertEqual(self.open_comms(), {})

    def test_a_target_that_nobody_knows_is_closed_again(self):
        closed = self.comm("comm_open", {"comm_id": "lost", "target_name": "nobody", "data": {}})
        self.assertEqual([(m["msg_type"], m["content"]["comm_id"]) for m in closed], [("comm_close", "lost")])
        self.assertEqual(self.comm("comm_msg", {"comm_id": "lost", "data": {}}), [])

    def test_a_handler_that_fails_says_so(self):
        self.run_cell('Comm.onOpen("failing", (comm, opening) -> { throw new IllegalStateException("on purpose"); });')
        said = self.comm("comm_open", {"comm_id": "x", "target_name": "failing", "data": {}})
        self.assertIn("on purpose", said[0]["content"]["text"])
        self.assertEqual(self.run_cell("1+1").result(), "2")


class SubshellTest(KernelTest):
    def create(self):
        return self.control("create_subshell_request")["subshell_id"]

    def execute(self, code, subshell, **content):
        return ask(self.client, "execute_request", {"code": code, "silent": False, **content}, subshell_id=subshell)

    def while_the_main_shell_is_busy(self, work):
        done = []

        def on_message(message):
            if message["msg_type"] == "stream" and not done:
                done.append(True)
                work()
                self.control("interrupt_request")

        ran = self.run_cell('println("busy"); Thread.sleep(60_000);', on_message=on_message)
        self.assertEqual((ran.error(), done), ("Interrupted", [True]))

    def test_subshells_come_and_go(self):
        one, two = self.create(), self.create()
        self.assertEqual(set(self.control("list_subshell_request")["subshell_id"]), {one, two})
        self.assertEqual(self.control("delete_subshell_request", {"subshell_id": one}), {"status": "ok"})
        self.assertEqual(self.control("list_subshell_request"), {"status": "ok", "subshell_id": [two]})
        self.assertEqual(self.control("delete_subshell_request", {"subshell_id": one})["status"], "error")
        self.assertIn(one, self.execute("1", one)["evalue"])
        self.control("delete_subshell_request", {"subshell_id": two})

    def test_a_subshell_answers_while_the_main_shell_is_busy(self):
        subshell = self.create()
        self.run_cell("int ofTheMainShell = 1;")

        def work():
            began = time.monotonic()
            self.assertEqual(self.execute("%lsmagic", subshell)["status"], "ok")
            self.assertEqual(self.execute("%forge runs", subshell)["status"], "ok")
            found = ask(self.client, "complete_request", {"code": "ofTheM", "cursor_pos": 6}, subshell_id=subshell)
            self.assertEqual(found["matches"], ["ofTheMainShell"])
            found = ask(self.client, "inspect_request", {"code": "String", "cursor_pos": 6}, subshell_id=subshell)
            self.assertTrue(found["found"])
            self.assertLess(time.monotonic() - began, 20)

        self.while_the_main_shell_is_busy(work)
        self.control("delete_subshell_request", {"subshell_id": subshell})

    def test_java_of_a_subshell_waits_for_java_of_the_main_shell(self):
        subshell = self.create()
        first = self.client.execute('println("busy"); Thread.sleep(500); int late = 5;')
        heard(self.client, lambda m: m["msg_type"] == "stream")
        second = send(self.client, "execute_request", {"code": "late + 1", "silent": False}, subshell_id=subshell)
        self.assertEqual(reply_to(self.client, first)["content"]["status"], "ok")
        result = heard(self.client, lambda m: m["msg_type"] == "execute_result")
        self.assertEqual((result["parent_header"]["msg_id"], result["content"]["data"]["text/plain"]), (second, "6"))
        self.assertEqual(result["parent_header"]["subshell_id"], subshell)
        self.control("delete_subshell_request", {"subshell_id": subshell})


if __name__ == "__main__":
    unittest.main(verbosity=2)
