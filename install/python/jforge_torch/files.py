"""Tensors that cross between the processes, as bytes in a file."""

import math
import os

import torch

# Old versions lack some.
DTYPES = {
    name: getattr(torch, torch_name)
    for name, torch_name in {
        "f64": "float64",
        "f32": "float32",
        "f16": "float16",
        "bf16": "bfloat16",
        "e4m3": "float8_e4m3fn",
        "e5m2": "float8_e5m2",
        "i64": "int64",
        "i32": "int32",
        "i8": "int8",
        "u64": "uint64",
        "u32": "uint32",
        "u8": "uint8",
        "b8": "bool",
    }.items()
    if hasattr(torch, torch_name)
}


def dtype(name):
    if name not in DTYPES:
        raise TypeError(f"PyTorch {torch.__version__} has no dtype for {name}")
    return DTYPES[name]


def mapped(file, size):
    return torch.from_file(file, shared=True, size=size, dtype=torch.uint8)


def load(file, tensor, device):
    """A tensor of its own memory: `bytes` from `offset` on, seen with `dims` and `strides` in elements."""
    whole = mapped(file, os.path.getsize(file))
    part = whole[tensor["offset"] : tensor["offset"] + tensor["bytes"]].view(dtype(tensor["dtype"]))
    own = part.clone() if device.type == "cpu" else part.to(device)
    return own.as_strided(tensor["dims"], tensor["strides"])


def save(file, result, outputs):
    """Writes the outputs one after another, once they are known to be what the op declares."""
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    if len(results) != len(outputs):
        raise TypeError(f"the expression gives {len(results)} tensors, the op has {len(outputs)} outputs")
    flat = [checked(each, output) for each, output in zip(results, outputs)]
    sizes = [each.numel() * each.element_size() for each in flat]
    with open(file, "wb") as empty:
        empty.truncate(sum(sizes))
    whole, at = mapped(file, sum(sizes)), 0
    for each, size in zip(flat, sizes):
        whole[at : at + size].copy_(each.view(torch.uint8))
        at += size


def checked(result, output):
    """The result, row-major and flat; integers of another width are the same numbers."""
    name, wanted = output["name"], dtype(output["dtype"])
    if result.numel() != math.prod(output["dims"]):
        raise TypeError(f"the expression gives {name} as {list(result.shape)}, the op as {output['dims']}")
    if result.dtype != wanted and (result.is_floating_point() or wanted.is_floating_point):
        raise TypeError(f"the expression gives {name} as {result.dtype}, the op as {output['dtype']}")
    return result.to(wanted).contiguous().view(-1)

