# Trains the text reader from nothing but drawn lines: python3 train.py --data DIR --seconds 480 --out DIR
import argparse
import json
import math
import random
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from data import Lines  # noqa: E402
from decode import error_rates  # noqa: E402
from draw import SQUEEZE  # noqa: E402
from export import export_reader  # noqa: E402
from model import Reader  # noqa: E402
from spoil import fit, spoil_lines  # noqa: E402

# How bad the lines are that are judged at the end, whether they are as sharp as a scan, whether they are of photographs that were sent on, and whether they are cut from pages.
LEVELS = {
    "sharp": (0.02, True, False, False), "clean": (0.08, False, False, False), "photo": (0.45, False, False, False), "bad": (0.9, False, False, False),
    "sent": (0.5, False, True, False), "pages": (0.3, False, True, True),
}  # fmt: skip


def parse():
    ask = argparse.ArgumentParser()
    ask.add_argument("--data", required=True, help="folder with fonts/{train,held-out}, texts/, and export/ if there is one")
    ask.add_argument("--out", required=True)
    ask.add_argument("--seconds", type=float, default=480, help="0 only judges the weights it is to start from")
    ask.add_argument("--start", help="weights to go on from")
    ask.add_argument("--peak", type=float, default=2.5e-3)
    ask.add_argument("--floor", type=float, default=0.0, help="share of the peak that the rate ends at")
    ask.add_argument("--pixels", type=int, default=864 * 1024, help="width of all lines of a batch together")
    ask.add_argument("--processes", type=int, default=12)
    ask.add_argument("--times", type=float, default=2.5, help="how often each spoilt line is shown, about")
    ask.add_argument("--held", type=int, default=2000, help="lines judged at the end, at each level")
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return ask.parse_args()


def spoilt(lines, plates, device):
    """A batch of lines, each spoilt in its own way, as the network takes them."""
    mask, widths, targets, lengths, zones = lines.batch(device)
    x, ends = fit(*spoil_lines(mask, widths, mixed_levels(zones), plates, zones))
    return x.to(torch.bfloat16), ends, targets, lengths


class Shelf:
    """Spoiling a line costs more than learning from it, so each is shown a few times."""

    def __init__(self, times, room=32):
        self.times, self.room, self.kept = times, room, []

    def batch(self, make):
        if len(self.kept) < 2 or random.random() < 1 / self.times:
            batch = make()
            if len(self.kept) < self.room:
                self.kept.append(batch)
            else:
                self.kept[random.randrange(self.room)] = batch
        else:
            batch = random.choice(self.kept)
        return (batch[0].float() * (1 + random.uniform(-0.12, 0.12)) + random.uniform(-0.1, 0.1), *batch[1:])


def mixed_levels(zones):
    """Most lines are ordinary, some are clean, many are bad, zones above all: the worst teach the most."""
    return torch.rand(len(zones), device=zones.device) ** torch.where(zones, 0.5, 1.0)


class Average:
    """The weights averaged over the last steps, which read better than the last ones."""

    def __init__(self, net):
        self.kept = {name: value.detach().clone() for name, value in net.state_dict().items()}

    def add(self, net, step):
        keep = min(0.9995, (1 + step) / (20 + step))
        state = net.state_dict()
        floats = [name for name, value in state.items() if value.is_floating_point()]
        kept = [self.kept[name] for name in floats]
        torch._foreach_mul_(kept, keep)
        torch._foreach_add_(kept, [state[name] for name in floats], alpha=1 - keep)
        for name, value in state.items():
            if not value.is_floating_point():
                self.kept[name].copy_(value)


@torch.no_grad()
def evaluate(net, lines, plates, device, held):
    """Lines in typefaces never trained on at five levels, the machine-readable zones apart, and lines of pages where there is an export."""
    net.eval()
    figures = {}
    torch.manual_seed(5)
    random.seed(5)
    for name, (level, fine, sent, pages) in LEVELS.items():
        if pages and lines.export is None:
            continue
        read, truth, zones = [], [], []
        for mask, widths, texts, flags in lines.held_out(held, held // 4, fine=fine, pages=pages):
            x, ends = fit(*spoil_lines(mask.to(device), widths, torch.full((len(texts),), level), plates, sent=sent))
            scores = net(x).float()
            read += [(row[:end].cpu()) for row, end in zip(scores.argmax(-1), ends.tolist())]
            truth += texts
            zones += flags
        figures[name] = error_rates(read, truth, zones, lines.charset)
    net.train()
    return figures


def begun_from(old, new):
    """Weights of an earlier training; characters that are new since begin as unlikely."""
    out = {}
    for name, value in old.items():
        value = value.float() if value.is_floating_point() else value
        if value.shape != new[name].shape:
            more = new[name].clone()
            more[len(value) :] = more[len(value) :] * 0.1 if value.ndim > 1 else float(value.min()) - 8
            more[: len(value)] = value
            value = more
        out[name] = value
    return out


def main():
    args = parse()
    device, out = torch.device(args.device), Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    lines = Lines(Path(args.data), processes=args.processes, pixels=args.pixels)
    plates = lines.plates(device)
    net = Reader(len(lines.charset) + 1).to(device, memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict(begun_from(torch.load(args.start, map_location=device), net.state_dict()))
    decayed = [p for p in net.parameters() if p.ndim > 1]
    plain = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decayed, "weight_decay": 0.03}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, args.peak, betas=(0.9, 0.98))
    shelf = Shelf(args.times)
    average, curve, begun, step, seen, told = Average(net), [], time.time(), 0, 0, 0.0
    print(f"{sum(p.numel() for p in net.parameters())} weights, {len(lines.charset)} characters", flush=True)
    while args.seconds > 0 and (spent := (time.time() - begun) / args.seconds) < 1:
        rate = args.peak * min(1, (step + 1) / 300) * (args.floor + (1 - args.floor) * (0.5 + 0.5 * math.cos(math.pi * spent))) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        x, ends, targets, lengths = shelf.batch(lambda: spoilt(lines, plates, device))
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            scores = net(x.contiguous(memory_format=torch.channels_last))
        rows = F.log_softmax(scores.float(), -1).transpose(0, 1)
        loss = F.ctc_loss(rows, targets, ends.clamp(max=rows.shape[0]), lengths, zero_infinity=True)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        step, seen = step + 1, seen + len(lengths)
        # One batch that cannot be learned from must not spoil all that was learned; the GPU need not wait for this.
        for weights in net.parameters():
            weights.grad.nan_to_num_(0, 0, 0)
        optimiser.step()
        average.add(net, step)
        if time.time() - told > 15:
            told = time.time()
            curve.append([round(spent, 4), step, seen, lines.drawn(), round(loss.item(), 4)])
            print(f"{spent:4.0%} step {step} lines {seen} drawn {lines.drawn()} loss {loss.item():.4f} rate {rate:.5f}", flush=True)
    net.load_state_dict(average.kept)
    torch.save({name: value.half() if value.is_floating_point() else value for name, value in net.state_dict().items()}, out / "text-reader.pt")
    figures = evaluate(net, lines, plates, device, args.held)
    print(json.dumps(figures, indent=1, ensure_ascii=False), flush=True)
    export_reader(net.float().cpu().eval(), lines, out, {"seconds": args.seconds, "steps": step, "lines": seen, "drawn": lines.drawn(), "squeeze": SQUEEZE, "curve": curve, "held_out": figures})
    lines.stop()


if __name__ == "__main__":
    random.seed(1)
    main()
