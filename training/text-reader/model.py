# The text reader: a line of text 40 pixels high to one row of letter scores per four pixels of its width.
import torch
import torch.nn as nn
import torch.nn.functional as F

HEIGHT = 40


def conv(c_in, c_out, kernel, stride=1, padding=1):
    return nn.Sequential(nn.Conv2d(c_in, c_out, kernel, stride, padding, bias=False), nn.BatchNorm2d(c_out), nn.ReLU())


class Attention(nn.Module):
    """A convolution along the line for what is near, attention for what is far, then a mixing of channels."""

    def __init__(self, size, heads, widen=2):
        super().__init__()
        self.heads = heads
        self.near = nn.Conv1d(size, size, 7, padding=3, groups=size)
        self.norm_far, self.norm_mix = nn.LayerNorm(size), nn.LayerNorm(size)
        self.ask, self.answer = nn.Linear(size, 3 * size), nn.Linear(size, size)
        self.up, self.down = nn.Linear(size, widen * size), nn.Linear(widen * size, size)

    def forward(self, x):
        batch, length, size = x.shape
        x = x + self.near(x.transpose(1, 2)).transpose(1, 2)
        asked = self.ask(self.norm_far(x)).view(batch, length, 3, self.heads, size // self.heads)
        query, key, value = asked.permute(2, 0, 3, 1, 4).unbind(0)
        if torch.onnx.is_in_onnx_export() or not hasattr(F, "scaled_dot_product_attention"):
            seen = (query @ key.transpose(-1, -2) * (size // self.heads) ** -0.5).softmax(-1) @ value
        else:
            seen = F.scaled_dot_product_attention(query, key, value)
        x = x + self.answer(seen.transpose(1, 2).reshape(batch, length, size))
        return x + self.down(F.relu(self.up(self.norm_mix(x))))


class Reader(nn.Module):
    """Plain convolutions, since those are what half precision runs fastest on small machines; the long view at an
    eighth of the width, where attention is cheap; and the fine columns once more for the answer at a quarter."""

    def __init__(self, classes, first=24, fine=48, fine_layers=1, coarse=96, coarse_layers=3, size=160, heads=5, attentions=2):
        super().__init__()
        self.fine = nn.Sequential(
            conv(3, first, 3, 2), conv(first, fine, 3, 2), *[conv(fine, fine, 3) for _ in range(fine_layers)]
        )
        self.coarse = nn.Sequential(
            conv(fine, coarse, 2, 2, 0), *[conv(coarse, coarse, 3) for _ in range(coarse_layers)]
        )
        self.column = nn.Conv2d(coarse, size, (HEIGHT // 8, 1))
        self.detail = nn.Conv2d(fine, size, (HEIGHT // 4, 1))
        self.far = nn.Sequential(*[Attention(size, heads) for _ in range(attentions)])
        self.spread = nn.Linear(size, 2 * size)
        self.last = nn.Conv1d(size, size, 5, padding=2, groups=size)
        self.norm = nn.LayerNorm(size)
        self.out = nn.Linear(size, classes)

    def forward(self, x):
        fine = self.fine(x)
        line = self.far(self.column(self.coarse(fine)).squeeze(2).transpose(1, 2))
        batch, length, size = line.shape
        line = self.spread(line).view(batch, length * 2, size) + self.detail(fine).squeeze(2).transpose(1, 2)
        line = F.relu(self.norm(line + self.last(line.transpose(1, 2)).transpose(1, 2)))
        return self.out(line)
