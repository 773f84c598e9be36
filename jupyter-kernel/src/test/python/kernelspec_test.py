"""Installs kernelspecs with the command line and starts kernels by them as Jupyter's own client does.

Environment: JFORGE_TEST_MAIN holds what runs the command line, as a JSON list.
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

MAIN = json.loads(os.environ["JFORGE_TEST_MAIN"])
LOCALE = pathlib.Path("../install/lib/locale.sh").resolve()

# What install/jforge does, but from the classes of this test.
LAUNCHER = """#!/usr/bin/env bash
source '{locale}'
utf8_locale
export JFORGE_LAUNCHER={self}
exec {main} "$@"
"""

# A client of its own, since jupyter_client reads HOME and its like when it is imported.
CLIENT = """
import sys
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import start_new_kernel

name = sys.argv[1]
spec = KernelSpecManager().get_kernel_spec(name)
manager, client = start_new_kernel(kernel_name=name, startup_timeout=40)
try:
    answers = []
    for code in sys.argv[2:]:
        reply = client.execute_interactive(
            code, timeout=40, output_hook=lambda message: answers.append(message["content"]))
    results = [a["data"]["text/plain"] for a in answers if "execution_count" in a and "data" in a]
    print("|".join([spec.display_name, spec.interrupt_mode] + results))
finally:
    client.stop_channels()
    manager.shutdown_kernel(now=True)
"""


class Installed(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.launcher = self.folder / "my tools" / "jforge"
        self.launcher.parent.mkdir()
        self.launcher.write_text(LAUNCHER.format(locale=LOCALE, self=shlex.quote(str(self.launcher)),
                                                 main=shlex.join(MAIN)))
        self.launcher.chmod(0o755)

    def environment(self, **more):
        kept = {k: os.environ[k] for k in ("PATH", "LANG", "LC_ALL", "TMPDIR") if k in os.environ}
        return {**kept, "HOME": str(self.folder), "JFORGE_HOME": str(self.folder / "store"), **more}

    def jforge(self, *words, **environment):
        return subprocess.run([str(self.launcher), *words], env=self.environment(**environment), capture_output=True,
                              encoding="utf-8", timeout=60)

    def start(self, name, *cells, **environment):
        ran = subprocess.run([sys.executable, "-c", CLIENT, name, *cells], env=self.environment(**environment),
                             capture_output=True, encoding="utf-8", timeout=120)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        return ran.stdout.strip().splitlines()[-1]

    def test_the_users_own(self):
        self.assertEqual(self.jforge("kernelspec", "install").returncode, 0)
        self.assertEqual(self.start("jforge", "1+1"), "Java (JForge)|message|2")
        listed = json.loads(self.jforge("kernelspec", "list", "--json").stdout)["kernelspecs"]
        self.assertEqual([(k["place"], k["works"], k["command"][0]) for k in listed if k["place"] == "user"],
                         [("user", True, str(self.launcher))])

    def test_case_25_a_prefix_with_spaces_and_letters_of_any_language(self):
        prefix = self.folder / "Zoë Müller" / "私の 環境"
        installed = self.jforge("kernelspec", "install", "--sys-prefix", "--name", "java-a",
                                "--display-name", "Java für Zoë", "--env", "GREETING=grüß dich, x=1",
                                VIRTUAL_ENV=str(prefix), LC_ALL="C.UTF-8")
        self.assertEqual(installed.returncode, 0, installed.stderr)
        told = self.start("java-a", 'System.getenv("GREETING")', JUPYTER_PATH=str(prefix / "share/jupyter"),
                          LC_ALL="C.UTF-8")
        self.assertEqual(told, "Java für Zoë|message|grüß dich, x=1")

    def test_case_25_a_home_of_a_user_with_another_alphabet(self):
        home = self.folder / "Ελένη"
        home.mkdir()
        for locale in ("C.UTF-8", "C"):
            with self.subTest(locale):
                around = {"HOME": str(home), "JFORGE_HOME": "", "LC_ALL": locale}
                installed = self.jforge("kernelspec", "install", **around)
                self.assertEqual(installed.returncode, 0, installed.stderr)
                self.assertTrue((home / ".local/share/jupyter/kernels/jforge/kernel.json").exists(), installed.stdout)
                self.assertEqual(self.start("jforge", '"é😀你"', **around), "Java (JForge)|message|é😀你")

    def test_case_17_preview_features_reach_the_compiler_and_the_machine(self):
        installed = subprocess.run([*MAIN, "kernelspec", "install", "--enable-preview"], env=self.environment(),
                                   capture_output=True, encoding="utf-8", timeout=60)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        told = self.start("jforge", "int wide = 300;", "wide instanceof byte", "((Object) 7) instanceof int i ? i : 0")
        self.assertEqual(told, "Java (JForge, preview)|message|false|7")

    def test_case_25_a_home_that_cannot_be_written(self):
        refused = self.jforge("kernelspec", "install", HOME="/proc/jforge", JFORGE_HOME="")
        self.assertEqual(refused.returncode, 1)
        self.assertEqual(refused.stdout, "")
        self.assertRegex(refused.stderr, r"^jforge: cannot write [^\n]*(--prefix|JUPYTER_DATA_DIR)[^\n]*\n$")

    def test_case_25_a_kernel_runs_without_a_home_to_write_to(self):
        self.assertEqual(self.jforge("kernelspec", "install", "--prefix", str(self.folder)).returncode, 0)
        around = {"HOME": "/proc/jforge", "JFORGE_HOME": "", "JUPYTER_PATH": str(self.folder / "share/jupyter"),
                  "JUPYTER_RUNTIME_DIR": str(self.folder / "runtime")}
        self.assertEqual(self.start("jforge", "1+1", **around), "Java (JForge)|message|2")


if __name__ == "__main__":
    unittest.main(verbosity=2)
