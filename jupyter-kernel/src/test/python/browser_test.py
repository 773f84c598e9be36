"""Runs notebooks in the classic Notebook as a person does: in a browser.

Environment: JFORGE_TEST_MAIN holds what runs the command line, as a JSON list; JFORGE_TEST_PICTURES names the folder
that keeps the screenshots.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

MAIN = json.loads(os.environ["JFORGE_TEST_MAIN"])
PICTURES = pathlib.Path(os.environ["JFORGE_TEST_PICTURES"])
QUICKSTART = pathlib.Path("../notebooks/01-quickstart.ipynb").resolve()

# Without the second line it would look for its maker's hosts.
CHROMIUM = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1300,7000",
            "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--disable-sync"]

CONTENT = [
    'html("<h3>A heading</h3><p>of <b>HTML</b> &amp; <i>more</i></p>")',
    'markdown("* one\\n* **two** and `code`\\n\\n| a | b |\\n|--:|---|\\n| 1 | x |")',
    'latex("\\\\int_0^1 x^2\\\\,dx = \\\\frac{1}{3}")',
    'svg("<svg width=\'120\' height=\'60\'><circle cx=\'30\' cy=\'30\' r=\'24\' fill=\'#0c8599\'/></svg>")',
    'json(Map.of("name", "JForge", "sizes", List.of(1, 2, 3)))',
    """var xs = IntStream.range(0, 60).mapToDouble(i -> i / 10.0).toArray();
var chart = new XYChartBuilder().width(560).height(320).title("Two waves").xAxisTitle("x").yAxisTitle("y").build();
chart.addSeries("sin", xs, DoubleStream.of(xs).map(Math::sin).toArray());
chart.addSeries("cos", xs, DoubleStream.of(xs).map(Math::cos).toArray());
chart""",
    "svg(chart)",
    """record City(String name, String country, int people, double area, Optional<String> river) {}
var cities = List.of(
    new City("Zürich", "Switzerland", 443_037, 87.88, Optional.of("Limmat")),
    new City("Tōkyō", "Japan", 14_094_034, 2194.07, Optional.of("Sumida")),
    new City("Bern", "Switzerland", 134_794, 51.62, Optional.empty()));
