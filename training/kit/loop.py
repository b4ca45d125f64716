# The training loop all page networks share: a budget in seconds, AdamW on a cosine, averaged weights, bf16 where there is a GPU.
import argparse
import copy
import json
import math
import os
import random
import time

import torch

from kit import press
from kit.warp import Pool

WARM_STEPS = 200


def arguments(**defaults):
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=480, help="all in: start, training, evaluation, export")
    parser.add_argument("--press", help="folder of a press that runs already; else this training starts its own")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--share", type=float, default=1.0, help="size of the pools, 1 is for a GPU")
    parser.add_argument("--batch", type=int, default=defaults.get("batch", 64))
    parser.add_argument("--lr", type=float, default=defaults.get("lr", 2e-3))
    parser.add_argument("--reserve", type=float, default=defaults.get("reserve", 45), help="seconds kept for evaluation and export")
    parser.add_argument("--init", help="NAME.pt of an earlier training to go on from")
    parser.add_argument("--times", type=int, default=4, help="how often each picture is shown, about")
    parser.add_argument("--steps", type=int, default=10**9)
    parser.add_argument("--held", type=int, default=defaults.get("held", 1500), help="held-out samples judged at the end")
    return parser.parse_args()


class Run:
    """What a training holds: the export, the pools on the device, the clock."""

    def __init__(self, given):
        self.started = time.time()
        self.given = given
        torch.manual_seed(20260101)
        if given.press:
            self.export, folder = press.join(given.data, given.press)
        else:
            self.export, folder = press.start(given.data, given.workers, given.seconds, share=given.share)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        if self.device.type == "cuda":
            torch.backends.cudnn.benchmark = True
            torch.set_float32_matmul_precision("high")
        torch.set_num_threads(2)
        self.pool, self.held = Pool(folder, self.device), Pool(folder, self.device, held=True)
        self.fill()

    def fill(self):
        want = max(8, min(300, self.pool.rings["card"].count // 5))
        while min(len(v) for v in self.pool.filled().values()) < min(want, 60) or len(self.pool.filled()["card"]) < want:
            self.pool.refresh(400)
            if self.left() < self.given.seconds * 0.5:
                raise SystemExit("the press draws too slowly")
            time.sleep(0.2)
        print(f"pool filled after {time.time() - self.started:.1f} s", {k: len(v) for k, v in self.pool.filled().items()}, flush=True)

    def judged(self):
        """The held-out pages, ready to be used; those of the training where the press has not come to any."""
        self.held.refresh(10**6)
        if min(len(v) for v in self.held.filled().values()) < 4:
            print("too few held-out pages: figures are of training pages", flush=True)
            self.held = self.pool

    def left(self):
        return self.given.seconds - (time.time() - self.started)


class Average:
    def __init__(self, model, decay=0.998):
        self.model = copy.deepcopy(model).eval()
        for value in self.model.parameters():
            value.requires_grad_(False)
        self.decay, self.steps = decay, 0

    @torch.no_grad()
    def update(self, model):
        self.steps += 1
        decay = min(self.decay, (1 + self.steps) / (10 + self.steps))
        ours, theirs = list(self.model.state_dict().values()), list(model.state_dict().values())
        floats = [(a, b.detach()) for a, b in zip(ours, theirs) if a.is_floating_point()]
        torch._foreach_mul_([a for a, _ in floats], decay)
        torch._foreach_add_([a for a, _ in floats], [b for _, b in floats], alpha=1 - decay)
        for a, b in zip(ours, theirs):
            if not a.is_floating_point():
                a.copy_(b)


class Shelf:
    """Pictures cost more to make than to learn from, so each is shown several times, a little lighter, darker or noisier."""

    def __init__(self, room=48, times=4):
        self.room, self.times, self.kept, self.dice = room, times, [], random.Random(1)

    def batch(self, make):
        if len(self.kept) < 2 or self.dice.random() < 1 / self.times:
            x, truth = make()
            kept = (x.to(torch.bfloat16) if x.is_cuda else x, truth)
            if len(self.kept) < self.room:
                self.kept.append(kept)
            else:
                self.kept[self.dice.randrange(self.room)] = kept
            return x, truth
        x, truth = self.dice.choice(self.kept)
        x = x.float()
        many = (len(x), 1, 1, 1)
        light = torch.rand(many, device=x.device) * 0.3 - 0.15
        x = x * (1 + torch.rand(many, device=x.device) * 0.3 - 0.15) + light
        return x + torch.randn_like(x) * torch.rand(many, device=x.device) * 0.04, truth


def train(run, model, make_batch, loss_of, weight_decay=0.02, warm=0.03, name="network"):
    """`make_batch(run, dice-free count) -> (input, truth)`, `loss_of(model, input, truth) -> dict with 'loss'`. Answers the averaged model and the curve."""
    given, device = run.given, run.device
    cuda = device.type == "cuda"
    model = model.to(device, memory_format=torch.channels_last).train()
    average = Average(model)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    plain = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW([{"params": decayed, "weight_decay": weight_decay}, {"params": plain, "weight_decay": 0.0}], lr=given.lr, betas=(0.9, 0.99))
    begin, end = time.time(), run.started + given.seconds - given.reserve
    shelf = Shelf(times=given.times)
    curve, step, seen, said, skipped, sums, since = [], 0, 0, time.time(), 0, {}, 0
    while time.time() < end and step < given.steps:
        share = (time.time() - begin) / max(1e-3, end - begin)
        # By steps too: where the first step alone takes long, time would have ended the warm-up before the second.
        warmth = min(1, share / warm + 0.02, (step + 1) / WARM_STEPS)
        rate = given.lr * warmth * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        try:
            with torch.no_grad():
                x, truth = shelf.batch(lambda: make_batch(run, given.batch))
            with torch.autocast(device.type, dtype=torch.bfloat16, enabled=cuda):
                parts = loss_of(model, x.contiguous(memory_format=torch.channels_last), truth)
            optimiser.zero_grad(set_to_none=True)
            parts["loss"].backward()
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        except torch.cuda.OutOfMemoryError if hasattr(torch.cuda, "OutOfMemoryError") else MemoryError:
            torch.cuda.empty_cache()
            given.batch = max(8, given.batch * 3 // 4)
            print(f"{name}: out of memory, batch now {given.batch}", flush=True)
            continue
        if not bool(torch.isfinite(norm)):
            # Whether the pictures or the weights are at fault is seen only here; neither shelf nor pool may keep a bad one.
            skipped += 1
            if skipped <= 5:
                print(f"{name}: step not finite, input up to {float(x.abs().max()):.3g}, loss {float(parts['loss']):.3g}", flush=True)
            shelf.kept.clear()
            run.pool.refresh(3)
            continue
        optimiser.step()
        average.update(model)
        step, seen, since = step + 1, seen + x.shape[0], since + 1
        for key, value in parts.items():
            sums[key] = sums.get(key, 0) + value.detach()
        run.pool.refresh(3)
        if time.time() - said > 15 or step in (1, 20, 100):
            row = {"step": step, "seconds": round(time.time() - begin, 1), "samples": seen, **{k: round(float(v) / since, 5) for k, v in sums.items()}}
            curve.append(row)
            print(name, json.dumps(row), flush=True)
            said, sums, since = time.time(), {}, 0
    print(f"{name}: {step} steps, {seen} samples, {skipped} skipped, {run.left():.0f} s left", flush=True)
    return average.model, {"steps": step, "samples": seen, "seconds": round(time.time() - begin, 1), "batch": given.batch, "skipped": skipped, "curve": curve}


def begin_from(model, path):
    """Weights of an earlier training to go on from; what does not fit (another number of classes) starts anew."""
    if not path:
        return
    old, new = torch.load(path, map_location="cpu"), model.state_dict()
    fitting = {k: v.to(new[k].dtype) for k, v in old.items() if k in new and new[k].shape == v.shape}
    model.load_state_dict({**new, **fitting})
    print(f"begun from {path}: {len(fitting)} of {len(new)} tensors", flush=True)


def figures_of(judge, name):
    """Figures, or the fault that kept them: the weights are written all the same."""
    try:
        figures = judge()
    except Exception as fault:
        figures = {"fault": repr(fault)[:300]}
    print(name, {k: v for k, v in figures.items() if k != "byClass"}, flush=True)
    return figures


def write_results(out, name, value, model):
    torch.save({k: v.half() if v.is_floating_point() else v for k, v in model.state_dict().items()}, os.path.join(out, name + ".pt"))
    with open(os.path.join(out, name + ".json"), "w", encoding="utf-8") as f:
        json.dump({"name": name, **value}, f, ensure_ascii=False, indent=1)
        f.write("\n")
