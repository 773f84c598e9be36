"""PyTorch as a baseline: an op's expression, eager or compiled, timed the way JForge times its candidates.

Needs the standard library and torch. JForge starts it as `python -m jforge_torch` and asks; see __main__.py.
"""
