# Trains the text-detector, judges it on held-out pages and writes text-detector.onnx with its figures and golden outputs.
import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np
import torch

from data import SHAPES, make_sheets
from kit import export, loop, metrics, nets
from kit.warp import homographies, line_boxes
from model import TextDetector, loss_of

NAME = "text-detector"


def boxes_in_picture(meta, quad):
    """The page's line boxes as upright boxes of the picture."""
    w, h = float(meta[0]), float(meta[1])
    forth = homographies(np.array([[[0, 0], [w, 0], [w, h], [0, h]]], float), quad[None].astype(float))[0]
    boxes, real = line_boxes(meta[None])
    boxes = boxes[0][real[0]].astype(float)
    if not len(boxes):
        return np.zeros((0, 4), np.float32)
    corners = np.stack([boxes[:, [0, 2, 2, 0]], boxes[:, [1, 1, 3, 3]], np.ones((len(boxes), 4))], 1)
    moved = forth @ corners
    x, y = moved[:, 0] / moved[:, 2], moved[:, 1] / moved[:, 2]
    return np.stack([x.min(1), y.min(1), x.max(1), y.max(1)], -1).astype(np.float32)


def judge(run, model, shape, level, pages):
    dice = np.random.default_rng(7)
    sums = {0.5: np.zeros(3), 0.7: np.zeros(3)}
    while pages > 0 and run.left() > 6:
        batch = 16
        with torch.no_grad():
            x, _, (metas, quads) = make_sheets(run.held, dice, batch / shape[4], run.device, shape, torch.full((batch,), level, device=run.device), tight=True)
            text, reach = (t.float().cpu().numpy() for t in model(x))
        pages -= batch
        for i in range(len(metas)):
            found, truth = metrics.decode_lines(text[i, 0], reach[i]), boxes_in_picture(metas[i], quads[i])
            for least in sums:
                sums[least] += metrics.match_lines(found, truth, least)
    return {f"overlap {least}": {"recall": round(s[0] / max(1, s[2]), 5), "precision": round(s[0] / max(1, s[1]), 5), "lines": int(s[2])} for least, s in sums.items()}


def main():
    given = loop.arguments(batch=48, lr=2.5e-3, held=160)
    run = loop.Run(given)
    dice = np.random.default_rng()
    model = TextDetector()
    loop.begin_from(model, given.init)
    work = nets.work(nets.fuse(copy.deepcopy(model)), 1, 3, 416, 640)
    print(NAME, f"{work / 1e6:.0f} M multiply-adds at 640x416", f"{sum(p.numel() for p in model.parameters()) / 1e6:.2f} M weights", flush=True)
    model, curve = loop.train(run, model, lambda r, n: make_sheets(r.pool, dice, n, r.device)[:2], loss_of, name=NAME)
    run.judged()
    x, _, _ = make_sheets(run.held, np.random.default_rng(11), 2, run.device, (192, 288, 0.0, "straight", 1.0, 1), torch.zeros(2, device=run.device), tight=True)
    picture = ((x[:1].permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).cpu().numpy()
    free = {k: {2: k + "_height", 3: k + "_width"} for k in ("x", "text", "reach")}
    rows = export.finish(model, NAME, given.out, picture, ["text", "reach"], free)
    result = {"multiplyAdds": work, "stride": 4, "band": 0.4, "pull": 0.3, "figures": {}, **rows, "training": curve}
    loop.write_results(given.out, NAME, result, model)
    figures = {f"{kind} {name}": loop.figures_of(lambda: judge(run, model, shape, level, given.held), NAME)
               for name, level in (("photo", 0.5), ("clean", 0.0), ("bad", 1.0)) for kind, shape in (("card", SHAPES[0]), ("sheet", SHAPES[2]))}
    loop.write_results(given.out, NAME, {**result, "figures": figures}, model)


if __name__ == "__main__":
    main()
