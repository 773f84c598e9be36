"""Serves JForge: a request a line on standard input, an answer a line on standard output, both in JSON."""

import json
import os
import queue
import signal
import sys
import threading
import traceback

NOTHING = {"ok": True, "why": "", "seconds": 0.0, "nanos": [], "facts": {}}


def channel():
    """The two ends of the conversation, out of reach of whatever else here reads or prints."""
    asked = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    return asked, answers


def receive(asked, requests):
    """Ends the process with its input: whatever is under way then serves nobody."""
    for line in asked:
        requests.put(json.loads(line))
    os._exit(0)


def failure(error):
    """The error in one line; all of it goes to standard error."""
    traceback.print_exception(type(error), error, error.__traceback__)
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    why = lines[0] if lines else "no message"
    known = type(error).__name__ == "Unavailable"
    return {**NOTHING, "ok": False, "why": why if known else f"{type(error).__name__}: {why}"}


def answer(bridge, request):
    try:
        return {**NOTHING, **getattr(bridge, request.pop("ask"))(**request)}
    except Exception as error:  # an expression may raise anything
        return failure(error)


def bridge_or_failure():
    try:
        from jforge_torch.bridge import Bridge  # imports torch, which takes seconds and may be broken

        return Bridge(), None
    except Exception as error:
        return None, failure(error)


def main():
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is JForge's to handle
    asked, answers = channel()
    requests = queue.Queue()
    threading.Thread(target=receive, args=(asked, requests), daemon=True).start()
    bridge, broken = bridge_or_failure()
    while True:
        request = requests.get()
        said = broken or answer(bridge, request)
        sys.stderr.flush()
        print(json.dumps(said), file=answers, flush=True)


main()
