# Trains the page-finder, judges it on held-out pages and writes page-finder.onnx with its figures and golden outputs.
import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np
import torch

from data import SIDE, make_pictures
from kit import export, loop, metrics, nets
from model import PageFinder, decode, loss_of

NAME = "page-finder"


def judge(run, model, count):
    """Corner errors of the coarse quads, documents missed and documents seen where there are none."""
    dice = np.random.default_rng(7)
    errors, missed, extra, documents, empties = [], 0, 0, 0, 0
    while count > 0 and run.left() > 6:
        with torch.no_grad():
            x, (quads, valid) = make_pictures(run.held, dice, 48, run.device)
            heat, far = (t.float().cpu().numpy() for t in model(x))
        count -= 48
        quads, valid = quads.cpu().numpy(), valid.cpu().numpy()
        for i in range(len(valid)):
            found = decode(heat[i], far[i])
            truths = [quads[i, j] for j in range(2) if valid[i, j]]
            documents, empties = documents + len(truths), empties + (not truths)
            used = set()
            for truth in truths:
                table = [(metrics.cyclic_corner_errors(f[None], truth[None])[0], k) for k, (f, _) in enumerate(found) if k not in used]
                best = min(table, default=(1.0, -1))
                if best[0] > 0.25:
                    missed += 1
                    errors.append(1.0)
                else:
                    used.add(best[1])
                    errors.append(best[0])
            extra += len(found) - len(used)
    errors = np.array(errors)
    return {"documents": documents, "emptyPictures": empties, "missed": missed, "extra": extra, "largestCornerError": metrics.shares_within(errors),
            "medianError": round(float(np.median(errors)), 5) if len(errors) else None}


def main():
    given = loop.arguments(batch=96, lr=2.5e-3)
    run = loop.Run(given)
    dice = np.random.default_rng()
    model = PageFinder()
    loop.begin_from(model, given.init)
    work = nets.work(nets.fuse(copy.deepcopy(model)), 1, 3, SIDE, SIDE)
    print(NAME, f"{work / 1e6:.0f} M multiply-adds", f"{sum(p.numel() for p in model.parameters()) / 1e6:.2f} M weights", flush=True)
    model, curve = loop.train(run, model, lambda r, n: make_pictures(r.pool, dice, n, r.device), loss_of, name=NAME)
    run.judged()
    x, _ = make_pictures(run.held, np.random.default_rng(11), 8, run.device, torch.zeros(8, device=run.device))
    picture = ((x[1:2].permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).cpu().numpy()
    rows = export.finish(model, NAME, given.out, picture, ["heat", "corners"])
    result = {"multiplyAdds": work, "stride": 8, "unit": 32, "figures": {}, **rows, "training": curve}
    loop.write_results(given.out, NAME, result, model)
    figures = loop.figures_of(lambda: judge(run, model, given.held), NAME)
    loop.write_results(given.out, NAME, {**result, "figures": figures}, model)


if __name__ == "__main__":
    main()
