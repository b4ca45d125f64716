# Writes the trained reader as ONNX, checks it against torch, and keeps golden outputs and figures beside it.
import copy
import hashlib
import inspect
import json

import numpy as np
import onnx
import torch
import torch.nn.functional as F

from kit.half import halve_front, halve_products
from model import HEIGHT

GOLDEN_WIDTH = 320
# Blurs that are written beside the network as it is, to be chosen from on specimens.
SOFTER = (0.1, 0.2)


def softened(net, share):
    """The same network looking through a slight blur (share, 1 - 2 share, share, both ways), folded into its first
    convolution: for pictures that are sharper than all it has seen."""
    net = copy.deepcopy(net)
    first = net.fine[0][0]
    row = torch.tensor([share, 1 - 2 * share, share])
    kernel = first.weight.data.flatten(0, 1).unsqueeze(1)
    wide = F.conv2d(F.pad(kernel, (2, 2, 2, 2)), torch.outer(row, row).view(1, 1, 3, 3))
    seen = torch.nn.Conv2d(3, first.out_channels, 5, 2, 2, bias=False)
    seen.weight.data = wide.view(first.out_channels, 3, 5, 5)
    net.fine[0][0] = seen
    return net


def to_onnx(net, path):
    shapes = {"x": {0: "lines", 3: "width"}, "y": {0: "lines", 1: "columns"}}
    older = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(
        net, torch.zeros(1, 3, HEIGHT, GOLDEN_WIDTH), str(path), input_names=["x"], output_names=["y"], dynamic_axes=shapes,
        opset_version=17 if older else 16, **older,
    )  # fmt: skip
    onnx.save(halve_products(halve_front(onnx.load(str(path)))), str(path))


def stripes(width):
    """A golden input anybody can make again: waves of three pitches."""
    xs, ys = np.meshgrid(np.arange(width), np.arange(HEIGHT))
    planes = [np.sin(xs * 0.31 + ys * 0.17), np.cos(xs * 0.07 - ys * 0.29), np.sin(xs * 0.011 * ys)]
    return np.stack(planes)[None].astype(np.float32)


def export_reader(net, lines, out, facts):
    path = out / "text-reader.onnx"
    for share in SOFTER:
        to_onnx(softened(net, share), out / f"text-reader-soft-{round(100 * share)}.onnx")
    to_onnx(net, path)
    x = stripes(GOLDEN_WIDTH)
    with torch.no_grad():
        ours = net(torch.from_numpy(x)).numpy()
    facts["golden_first"] = [round(float(v), 4) for v in ours[0, 0, :16]]
    try:
        import onnxruntime

        theirs = onnxruntime.InferenceSession(str(path)).run(None, {"x": x})[0]
        facts["onnx_differs_by"] = float(np.abs(ours - theirs).max())
    except ImportError:
        facts["onnx_differs_by"] = None
    facts["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    facts["bytes"] = path.stat().st_size
    (out / "text-reader.json").write_text(json.dumps(facts, ensure_ascii=False, indent=1))
    (out / "text-reader.charset.json").write_text(json.dumps(lines.charset, ensure_ascii=False))
    print("exported", facts["bytes"], "bytes, differs from torch by", facts["onnx_differs_by"], flush=True)
