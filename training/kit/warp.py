# Pages under a camera: a pool of flat pages on the GPU with smaller copies of each, and the perspective that lays them into pictures.
import math

import numpy as np
import torch
import torch.nn.functional as F

from kit.pages import MAX_LINES, META, SLOTS
from kit.press import RINGS, Ring

LEVELS = 5


def homographies(source, target):
    """B x 4 x 2 points each -> B x 3 x 3 matrices that take source points to target points."""
    count = source.shape[0]
    rows = np.zeros((count, 8, 8))
    x, y, u, v = source[..., 0], source[..., 1], target[..., 0], target[..., 1]
    one, nil = np.ones_like(x), np.zeros_like(x)
    rows[:, 0::2] = np.stack([x, y, one, nil, nil, nil, -u * x, -u * y], -1)
    rows[:, 1::2] = np.stack([nil, nil, nil, x, y, one, -v * x, -v * y], -1)
    right = np.stack([u, v], -1).reshape(count, 8, 1)
    solved = np.linalg.solve(rows, right)[..., 0]
    return np.concatenate([solved, np.ones((count, 1))], 1).reshape(count, 3, 3)


def areas(quads):
    x, y = quads[..., 0], quads[..., 1]
    return 0.5 * np.abs((x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(1))


class Pool:
    """The rings of a press, copied to the device; `refresh` takes what was drawn since."""

    def __init__(self, folder, device, held=False):
        self.device, self.held = device, held
        self.rings, self.seen, self.levels, self.metas = {}, {}, {}, {}
        for name, (slot, of_held) in RINGS.items():
            if of_held != held:
                continue
            ring = Ring(folder, name)
            rows, columns = SLOTS[slot]
            self.rings[slot], self.seen[slot] = ring, np.zeros(ring.count, np.int64)
            self.levels[slot] = [torch.zeros(ring.count, 3, rows >> k, columns >> k, dtype=torch.uint8, device=device) for k in range(LEVELS)]
            self.metas[slot] = np.zeros_like(np.asarray(ring.metas))

    def refresh(self, limit=64):
        taken = 0
        for slot, ring in self.rings.items():
            stamps = np.array(ring.stamps)
            fresh = np.nonzero((stamps > 0) & (stamps != self.seen[slot]))[0]
            if len(fresh) > limit:
                fresh = np.random.permutation(fresh)[:limit]
            for at in fresh:
                picture, meta = np.array(ring.pictures[at]), np.array(ring.metas[at])
                if ring.stamps[at] != stamps[at]:
                    continue
                page = torch.from_numpy(picture).to(self.device).permute(2, 0, 1)[None]
                self.levels[slot][0][at] = page[0]
                smaller = page.float()
                for k in range(1, LEVELS):
                    rows, columns = self.levels[slot][k].shape[-2:]
                    smaller = F.avg_pool2d(smaller, 2)[..., :rows, :columns]
                    self.levels[slot][k][at] = smaller[0].round().to(torch.uint8)
                self.metas[slot][at] = meta
                self.seen[slot][at] = stamps[at]
                taken += 1
        return taken

    def filled(self):
        return {slot: np.nonzero(seen)[0] for slot, seen in self.seen.items()}

    def pick(self, dice, count, paper_share):
        """Random pages: list of (slot, index), and their metas stacked."""
        filled = self.filled()
        sheets = dice.random(count) < paper_share
        if not len(filled["paper"]) or not len(filled["card"]):
            sheets[:] = len(filled["paper"]) > 0
        pages, metas = [None] * count, np.zeros((count, META), np.float32)
        for slot, member in (("paper", np.nonzero(sheets)[0]), ("card", np.nonzero(~sheets)[0])):
            if len(member):
                chosen = filled[slot][dice.integers(0, len(filled[slot]), len(member))]
                metas[member] = self.metas[slot][chosen]
                for i, at in zip(member, chosen):
                    pages[i] = (slot, int(at))
        return pages, metas

    def lay(self, pages, metas, quads, height, width, blur=None, bend=0.0):
        """Pages laid on quads (B x 4 x 2: where the upper left, upper right, lower right, lower left of the upright page go).

        That share of them is bent as paper in a hand is: the corners stay, the middles of two opposite edges move.
        Answers colour B x 3 x H x W, cover B x 1 x H x W (0..1, corners rounded), distance outside the edge in target px,
        and the page coordinates (in slot px) of every target pixel.
        """
        count = len(pages)
        w, h = metas[:, 0], metas[:, 1]
        flat = np.stack([np.stack([w * 0, h * 0], -1), np.stack([w, h * 0], -1), np.stack([w, h], -1), np.stack([w * 0, h], -1)], 1)
        back = torch.from_numpy(homographies(quads.astype(np.float64), flat.astype(np.float64))).float().to(self.device)
        scale = np.sqrt(w * h / np.maximum(areas(quads), 1.0))
        wobble = np.random.uniform(-0.1, 0.45, count) if blur is None else blur
        level = np.clip(np.floor(np.log2(np.maximum(scale, 1e-3)) + wobble), 0, LEVELS - 1).astype(int)
        ys, xs = torch.meshgrid(torch.arange(height, device=self.device) + 0.5, torch.arange(width, device=self.device) + 0.5, indexing="ij")
        # Term by term, not as a product of matrices: those are rounded to ten bits on a GPU, which is a pixel of a page.
        xs, ys, at = xs.reshape(1, -1), ys.reshape(1, -1), back[..., None]
        mapped = [at[:, row, 0] * xs + at[:, row, 1] * ys + at[:, row, 2] for row in range(3)]
        depth = mapped[2]
        behind = depth <= 1e-4
        depth = torch.where(behind, torch.full_like(depth, 1e-4), depth)
        px = torch.where(behind, torch.full_like(depth, -1e4), mapped[0] / depth).view(count, height, width)
        py = torch.where(behind, torch.full_like(depth, -1e4), mapped[1] / depth).view(count, height, width)

        def column(values):
            return torch.as_tensor(np.asarray(values, np.float32), device=self.device).view(count, 1, 1)

        if bend > 0:
            px, py = bent(px, py, column(w), column(h), bend)
        tw, th, corner, ts = column(w), column(h), column(metas[:, 2]), column(scale)
        dx, dy = (px - tw / 2).abs() - (tw / 2 - corner), (py - th / 2).abs() - (th / 2 - corner)
        outside = torch.sqrt(dx.clamp(min=0) ** 2 + dy.clamp(min=0) ** 2 + 1e-6) + torch.maximum(dx, dy).clamp(max=0) - corner
        outside = (outside / ts)[:, None]
        cover = (0.5 - outside).clamp(0, 1)
        cx, cy = torch.minimum(px.clamp(min=0.5), tw - 0.5), torch.minimum(py.clamp(min=0.5), th - 0.5)
        colour = torch.empty(count, 3, height, width, device=self.device)
        slots = np.array([slot for slot, _ in pages])
        where = np.array([at for _, at in pages])
        for slot in np.unique(slots):
            rows, columns = SLOTS[slot]
            for k in np.unique(level[slots == slot]):
                member = np.nonzero((slots == slot) & (level == k))[0]
                chosen = torch.from_numpy(member).to(self.device)
                store = self.levels[slot][k]
                source = store[torch.from_numpy(where[member]).to(self.device)].float()
                full_w, full_h = (store.shape[-1] << int(k)), (store.shape[-2] << int(k))
                grid = torch.stack([cx[chosen] / full_w * 2 - 1, cy[chosen] / full_h * 2 - 1], -1)
                colour[chosen] = F.grid_sample(source, grid, align_corners=False, padding_mode="border")
        return colour, cover, outside, (px, py)


def bent(px, py, w, h, share):
    """Page coordinates (B x H x W) of a page that rises in the middle, along its width or its height."""
    count, device = px.shape[0], px.device
    dice = torch.rand(3, count, 1, 1, device=device)
    far = (dice[0] * 2 - 1) * 0.05 * (dice[1] < share)
    along = dice[2] < 0.5
    across = 1 - (torch.where(along, px / w, py / h) * 2 - 1).clamp(-1, 1) ** 2
    return torch.where(along, px, px + far * w * across), torch.where(along, py + far * h * across, py)


def line_boxes(metas):
    """B x L x 4 boxes and B x L whether there is one, L as many as the fullest page needs."""
    most = int(max(1, metas[:, 4].max()))
    boxes = metas[:, 8:].reshape(len(metas), MAX_LINES, 4)[:, :most]
    return boxes, np.arange(most)[None] < metas[:, 4:5]


def tilted(dice, ratios, tilts, rolls):
    """Corners (B x 4 x 2) of pages of unit width and height 1/ratio, tilted by a random axis and rolled (degrees) before a camera; centred."""
    count = len(ratios)
    # Some pictures were stretched on their way: their sides are off by up to 15 in a hundred.
    stretched = np.where(dice.random(count) < 0.2, dice.uniform(0.87, 1.15, count), 1.0)
    tall = stretched / np.asarray(ratios, float)
    x = np.broadcast_to(np.array([-0.5, 0.5, 0.5, -0.5]), (count, 4))
    y = np.array([-0.5, -0.5, 0.5, 0.5]) * tall[:, None]
    way, tilt = dice.uniform(0, 2 * math.pi, (count, 1)), np.radians(tilts)[:, None]
    along, across = x * np.cos(way) + y * np.sin(way), y * np.cos(way) - x * np.sin(way)
    depth = across * np.sin(tilt) / (dice.uniform(1.1, 2.6, (count, 1)) * np.maximum(1.0, tall)[:, None])
    along, across = along / (1 + depth), across * np.cos(tilt) / (1 + depth)
    turn = np.radians(rolls)[:, None] + way
    points = np.stack([along * np.cos(turn) - across * np.sin(turn), along * np.sin(turn) + across * np.cos(turn)], -1)
    return points - (points.max(1, keepdims=True) + points.min(1, keepdims=True)) / 2


def rolled(points, angles):
    """Points B x N x 2 turned clockwise about the origin by angles (B) in radians."""
    cos, sin = np.cos(angles)[:, None], np.sin(angles)[:, None]
    return np.stack([points[..., 0] * cos - points[..., 1] * sin, points[..., 0] * sin + points[..., 1] * cos], -1)
