# Trains the page-aligner, judges it on held-out pages and writes page-aligner.onnx with its figures and golden outputs.
import copy
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import numpy as np
import torch

from data import SIDE, SPAN, make_crops
from kit import export, loop, metrics, nets
from model import PageAligner, loss_of

NAME = "page-aligner"


def judge(run, model, count, names, errors):
    """With coarse errors of up to `errors` of the size: corner error, quarter turn, class, presence."""
    dice = np.random.default_rng(7)
    far, turns, kinds, scores, there = [], [], [], [], []
    truth_kinds, found_kinds = [], []
    while count > 0 and run.left() > 6:
        with torch.no_grad():
            x, truth = make_crops(run.held, dice, 64, run.device, errors=errors)
            corners, turn, kind, present = (t.float().cpu().numpy() for t in model(x))
        count -= 64
        truth = {k: v.cpu().numpy() for k, v in truth.items()}
        on = truth["present"] > 0.5
        off = np.sqrt(((corners.reshape(-1, 4, 2) - truth["corners"]) ** 2).sum(-1)).max(1) / (SPAN * 2**0.5)
        far += list(off[on])
        turns += list((turn.argmax(1) == truth["turn"])[on])
        kinds += list((kind.argmax(1) == truth["class"])[on])
        truth_kinds += list(truth["class"][on])
        found_kinds += list(kind.argmax(1)[on])
        scores += list(present[:, 0])
        there += list(on)
    if not far:
        return {"crops": 0, "coarseErrors": errors}
    turns, kinds, truth_kinds = np.array(turns), np.array(kinds), np.array(truth_kinds)
    return {"crops": len(far), "coarseErrors": errors, "largestCornerError": metrics.shares_within(np.array(far)), "turn": round(float(turns.mean()), 5),
            "class": round(float(kinds.mean()), 5), "presentArea": metrics.area_under_curve(scores, there),
            "presentRight": round(float(((np.array(scores) > 0) == np.array(there)).mean()), 5), "mixedUp": metrics.confusion(truth_kinds, found_kinds, names),
            "byClass": {names[k]: {"turn": round(float(turns[truth_kinds == k].mean()), 4), "class": round(float(kinds[truth_kinds == k].mean()), 4)} for k in np.unique(truth_kinds)}}


def main():
    given = loop.arguments(batch=128, lr=2.5e-3)
    run = loop.Run(given)
    dice = np.random.default_rng()
    names = run.export.classes
    model = PageAligner(len(names))
    loop.begin_from(model, given.init)
    work = nets.work(nets.fuse(copy.deepcopy(model)), 1, 3, SIDE, SIDE)
    print(NAME, f"{work / 1e6:.0f} M multiply-adds", f"{sum(p.numel() for p in model.parameters()) / 1e6:.2f} M weights", flush=True)
    model, curve = loop.train(run, model, lambda r, n: make_crops(r.pool, dice, n, r.device), loss_of, name=NAME)
    run.judged()
    x, _ = make_crops(run.held, np.random.default_rng(11), 8, run.device, torch.zeros(8, device=run.device))
    picture = ((x[1:2].permute(0, 2, 3, 1) + 1) * 127.5).round().clamp(0, 255).to(torch.uint8).cpu().numpy()
    rows = export.finish(model, NAME, given.out, picture, ["corners", "turn", "class", "present"])
    result = {"classes": names, "multiplyAdds": work, "figures": {}, **rows, "training": curve}
    loop.write_results(given.out, NAME, result, model)
    figures = {k: loop.figures_of(lambda: judge(run, model, given.held, names, errors), NAME) for k, errors in (("coarse", 0.06), ("fine", 0.012))}
    loop.write_results(given.out, NAME, {**result, "figures": figures}, model)


if __name__ == "__main__":
    main()
