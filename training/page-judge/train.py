# Trains the page-judge, judges it on held-out pages and writes page-judge.onnx with its figures and golden outputs.
import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np
import torch

from data import SCORES, SIDE, make_patches
from kit import export, loop, metrics, nets
from model import PageJudge, loss_of

NAME = "page-judge"


def judge(run, model, count):
    """Areas under the curve for what is or is not; mean error and correlation for what has a strength."""
    dice = np.random.default_rng(7)
    found, wanted, weight = [], [], []
    while count > 0 and run.left() > 6:
        with torch.no_grad():
            x, (want, mass) = make_patches(run.held, dice, 96, run.device)
            found.append(torch.sigmoid(model(x).float()).cpu().numpy())
        wanted.append(want.cpu().numpy())
        weight.append(mass.cpu().numpy())
        count -= 96
    if not found:
        return {"patches": 0}
    found, wanted, weight = (np.concatenate(v) for v in (found, wanted, weight))
    rows = {"patches": len(found)}
    for k, name in enumerate(SCORES):
        on = weight[:, k] > 0.5
        f, w = found[on, k], wanted[on, k]
        if name in ("recapture", "photocopy"):
            clean = np.sort(f[w < 0.5])
            line = float(clean[int(len(clean) * 0.99)]) if len(clean) else 0.5
            rows[name] = {"area": metrics.area_under_curve(f, w > 0.5), "caughtAtOnePercentFalse": round(float((f[w > 0.5] > line).mean()), 4), "lineAtOnePercentFalse": round(line, 4)}
        else:
            rows[name] = {"meanError": round(float(np.abs(f - w).mean()), 4), "correlation": round(float(np.corrcoef(f, w)[0, 1]), 4), "areaAtHalf": metrics.area_under_curve(f, w > 0.5)}
    return rows


def main():
    given = loop.arguments(batch=160, lr=2e-3, held=4000)
    run = loop.Run(given)
    dice = np.random.default_rng()
    model = PageJudge()
    loop.begin_from(model, given.init)
    work = nets.work(nets.fuse(copy.deepcopy(model)), 1, 3, SIDE, SIDE)
    print(NAME, f"{work / 1e6:.1f} M multiply-adds a patch", f"{sum(p.numel() for p in model.parameters()) / 1e6:.2f} M weights", flush=True)
    model, curve = loop.train(run, model, lambda r, n: make_patches(r.pool, dice, n, r.device), loss_of, name=NAME)
    run.judged()
    x, _ = make_patches(run.held, np.random.default_rng(11), 24, run.device)
    picture = ((x[7:9].permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).cpu().numpy()
    rows = export.finish(model, NAME, given.out, picture, ["scores"], {"x": {0: "patches"}, "scores": {0: "patches"}})
    result = {"scores": SCORES, "multiplyAdds": work, "figures": {}, **rows, "training": curve}
    loop.write_results(given.out, NAME, result, model)
    figures = loop.figures_of(lambda: judge(run, model, given.held), NAME)
    loop.write_results(given.out, NAME, {**result, "figures": figures}, model)


if __name__ == "__main__":
    main()
