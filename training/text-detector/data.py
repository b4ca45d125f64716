# Straightened pages, sheets and whole pictures, with the bands of their lines and how far the ink reaches above and below.
import numpy as np
import torch

from kit.degrade import degrade_pages
from kit.nets import normalise
from kit.scenery import backgrounds, hands, lay_down, tint
from kit.warp import line_boxes, rolled, tilted

STRIDE = 4
# What a batch shows: height, width, share of sheets, how it is laid, weight of the batch size, how often.
SHAPES = [
    (416, 640, 0.0, "straight", 1.0, 0.44),
    (448, 640, 0.0, "straight", 0.95, 0.08),
    (992, 704, 1.0, "straight", 0.4, 0.26),
    (704, 512, 1.0, "straight", 0.8, 0.06),
    (480, 640, 0.25, "picture", 0.9, 0.08),
    (640, 480, 0.4, "picture", 0.9, 0.08),
]
LEAST_HEIGHT = 5.0
CHUNK = 16  # lines compared with every cell at once


def straight(dice, metas, height, width):
    """The page fills the frame but for what the straightening left: shifted corners, a small turn."""
    count, size = len(metas), np.array([width, height])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    half = half * (1 + dice.uniform(-0.02, 0.03, (count, 1, 2)) * (dice.random((count, 1, 1)) < 0.7))
    roll = np.radians(np.where(dice.random(count) < 0.25, dice.uniform(-4, 4, count), dice.normal(0, 0.5, count)))
    return rolled(half, roll) + size / 2 + np.clip(dice.normal(0, 0.006, (count, 4, 2)), -0.02, 0.02) * max(width, height)


def picture_of(dice, metas, height, width):
    """A page somewhere in a picture, about upright."""
    count, room = len(metas), np.array([width, height])
    shape = tilted(dice, metas[:, 0] / metas[:, 1], dice.uniform(0, 20, count), dice.normal(0, 5, count))
    shape = shape * (dice.uniform(0.6, 1.1, count) * (room / (shape.max(1) - shape.min(1))).min(1))[:, None, None]
    slack = np.clip(room - (shape.max(1) - shape.min(1)), 6, None) / 2
    return shape + (room / 2 + dice.uniform(-1, 1, (count, 2)) * slack)[:, None]


def targets(metas, px, py, device):
    """Maps at stride 4 from the page coordinates of every target pixel: band, weight, reach up and down (px of the input)."""
    boxes, real = line_boxes(metas)
    boxes = torch.from_numpy(np.ascontiguousarray(boxes)).float().to(device)
    real = torch.from_numpy(real).to(device)
    half = STRIDE // 2
    # centre of a cell lies between its four middle pixels; page y per target px is taken from their differences
    ax, ay = px[:, half - 1 :: STRIDE, half - 1 :: STRIDE], py[:, half - 1 :: STRIDE, half - 1 :: STRIDE]
    bx, by = px[:, half::STRIDE, half::STRIDE], py[:, half::STRIDE, half::STRIDE]
    right = py[:, half - 1 :: STRIDE, half::STRIDE] - ay
    down = py[:, half::STRIDE, half - 1 :: STRIDE] - ay
    cx, cy = (ax + bx) / 2, (ay + by) / 2
    slope = torch.sqrt(right**2 + down**2).clamp(min=1e-3)
    count, rows, columns = cx.shape
    near, ignore = torch.zeros_like(cx, dtype=torch.bool), torch.zeros_like(cx, dtype=torch.bool)
    line = torch.full(cx.shape, -1, dtype=torch.long, device=device)
    x, y, step = cx[:, None], cy[:, None], slope[:, None]
    for k in range(0, boxes.shape[1], CHUNK):
        x0, y0, x1, y1 = (boxes[:, k : k + CHUNK, j, None, None] for j in range(4))
        on = real[:, k : k + CHUNK, None, None]
        high = y1 - y0
        thick = torch.minimum(torch.maximum(high * 0.2, step * 2.1), high * 0.45)
        pull = torch.minimum(high * 0.3, (x1 - x0) * 0.3)
        inside = on & ((y - (y0 + y1) / 2).abs() <= thick) & (x >= x0 + pull) & (x <= x1 - pull)
        around = on & (y >= y0 - high * 0.35) & (y <= y1 + high * 0.35) & (x >= x0 - high * 0.5) & (x <= x1 + high * 0.5)
        near |= around.any(1)
        ignore |= (around & (high / step < LEAST_HEIGHT)).any(1)
        line = torch.where(inside.any(1), inside.float().argmax(1) + k, line)
    band = line >= 0
    where = line.clamp(min=0).flatten(1)
    top, bottom = (boxes[:, :, j].gather(1, where).view(count, rows, columns) for j in (1, 3))
    reach = torch.stack([(cy - top) / slope, (bottom - cy) / slope], 1) * band[:, None]
    tall = torch.where(band, (bottom - top) / slope, torch.ones_like(slope)).clamp(min=1)
    weight = (1 + near.float() * 2) * (~ignore).float()
    return {"band": band[:, None].float(), "weight": weight[:, None], "reach": reach, "tall": tall[:, None]}


def make_sheets(pool, dice, batch, device, shape=None, level=None, tight=False):
    height, width, sheets, way, share, _ = shape or SHAPES[dice.choice(len(SHAPES), p=np.array([s[5] for s in SHAPES]))]
    count = max(1, round(batch * share))
    pages, metas = pool.pick(dice, count, sheets)
    quads = (picture_of if way == "picture" else straight)(dice, metas, height, width)
    if tight:
        quads = np.tile(np.array([[0, 0], [width, 0], [width, height], [0, height]], float), (count, 1, 1)) + dice.normal(0, 1.0, (count, 4, 2))
    picture = backgrounds(count, height, width, device)
    colour, cover, outside, (px, py) = pool.lay(pages, metas, quads, height, width)
    picture = lay_down(picture, tint(colour), cover, outside)
    if way == "picture":
        picture = hands(picture, quads, share=0.15, reach=0.05)
    if level is None:
        level = torch.rand(count, device=device) * (torch.rand(count, device=device) < 0.85)
    picture, _ = degrade_pages(picture, level, cover, {"blur": 0.5})
    return normalise(picture), targets(metas, px, py, device), (metas, quads)