table(cities)""",
    """Table.create("measurements",
    IntColumn.create("n", IntStream.range(0, 500).toArray()),
    DoubleColumn.create("root", IntStream.range(0, 500).mapToDouble(Math::sqrt).toArray()),
    StringColumn.create("word", IntStream.range(0, 500).mapToObj(i -> "word " + i).toArray(String[]::new)))""",
    "cities",
    'record Money(String in, long cents) {}\nrender(Money.class, m -> html("<b>%s %,.2f</b>".formatted(m.in(), m.cents() / 100.0)));\n'
    'new Money("CHF", 123456)',
    'javascript("element.append(\'<p id=from-script>written by a script</p>\')")',
    "image(chart, 280)",
    'display("first", List.of(2)); var shown = display("third"); shown.update("changed"); clear(true); println("kept")',
]

# The colours of JupyterLab's dark theme, which the classic Notebook does not have.
DARK = """<style>body, #site, #notebook-container, div.input_area, .rendered_html code {background: #111 !important}
div.input_area, #notebook-container {border-color: #444 !important}
body, .rendered_html, .rendered_html *, .output_area, .output_area pre, .CodeMirror {color: #dedede}
.rendered_html tbody tr {background: #111 !important}
.rendered_html tbody tr:nth-child(even) {background: #212121 !important}</style>"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory(prefix="jforge browser ")
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.environment = {"PATH": os.environ["PATH"], "HOME": str(cls.folder), "LC_ALL": "C.UTF-8",
                           "JFORGE_HOME": str(cls.folder / "store")}
        subprocess.run([*MAIN, "kernelspec", "install"], env=cls.environment, check=True, stdout=subprocess.DEVNULL)
        PICTURES.mkdir(parents=True, exist_ok=True)
        cls.notebooks = cls.folder / "notebooks"
        cls.notebooks.mkdir()
        cls.start_server()
        cls.start_browser()

    @classmethod
    def start_server(cls):
        port = free_port()
        cls.address = f"http://127.0.0.1:{port}"
        log = open(PICTURES / "notebook.log", "w")
        cls.addClassCleanup(log.close)
        server = subprocess.Popen(
            [sys.executable, "-m", "notebook", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
             "--port-retries=0", "--NotebookApp.token=", "--NotebookApp.password=", f"--notebook-dir={cls.notebooks}"],
            env=cls.environment, stdout=log, stderr=log)
        cls.addClassCleanup(server.wait)
        cls.addClassCleanup(server.terminate)

    @classmethod
    def start_browser(cls):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for each in [*CHROMIUM, f"--user-data-dir={cls.folder / 'chromium'}"]:
            options.add_argument(each)
        cls.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        cls.addClassCleanup(cls.browser.quit)

    def ask(self, script, *arguments):
        return self.browser.execute_script(f"return {script}", *arguments)

    def until(self, what, seconds=60):
        return WebDriverWait(self.browser, seconds, poll_frequency=0.2, ignored_exceptions=(Exception,)).until(
            lambda _: what())

    def open(self, name):
        self.until(lambda: urllib.request.urlopen(self.address + "/api").status == 200)
        self.browser.get(f"{self.address}/notebooks/{name}")
        self.until(lambda: self.ask("Jupyter.notebook.kernel.is_connected() && Jupyter.notebook.kernel.info_reply.status === 'ok'"))

    def cells(self):
        return self.ask("""Jupyter.notebook.get_cells().filter(c => c.cell_type === 'code').map(c => ({
            prompt: c.input_prompt_number, text: c.output_area.element.text(), html: c.output_area.element.html()}))""")

    def run_all(self, seconds, meanwhile=lambda: None):
        self.ask("Jupyter.notebook.clear_all_output()")
        self.ask("Jupyter.notebook.execute_all_cells()")

        def done():
            meanwhile()
            return all(isinstance(cell["prompt"], int) for cell in self.cells())

        self.until(done, seconds)
        return self.cells()

    def picture(self, name):
        height = self.ask("Math.ceil($('#notebook-container').outerHeight()) + 220")
        self.browser.set_window_size(1300, height)
        self.browser.save_screenshot(str(PICTURES / f"{name}.png"))
        self.browser.set_window_size(1300, 7000)

    def whole_pictures(self, selector):
        return self.ask("""$(arguments[0]).toArray().map(i => i.complete && i.naturalWidth > 0 && i.offsetHeight > 50)""",
                        selector)

    def test_the_quickstart_runs_and_its_live_display_changes(self):
        shutil.copy(QUICKSTART, self.notebooks / "quickstart.ipynb")
        self.open("quickstart.ipynb")
        optimize = [i for i, source in enumerate(self.ask(
            "Jupyter.notebook.get_cells().filter(c => c.cell_type === 'code').map(c => c.get_text())"))
            if source.startswith("%forge optimize")][0]
        seen = []

        def watch():
            cell = self.cells()[optimize]
            if cell["prompt"] == "*" and cell["text"].strip() and cell["text"] not in seen:
                seen.append(cell["text"])
                if len(seen) == 8:
                    self.picture("quickstart-live")

        cells = self.run_all(420, watch)
        self.picture("quickstart")
        self.assertGreaterEqual(len(seen), 2, seen)
        self.assertNotIn("output_error", "".join(cell["html"] for cell in cells))
        self.assertIn("jf-table", cells[optimize]["html"])
        charts = self.whole_pictures("div.output_png img, div.output_html img, div.output_svg svg")
        self.assertGreaterEqual(len(charts), 1)
        self.assertTrue(all(charts), charts)

    def test_every_kind_of_content(self):
        cells = [{"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
                 for source in CONTENT]
        notebook = {"nbformat": 4, "nbformat_minor": 4, "cells": cells, "metadata": {
            "kernelspec": {"name": "jforge", "display_name": "Java (JForge)", "language": "java"}}}
        (self.notebooks / "content.ipynb").write_text(json.dumps(notebook))
        self.open("content.ipynb")
        ran = self.run_all(120)
        self.until(lambda: self.ask("$('.MathJax, .MathJax_SVG, .MathJax_Display, .mjx-chtml').length > 0"), 20)
        self.picture("content")
        self.ask("$('head').append(arguments[0])", DARK)
        self.picture("content-dark")
        self.assertEqual([c["prompt"] for c in ran], list(range(1, len(CONTENT) + 1)))
        self.assertNotIn("output_error", "".join(c["html"] for c in ran))
        html, markdown, _, svg, data, chart, drawn, table, long_table, text, own, script, small, kept = ran
        self.assertIn("<h3", html["html"])
        self.assertIn("<strong>two</strong>", markdown["html"])
        self.assertIn("<circle", svg["html"])
        self.assertIn("JForge", data["text"])
        self.assertIn("data:image/png", chart["html"])
        self.assertIn("<path", drawn["html"])
        self.assertIn("Limmat", table["text"])
        self.assertIn("30 of 500 rows, 3 columns", long_table["text"])
        self.assertIn("City[name=Bern", text["text"])
        self.assertIn("<b>CHF 1,234.56</b>", own["html"])
        self.assertIn("written by a script", script["text"])
        self.assertIn('width="280"', small["html"])
        self.assertEqual(kept["text"].strip(), "kept")
        self.assertTrue(all(self.whole_pictures("div.output_png img")))


if __name__ == "__main__":
    unittest.main(verbosity=2)
