"""Drives `jupyter console` through a terminal as a person does.

Environment: JFORGE_TEST_MAIN holds what runs the command line, as a JSON list.
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

import pexpect

MAIN = json.loads(os.environ["JFORGE_TEST_MAIN"])


class Console(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        environment = {"PATH": os.environ["PATH"], "HOME": scratch.name, "JFORGE_HOME": scratch.name + "/store",
                       "LC_ALL": "C.UTF-8", "TERM": "xterm"}
        subprocess.run([*MAIN, "kernelspec", "install"], env=environment, check=True, stdout=subprocess.DEVNULL)
        self.console = pexpect.spawn(
            sys.executable, ["-m", "jupyter_console", "--kernel", "jforge", "--simple-prompt"],
            env=environment, encoding="utf-8", timeout=60)
        self.addCleanup(self.console.close, True)
        self.console.expect(r"In \[1\]:")

    def test_values_output_errors_and_an_interrupt(self):
        self.console.sendline("1+1")
        self.console.expect(r"Out\[1\]: ?2\r?\n")
        self.console.expect(r"In \[2\]:")
        self.console.sendline('println("é" + "😀")')
        self.console.expect("é😀\r?\n")
        self.console.expect(r"In \[3\]:")
        self.console.sendline("int broken = true;")
        self.console.expect("incompatible types")
        self.console.expect(r"In \[\d\]:")
        self.console.sendline('println("run" + "ning"); while (true) {}')
        self.console.expect("running\r?\n")
        self.console.sendintr()
        self.console.expect("(?i)interrupted")
        self.console.sendline("40 + 2")
        self.console.expect(r"Out\[\d\]: ?42\r?\n")


if __name__ == "__main__":
    unittest.main(verbosity=2)
