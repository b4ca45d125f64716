# The page-finder: one look at the whole picture, answering where documents have their centre and their four corners.
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from kit.nets import Rep, Refine, conv, double, stage

STRIDE, UNIT = 8, 32.0


class PageFinder(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = conv(3, 16, 3, 2)
        self.s4 = nn.Sequential(Rep(16, 24, 2), Rep(24, 24, 1))
        self.s8 = stage(24, 40, 3)
        self.s16 = stage(40, 80, 4)
        self.s32 = stage(80, 144, 4)
        self.from32, self.from16, self.from8 = conv(144, 64, 1), conv(80, 64, 1), conv(40, 64, 1)
        self.mix16, self.mix8 = Refine(64, 64, 5), nn.Sequential(Refine(64, 64, 5), Refine(64, 64, 5))
        self.heat = nn.Conv2d(64, 1, 1)
        self.far = nn.Sequential(conv(64, 96, 1), nn.Conv2d(96, 8, 1))
        nn.init.constant_(self.heat.bias, -4.0)

    def forward(self, x):
        s8 = self.s8(self.s4(self.stem(x)))
        s16 = self.s16(s8)
        s32 = self.s32(s16)
        up = self.mix16(self.from16(s16) + double(self.from32(s32)))
        up = self.mix8(self.from8(s8) + double(up))
        return self.heat(up), self.far(up)


def centres(quads):
    """Where the diagonals cross."""
    a, b, c, d = quads.unbind(-2)
    r, s = c - a, d - b
    cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
    gap = b - a
    t = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / torch.where(cross.abs() < 1e-3, torch.full_like(cross, 1e-3), cross)
    return a + r * t.clamp(0.1, 0.9)[..., None]


def loss_of(model, x, truth):
    quads, valid = truth
    heat, far = model(x)
    heat, far = heat.float(), far.float()
    count, _, rows, columns = heat.shape
    ys, xs = torch.meshgrid(torch.arange(rows, device=x.device) + 0.5, torch.arange(columns, device=x.device) + 0.5, indexing="ij")
    cells = torch.stack([xs, ys], -1) * STRIDE
    middle = centres(quads)
    a, b, c, d = quads.unbind(2)
    area = 0.5 * ((c - a)[..., 0] * (d - b)[..., 1] - (c - a)[..., 1] * (d - b)[..., 0]).abs()
    spread = (area.sqrt() * 0.09).clamp(8, 22)
    off = ((cells[None, None] - middle[:, :, None, None]) ** 2).sum(-1)
    bump = torch.exp(-off / (2 * spread**2)[..., None, None]) * valid[..., None, None]
    nearest = ((cells[None, None] - middle[:, :, None, None]).abs().amax(-1) <= STRIDE / 2) & valid[..., None, None]
    target = torch.maximum(bump.amax(1), nearest.any(1).float())
    share = torch.sigmoid(heat[:, 0]).clamp(1e-5, 1 - 1e-5)
    exact = nearest.any(1).float()
    hit = -(exact * (1 - share) ** 2 * share.log())
    miss = -((1 - exact) * (1 - target) ** 4 * share**2 * (1 - share).log())
    many = valid.sum().clamp(min=1)
    heat_loss = (hit.sum() + miss.sum()) / many
    corners = far.view(count, 4, 2, rows, columns) * UNIT + cells.permute(2, 0, 1)[None, None]
    diagonal = (area.sqrt() * 1.45).clamp(min=20)
    corner_loss = 0
    for j in range(2):
        weight = bump[:, j] * (bump[:, j] > 0.45) + nearest[:, j].float()
        best = []
        for shift in range(4):
            want = torch.roll(quads[:, j], shift, 1)[..., None, None]
            gap = (corners - want).abs() / diagonal[:, j].view(-1, 1, 1, 1, 1)
            best.append(F.smooth_l1_loss(gap, torch.zeros_like(gap), reduction="none", beta=0.02).sum((1, 2)))
        best = torch.stack(best).amin(0)
        corner_loss = corner_loss + (best * weight).sum((1, 2)).div(weight.sum((1, 2)).clamp(min=1e-3)).mul(valid[:, j]).sum()
    corner_loss = corner_loss / many
    return {"loss": heat_loss + 2.0 * corner_loss, "heat": heat_loss, "corners": corner_loss}


def decode(heat, far, least=0.4):
    """One picture's maps -> quads (with score), best first; a second one must have its centre outside the first."""
    score = 1 / (1 + np.exp(-heat[0].astype(np.float64)))
    found = []
    for at in np.argsort(-score, axis=None)[:60]:
        y, x = divmod(int(at), score.shape[1])
        if score[y, x] < least:
            break
        centre = np.array([x + 0.5, y + 0.5]) * STRIDE
        quad = centre + far[:, y, x].reshape(4, 2) * UNIT
        near = [np.abs(centre - other.mean(0)).max() < 0.35 * np.ptp(other, axis=0).max() for other, _ in found]
        if not any(near):
            found.append((quad, float(score[y, x])))
    return found
