"""jupyter_kernel_test with every optional part switched on."""

import json
import os
import tempfile
import unittest

from kernel_harness import COMMAND

FOLDER = tempfile.TemporaryDirectory()
SPEC = os.path.join(FOLDER.name, "kernels", "jforge-under-test")
os.makedirs(SPEC)
with open(os.path.join(SPEC, "kernel.json"), "w") as spec:
    json.dump({"argv": COMMAND, "language": "java", "display_name": "Java (JForge)", "interrupt_mode": "message"}, spec)
os.environ["JUPYTER_PATH"] = FOLDER.name

import jupyter_kernel_test as jkt  # noqa: E402


class ConformanceTest(jkt.KernelTests):
    kernel_name = "jforge-under-test"
    language_name = "java"
    file_extension = ".java"
    code_hello_world = 'System.out.println("hello, world");'
    code_stderr = 'System.err.println("test");'
    completion_samples = [
        {"text": '"".isBl', "matches": {"isBlank()"}},
        {"text": "%lsm", "matches": {"lsmagic"}},
        {"text": "%nothingLikeThis", "matches": set()},
    ]
    complete_code_samples = ["1 + 1", "int x = 1;", "for (int i = 0; i < 3; i++) println(i);", "%lsmagic", "", "// only"]
    incomplete_code_samples = ["if (true) {", "class A {", "/* open", '"""\n text', "List.of(1,"]
    invalid_code_samples = ["int x = ;", '"abc', ")"]
    code_page_something = "%page List.of(1, 2, 3)"
    code_generate_error = 'throw new IllegalStateException("wanted");'
    code_execute_result = [
        {"code": "1 + 2 + 3", "result": "6"},
        {"code": '"a".repeat(3)', "result": "aaa"},
        {"code": "List.of(1, 2).getLast()", "result": "2"},
    ]
    code_display_data = [
        {"code": "display(42);", "mime": "text/plain"},
        {"code": "display(tech.tablesaw.api.Table.create());", "mime": "text/html"},
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "1 +*"
    code_inspect_sample = "String"
    code_clear_output = "clear();"

    def test_no_part_is_switched_off(self):
        off = [name for name, value in vars(jkt.KernelTests).items()
               if not name.startswith("_") and not callable(value) and not isinstance(value, classmethod)
               and not getattr(self, name)]
        self.assertEqual(off, [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
