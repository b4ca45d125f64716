# Crops as the page-finder's coarse quad cuts them: a page that about fills the middle, in any quarter turn, with errors like the finder's.
import numpy as np
import torch

from kit.degrade import degrade_pages
from kit.nets import normalise
from kit.scenery import backgrounds, hands, lay_down, sheets_under, tint
from kit.warp import rolled

SIDE = 256
LOW, HIGH = 25.6, 230.4
SPAN = HIGH - LOW
SQUARE = np.array([[LOW, LOW], [HIGH, LOW], [HIGH, HIGH], [LOW, HIGH]])
# Coarse errors: how large as share of the size, how often. The network is applied twice, so small ones matter as much.
ERRORS = [(0.006, 0.25), (0.02, 0.25), (0.045, 0.25), (0.085, 0.25)]
ABSENT = 0.1


def quads_for(dice, count):
    """Where the crop's page has its corners (geometric order), its quarter turn, and whether there is a page at all."""
    turns, present = dice.integers(0, 4, count), dice.random(count) >= ABSENT
    sizes = dice.choice([e for e, _ in ERRORS], count, p=[p for _, p in ERRORS])
    most = (sizes * SPAN)[:, None, None]
    off = dice.uniform(-1, 1, (count, 4, 2)) * most + dice.uniform(-1, 1, (count, 1, 2)) * most * 0.6
    grow = 1 + dice.uniform(-1, 1, (count, 1, 2)) * sizes[:, None, None] * 0.8
    turned = rolled(np.broadcast_to(SQUARE - 128, (count, 4, 2)), dice.normal(0, 1, count) * sizes * 0.5)
    quads = np.clip(turned * grow + 128 + np.clip(off, -most, most), 3, SIDE - 3)
    # no page: what is seen is the inside of one far too large, or nothing
    lost = (SQUARE - 128) * dice.uniform(2.4, 5, (count, 1, 1)) + 128 + dice.uniform(-0.3, 0.3, (count, 1, 2)) * SPAN
    return np.where(present[:, None, None], quads, lost), turns, present


def edges_cut(picture, quads, dice):
    """Beyond the edge of the picture a crop shows plain grey (sometimes black or white)."""
    count, device = picture.shape[0], picture.device

    def column(values):
        return torch.as_tensor(np.asarray(values, np.float32), device=device).view(count, 1, 1, 1)

    at = torch.arange(SIDE, device=device) + 0.5
    ys, xs = at.view(1, 1, -1, 1), at.view(1, 1, 1, -1)
    cut, inside = dice.random(count) < 0.25, torch.ones(count, 1, SIDE, SIDE, dtype=torch.bool, device=device)
    for side in range(4):
        a, b = quads[:, side], quads[:, (side + 1) % 4]
        way = (b - a) / np.maximum(1e-3, np.sqrt(((b - a) ** 2).sum(-1, keepdims=True)))
        far = (xs - column(a[:, 0])) * column(way[:, 1]) - (ys - column(a[:, 1])) * column(way[:, 0])
        room = np.where(cut & (dice.random(count) < 0.5), dice.choice([0.0, 1.0, 8.0], count) + dice.uniform(-0.5, 9, count), 1e4)
        inside = inside & (far < column(room) + (xs - 128) * column(dice.normal(0, 0.01, count)))
    fill = column(dice.choice([127.5, 127.5, 127.5, 0, 255], count))
    return torch.where(inside, picture, fill.expand_as(picture))


def beside(picture, pool, dice, quads):
    """Now and then another page lies close by."""
    count, device = picture.shape[0], picture.device
    chosen = [i for i in range(count) if dice.random() < 0.14]
    if not chosen:
        return picture
    pages, metas = pool.pick(dice, len(chosen), 0.2)
    others = []
    for i in chosen:
        way = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])[dice.integers(4)] * SPAN * dice.uniform(1.03, 1.2)
        others.append(np.roll(quads[i] + way + dice.normal(0, 5, (4, 2)), dice.integers(4), 0))
    colour, cover, outside, _ = pool.lay(pages, metas, np.stack(others), SIDE, SIDE)
    picture = picture.clone()
    where = torch.tensor(chosen, device=device)
    picture[where] = lay_down(picture[where], tint(colour), cover, outside)
    return picture


def make_crops(pool, dice, count, device, level=None, errors=None):
    pages, metas = pool.pick(dice, count, 0.16)
    quads, turns, present = quads_for(dice, count)
    if errors is not None:
        quads = np.where(present[:, None, None], SQUARE + dice.uniform(-errors, errors, quads.shape) * SPAN, quads)
    # page corner i stands at geometric corner i + turn
    laid = np.stack([np.roll(q, -t, 0) for q, t in zip(quads, turns)])
    picture = beside(backgrounds(count, SIDE, SIDE, device, pool, dice), pool, dice, quads)
    picture = sheets_under(picture, quads, 0.12)
    fragment = present | (dice.random(count) < 0.5)
    colour, cover, outside, _ = pool.lay(pages, metas, laid, SIDE, SIDE, blur=dice.uniform(-0.35, 0.55, count), bend=0.2)
    keep = torch.from_numpy(fragment.astype(np.float32)).to(device).view(-1, 1, 1, 1)
    picture = lay_down(picture, tint(colour), cover, outside, keep)
    picture = hands(picture, quads, share=0.22, reach=0.12)
    if level is None:
        level = torch.rand(count, device=device) * (torch.rand(count, device=device) < 0.85)
    picture, _ = degrade_pages(picture, level, cover * keep, {"blur": 0.45})
    picture = edges_cut(picture, quads, dice)
    truth = {
        "corners": torch.from_numpy(quads).float().to(device),
        "turn": torch.from_numpy(turns).long().to(device),
        "class": torch.from_numpy(metas[:, 3]).long().to(device),
        "present": torch.from_numpy(present).float().to(device),
    }
    return normalise(picture), truth
