"""What JForge asks for: a device, inputs, an expression made ready, samples of its time."""

import gc
import linecache
import math
import pathlib
import time

import torch

from jforge_torch.clocks import CpuClock, CudaClock
from jforge_torch.files import load, save

# A CUDA graph would copy its inputs inside the timed window, and what it saves, the launches, is hidden there anyway.
COMPILE_MODES = {"compile": None, "compile-max": "max-autotune-no-cudagraphs"}


class Unavailable(Exception):
    """This PyTorch cannot do it; the message says why."""


class Bridge:
    def __init__(self):
        self.device = None
        self.clock = None
        self.sets = {}
        self.calls = {}
        torch.set_grad_enabled(False)

    def hello(self, device, threads):
        """Takes a device (`cpu`, `cuda:0`) and tells what measures there."""
        facts = {"pytorch": torch.__version__}
        if device == "cpu":
            torch.set_num_threads(threads)
            facts["pytorch threads"] = str(torch.get_num_threads())
        else:
            facts.update(self._cuda(device))
        self.device = torch.device(device)
        self.clock = CpuClock() if device == "cpu" else CudaClock(self.device)
        return {"facts": facts}

    def _cuda(self, device):
        if torch.version.cuda is None:
            raise Unavailable(f"PyTorch {torch.__version__} is built without CUDA")
        if not torch.cuda.is_available():
            raise Unavailable(f"PyTorch {torch.__version__} (CUDA {torch.version.cuda}) finds no GPU it can use")
        torch.cuda.set_device(device)
        # candidates for f32 compute in f32
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.backends.cudnn.allow_tf32 = False
        return {
            "pytorch cuda": torch.version.cuda,
            "pytorch gpu": torch.cuda.get_device_name(device),
            "pytorch tf32": "off",
            "pytorch cudnn.benchmark": str(torch.backends.cudnn.benchmark).lower(),
        }

    def load(self, number, file, tensors):
        """Makes one set of inputs out of a file; `tensors` are those that are there, in the op's order."""
        self.sets[number] = {tensor["name"]: load(file, tensor, self.device) for tensor in tensors}
        return {}

    def prepare(self, mode, expression, inputs, values, outputs, capture):
        """Compiles where the mode wants it, runs once with each set, and writes what the first gave to a file.

        inputs: the names of all that the op declares; one that is absent is None. values: symbols and attributes.
        """
        call = compiled(function(expression, inputs, values), mode)
        arguments = [[named.get(name) for name in inputs] for _, named in sorted(self.sets.items())]
        start = time.perf_counter()
        result = call(*arguments[0])
        for each in arguments[1:]:
            call(*each)
        self.clock.wait()
        seconds = time.perf_counter() - start
        save(capture, result, outputs)
        self.calls[mode] = (call, arguments)
        return {"seconds": seconds}

    def sample(self, mode, count, flush_bytes, warm):
        """Times the expression `count` times: each after an unmeasured run on other inputs and with a cold cache, and
        the sets of inputs take turns; or after an unmeasured run on the same ones, all on the first set."""
        call, arguments = self.calls[mode]
        nanos = []
        gc.disable()
        try:
            self.clock.prepare(flush_bytes)
            call(*arguments[0])
            self.clock.wait()
            for i in range(count):
                if not warm:
                    call(*arguments[(i + 1) % len(arguments)])
                nanos.append(self.clock.time(call, arguments[0 if warm else i % len(arguments)], warm))
            return {"nanos": nanos}
        finally:
            gc.enable()


def function(expression, inputs, values):
    """The expression as a function of the op's inputs, in a file of its own: compilers ask for the source."""
    text = f"def expression({', '.join(inputs)}):\n    return (\n        {expression.strip()}\n    )\n"
    file = pathlib.Path("expression.py").resolve()
    file.write_text(text, encoding="utf-8")
    linecache.checkcache(str(file))
    scope = {"torch": torch, "F": torch.nn.functional, "math": math, **values}
    exec(compile(text, str(file), "exec"), scope)
    return scope["expression"]


def compiled(call, mode):
    if mode == "eager":
        return call
    if not hasattr(torch, "compile"):
        raise Unavailable(f"PyTorch {torch.__version__} has no torch.compile: 2.0 or newer has")
    return torch.compile(call, mode=COMPILE_MODES[mode], dynamic=False)
