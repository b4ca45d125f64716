# The page-judge: what is wrong with a patch of a page, five answers that do not exclude each other.
import torch.nn as nn
import torch.nn.functional as F

from kit.nets import Rep, conv, stage


class PageJudge(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(conv(3, 8, 3, 2), Rep(8, 16, 2), Rep(16, 16), stage(16, 28, 2), stage(28, 48, 3), stage(48, 80, 2), conv(80, 192, 1))
        self.scores = nn.Sequential(nn.Linear(192, 96), nn.ReLU(), nn.Linear(96, 5))

    def forward(self, x):
        return self.scores(self.body(x).mean((2, 3)))


def loss_of(model, x, truth):
    wanted, weight = truth
    plain = F.binary_cross_entropy_with_logits(model(x).float(), wanted, reduction="none") * weight
    parts = plain.sum(0) / weight.sum(0).clamp(min=1)
    return {"loss": parts.sum(), "recapture": parts[0], "photocopy": parts[1], "blur": parts[2], "glare": parts[3], "darkness": parts[4]}
