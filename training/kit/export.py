# From trained weights to a file the server runs: ONNX, a check that it says what torch says, its hash and golden outputs.
import copy
import hashlib
import inspect
import os

import numpy as np
import onnx
import torch

from kit.half import halve_front
from kit.nets import fuse


def to_onnx(model, example, path, inputs, outputs, dynamic=None):
    """Static shapes unless `dynamic` names the free axes."""
    model = fuse(copy.deepcopy(model).float().cpu().eval()).to(memory_format=torch.contiguous_format)
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    ways = [{"dynamo": False}, {}] if "dynamo" in inspect.signature(torch.onnx.export).parameters else [{}]
    for extra in ways:
        try:
            with torch.no_grad():
                torch.onnx.export(model, example, path, input_names=inputs, output_names=outputs, opset_version=17,
                                  do_constant_folding=True, dynamic_axes=dynamic, **extra)
            break
        except Exception as fault:
            if extra is ways[-1]:
                raise
            print("export: the plain exporter failed, the other is tried:", repr(fault)[:200], flush=True)
    onnx.save(halve_front(onnx.load(path)), path)
    return model


def run_onnx(path, name, array):
    """Outputs by whatever runner is there, and the runner's name."""
    try:
        import onnxruntime

        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        return session.run(None, {name: array}), "onnxruntime " + onnxruntime.__version__
    except ImportError:
        pass
    try:
        from onnx.reference import ReferenceEvaluator

        return ReferenceEvaluator(path).run(None, {name: array}), "onnx reference"
    except ImportError:
        pass
    import cv2

    net = cv2.dnn.readNetFromONNX(path)
    net.setInput(array, name)
    return list(net.forward(net.getUnconnectedOutLayersNames())), "opencv " + cv2.__version__


def finish(model, name, out, picture, outputs, dynamic=None, limit=6 << 20):
    """Writes NAME.onnx and NAME-golden.npz for `picture` (N x H x W x 3 uint8); answers the rows for NAME.json."""
    path = os.path.join(out, name + ".onnx")
    x = np.ascontiguousarray((picture.astype(np.float32) / 127.5 - 1).transpose(0, 3, 1, 2))
    plain = to_onnx(model, torch.from_numpy(x), path, ["x"], outputs, dynamic)
    with torch.no_grad():
        want = plain(torch.from_numpy(x))
    want = [t.numpy() for t in (want if isinstance(want, (tuple, list)) else [want])]
    golden = {"picture": picture, **{k: v.astype(np.float32) for k, v in zip(outputs, want)}}
    np.savez_compressed(os.path.join(out, name + "-golden.npz"), **golden)
    with open(path, "rb") as f:
        blob = f.read()
    rows = {"file": name + ".onnx", "bytes": len(blob), "sha256": hashlib.sha256(blob).hexdigest(), "opset": 17,
            "input": {"name": "x", "shape": list(x.shape), "normalise": "rgb / 127.5 - 1"}, "outputs": {k: list(v.shape) for k, v in zip(outputs, want)}}
    if len(blob) > limit:
        rows["fault"] = f"larger than {limit} bytes"
    try:
        got, runner = run_onnx(path, "x", x)
        rows["check"] = {"runner": runner, "largestDifference": {k: float(np.abs(g.reshape(w.shape) - w).max()) for k, g, w in zip(outputs, got, want)}}
    except Exception as fault:  # the weights are worth keeping even where no runner is at hand
        rows["check"] = {"runner": None, "fault": repr(fault)[:300]}
    return rows
