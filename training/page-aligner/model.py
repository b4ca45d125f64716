# The page-aligner: exact corners of a page that is roughly known, its quarter turn, its kind and side, and whether it is there at all.
import torch
import torch.nn as nn
import torch.nn.functional as F

from kit.nets import Rep, Refine, conv, double, stage

CELLS, STRIDE = 64, 4


class PageAligner(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.stem = conv(3, 24, 3, 2)
        self.s4 = nn.Sequential(Rep(24, 32, 2), Rep(32, 32, 1))
        self.s8 = stage(32, 56, 4)
        self.s16 = stage(56, 112, 5)
        self.s32 = stage(112, 192, 4)
        self.from32, self.from16, self.from8, self.from4 = conv(192, 64, 1), conv(112, 64, 1), conv(56, 64, 1), conv(32, 40, 1)
        self.mix16, self.mix8, self.down4 = Refine(64, 64, 5), Refine(64, 64, 5), conv(64, 40, 1)
        self.mix4 = nn.Sequential(Refine(40, 40, 5), Refine(40, 40, 3))
        self.heat = nn.Conv2d(40, 4, 1)
        self.squeeze = conv(192, 80, 1)
        self.think = nn.Sequential(nn.Flatten(), nn.Linear(80 * 16, 256), nn.ReLU(), nn.Dropout(0.1))
        self.answers = nn.Linear(256, 4 + classes + 1)
        self.classes = classes
        at = (torch.arange(CELLS, dtype=torch.float32) + 0.5) * STRIDE
        ys, xs = torch.meshgrid(at, at, indexing="ij")
        self.register_buffer("places", torch.stack([xs.reshape(-1), ys.reshape(-1)], -1))

    def maps(self, x):
        s4 = self.s4(self.stem(x))
        s8 = self.s8(s4)
        s16 = self.s16(s8)
        s32 = self.s32(s16)
        up = self.mix16(self.from16(s16) + double(self.from32(s32)))
        up = self.mix8(self.from8(s8) + double(up))
        up = self.mix4(self.from4(s4) + double(self.down4(up)))
        said = self.answers(self.think(F.avg_pool2d(self.squeeze(s32), 2)))
        return self.heat(up), said

    def read(self, heat):
        chance = torch.softmax(heat.float().flatten(2), -1)
        return torch.matmul(chance, self.places.float()).flatten(1)

    def forward(self, x):
        heat, said = self.maps(x)
        return self.read(heat), said[:, :4], said[:, 4 : 4 + self.classes], said[:, 4 + self.classes :]


def loss_of(model, x, truth):
    heat, said = model.maps(x)
    heat, said = heat.float(), said.float()
    present = truth["present"]
    many = present.sum().clamp(min=1)
    with torch.autocast(x.device.type, enabled=False):
        corners = model.read(heat).view(-1, 4, 2)
    # far misses weigh little more than near ones, or they would drown turn and class in the beginning
    off = torch.log1p(F.smooth_l1_loss(corners, truth["corners"], reduction="none", beta=0.5)).sum((1, 2))
    far = ((model.places[None, None] - truth["corners"][:, :, None]) ** 2).sum(-1)
    bump = torch.exp(-far / (2 * 4.0**2))
    bump = bump / bump.sum(-1, keepdim=True).clamp(min=1e-6)
    cross = -(bump * torch.log_softmax(heat.flatten(2), -1)).sum((1, 2))
    turn = F.cross_entropy(said[:, :4], truth["turn"], reduction="none", label_smoothing=0.01)
    kind = F.cross_entropy(said[:, 4 : 4 + model.classes], truth["class"], reduction="none", label_smoothing=0.02)
    there = F.binary_cross_entropy_with_logits(said[:, -1], present)
    off, cross, turn, kind = ((v * present).sum() / many for v in (off, cross, turn, kind))
    return {"loss": 0.25 * off + 0.15 * cross + turn + kind + 0.5 * there, "corners": off / 8, "heat": cross, "turn": turn, "class": kind, "present": there}
