# The text-detector: the core band of every line at a quarter of the size, and how far its ink reaches up and down.
import torch
import torch.nn as nn
import torch.nn.functional as F

from kit.nets import Refine, Rep, conv, double, stage


class TextDetector(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = conv(3, 12, 3, 2)
        self.s4 = nn.Sequential(Rep(12, 20, 2), Rep(20, 20))
        self.s8 = stage(20, 36, 3)
        self.s16 = stage(36, 64, 4)
        self.s32 = stage(64, 104, 4)
        self.from32, self.from16, self.from8, self.from4 = conv(104, 56, 1), conv(64, 56, 1), conv(36, 40, 1), conv(20, 24, 1)
        self.mix16, self.down8 = Refine(56, 56, 5), conv(56, 40, 1)
        self.mix8, self.down4 = Refine(40, 40, 5), conv(40, 24, 1)
        self.mix4 = nn.Sequential(Refine(24, 24), Refine(24, 24))
        self.text, self.far = nn.Conv2d(24, 1, 1), nn.Conv2d(24, 2, 1)
        nn.init.constant_(self.text.bias, -2.0)

    def forward(self, x):
        s4 = self.s4(self.stem(x))
        s8 = self.s8(s4)
        s16 = self.s16(s8)
        up = self.mix16(self.from16(s16) + double(self.from32(self.s32(s16))))
        up = self.mix8(self.from8(s8) + double(self.down8(up)))
        up = self.mix4(self.from4(s4) + double(self.down4(up)))
        return self.text(up), F.softplus(self.far(up)) * 8


def loss_of(model, x, truth):
    text, reach = model(x)
    text, reach = text.float(), reach.float()
    band, weight = truth["band"], truth["weight"]
    plain = F.binary_cross_entropy_with_logits(text, band, reduction="none")
    bce = (plain * weight * (1 + 1.5 * band)).sum() / weight.sum().clamp(min=1)
    share = torch.sigmoid(text) * (weight > 0)
    dice = 1 - (2 * (share * band).sum((1, 2, 3)) + 1) / (share.sum((1, 2, 3)) + (band * (weight > 0)).sum((1, 2, 3)) + 1)
    inside = band * (weight > 0)
    off = F.smooth_l1_loss(reach / truth["tall"], truth["reach"] / truth["tall"], reduction="none", beta=0.05) * inside
    off = off.sum() / inside.sum().clamp(min=1) / 2
    return {"loss": bce * 2 + dice.mean() * 0.5 + off * 2, "text": bce, "dice": dice.mean(), "reach": off}
