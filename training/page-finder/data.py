# Pictures with none, one or two documents somewhere in them, and where their corners are.
import numpy as np
import torch

from kit.degrade import degrade_pages
from kit.nets import normalise
from kit.scenery import backgrounds, hands, lay_down, sheets_under, tint
from kit.warp import tilted

SIDE = 320
RATIOS = [4 / 3, 3 / 4, 16 / 9, 9 / 16, 1.0, 3 / 2, 2 / 3, 0.707, 1.414, 19.5 / 9, 9 / 19.5]


def rolls_of(dice, count):
    kind = dice.random(count)
    near = dice.normal(0, 6, count) + np.where(kind < 0.5, 0, dice.choice([90, 180, 270], count))
    return np.where(kind < 0.72, near, dice.uniform(0, 360, count))


def tilts_of(dice, count):
    return np.where(dice.random(count) < 0.4, np.abs(dice.normal(0, 3, count)), dice.uniform(2, 35, count))


def place(dice, ratios, regions, shares, tilts, rolls):
    """Pages that take up a share of what their region (x0, y0, x1, y1) can hold, at a random place in it."""
    shape = tilted(dice, ratios, tilts, rolls)
    room = regions[:, 2:] - regions[:, :2]
    shape = shape * (shares * (room / (shape.max(1) - shape.min(1))).min(1))[:, None, None]
    slack = np.maximum(room - (shape.max(1) - shape.min(1)), 0) / 2 + room * 0.015
    return shape + ((regions[:, :2] + regions[:, 2:]) / 2 + dice.uniform(-1, 1, room.shape) * slack)[:, None]


def arrange(dice, metas):
    """For every picture its frame and up to two quads (page corners from the page's own upper left) in input px."""
    count = len(metas) // 2
    ratios = (metas[:, 0] / metas[:, 1]).reshape(count, 2)
    kind = dice.random(count)
    empty, fills, two = kind < 0.06, (kind >= 0.06) & (kind < 0.2), kind >= 0.8
    rolls, tilts = rolls_of(dice, count), tilts_of(dice, count)
    # scans and cropped pictures: the page fills a frame of its own shape
    square = dice.choice([0, 0, 0, 90, 180, 270], count)
    rolls = np.where(fills, square + np.where(dice.random(count) < 0.4, 0, dice.normal(0, 2, count)), rolls)
    tilts = np.where(fills, np.where(dice.random(count) < 0.5, 0, np.abs(dice.normal(0, 3, count))), tilts)
    own = np.where(square % 180 == 0, ratios[:, 0], 1 / ratios[:, 0]) * dice.uniform(0.94, 1.06, count)
    aspect = np.where(fills, own, dice.choice(RATIOS, count) * dice.uniform(0.95, 1.05, count))
    wide, tall = SIDE * np.minimum(1, aspect), SIDE * np.minimum(1, 1 / aspect)
    frames = np.stack([(SIDE - wide) / 2, (SIDE - tall) / 2, (SIDE + wide) / 2, (SIDE + tall) / 2], -1)
    shares = np.where(dice.random(count) < 0.4, dice.uniform(0.18, 1.0, count), dice.uniform(0.5, 1.02, count))
    shares = np.where(fills, dice.uniform(0.96, 1.05, count), np.where(two, dice.uniform(0.55, 0.99, count), shares))
    cut, lying = dice.uniform(0.35, 0.65, count), wide >= tall * dice.uniform(0.8, 1.25, count)
    first, second = frames.copy(), frames.copy()
    middle = np.where(lying, frames[:, 0] + wide * cut, frames[:, 1] + tall * cut)
    for half, side in ((first, 2), (second, 0)):
        half[:, side] = np.where(two & lying, middle, half[:, side])
        half[:, side + 1] = np.where(two & ~lying, middle, half[:, side + 1])
    other = np.where(dice.random(count) < 0.5, rolls, rolls_of(dice, count))
    quads = np.stack([place(dice, ratios[:, 0], first, shares, tilts, rolls), place(dice, ratios[:, 1], second, dice.uniform(0.55, 0.99, count), tilts, other)], 1)
    return frames, quads, np.stack([~empty, two], -1)


def make_pictures(pool, dice, count, device, level=None):
    """Input B x 3 x 320 x 320 (-1..1) and truth: quads B x 2 x 4 x 2 and which of them there are."""
    pages, metas = pool.pick(dice, count * 2, 0.2)
    frames, quads, valid = arrange(dice, metas)
    picture = backgrounds(count, SIDE, SIDE, device, pool, dice)
    picture = sheets_under(picture, quads[:, 0], 0.1 * valid[:, 0].mean())
    region = torch.zeros(count, 1, SIDE, SIDE, device=device)
    for j in range(2):
        chosen = np.nonzero(valid[:, j])[0]
        if not len(chosen):
            continue
        colour, cover, outside, _ = pool.lay([pages[2 * i + j] for i in chosen], metas[chosen * 2 + j], quads[chosen, j], SIDE, SIDE, bend=0.15)
        where = torch.from_numpy(chosen).to(device)
        picture[where] = lay_down(picture[where], tint(colour), cover, outside)
        region[where] = torch.maximum(region[where], cover)
    held = np.nonzero(valid[:, 0])[0]
    if len(held):
        where = torch.from_numpy(held).to(device)
        picture[where] = hands(picture[where], quads[held, 0])
    if level is None:
        level = torch.rand(count, device=device) * (torch.rand(count, device=device) < 0.85)
    picture, _ = degrade_pages(picture, level, region)
    at = torch.arange(SIDE, device=device) + 0.5
    left, top, right, bottom = (torch.from_numpy(frames[:, k]).float().to(device).view(-1, 1, 1, 1) for k in range(4))
    ys, xs = at.view(1, 1, -1, 1), at.view(1, 1, 1, -1)
    inside = (xs >= left) & (xs <= right) & (ys >= top) & (ys <= bottom)
    picture = torch.where(inside, picture, torch.full_like(picture, 127.5))
    return normalise(picture), (torch.from_numpy(quads).float().to(device), torch.from_numpy(valid).to(device))
