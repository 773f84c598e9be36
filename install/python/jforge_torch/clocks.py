"""The time of one call with a cold cache, taken as JForge's own workers take it."""

import time

import torch


class CpuClock:
    def __init__(self):
        self.memory = torch.zeros(0, dtype=torch.int64)

    def prepare(self, flush_bytes):
        if self.memory.numel() * 8 != flush_bytes // 8 * 8:
            self.memory = torch.ones(flush_bytes // 8, dtype=torch.int64)

    def wait(self):
        pass

    def time(self, call, arguments, warm):
        """Nanoseconds. For a cold cache all cores read memory of twice the last-level cache first."""
        call(*arguments) if warm else self.memory.sum()
        start = time.perf_counter_ns()
        result = call(*arguments)
        nanos = time.perf_counter_ns() - start
        del result  # freed outside of the window
        return nanos


class CudaClock:
    # Keeps the device busy while the host prepares the call, so that the window holds the device's time alone.
    HOLD_CYCLES = 400_000

    def __init__(self, device):
        self.device = device
        self.before = torch.cuda.Event(enable_timing=True)
        self.after = torch.cuda.Event(enable_timing=True)
        self.written = torch.zeros(0, device=device)
        self.read = torch.zeros(0, device=device)

    def prepare(self, flush_bytes):
        if self.written.numel() != flush_bytes // 4:
            self.written = torch.zeros(flush_bytes // 4, device=self.device)
            self.read = torch.zeros(flush_bytes // 4, device=self.device)
            self.read.sum()
            self.wait()

    def wait(self):
        torch.cuda.synchronize(self.device)

    def time(self, call, arguments, warm):
        """Nanoseconds between two events. For a cold cache one buffer is written and then another read: a write alone
        would leave dirty lines in the L2, whose eviction the call would pay for."""
        if hasattr(torch.cuda, "_sleep"):
            torch.cuda._sleep(self.HOLD_CYCLES)
        if warm:
            call(*arguments)
        else:
            self.written.zero_()
            self.read.sum()
        self.before.record()
        result = call(*arguments)
        self.after.record()
        self.wait()
        del result
        return round(self.before.elapsed_time(self.after) * 1e6)
