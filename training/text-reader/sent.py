# Lines as they stand in a whole photograph that was sent on: blurred, noisy and squeezed by JPEG at the pixels of the picture, then sampled once, as the product does.
import math
import random

import torch
import torch.nn.functional as F

from draw import SQUEEZE
from kit.camera import jpeg, sensor_noise, sharpen
from kit.paper import chance, uniform
from model import HEIGHT

# Pixels of the picture for one of a drawn line: labels of a card held across the frame, names of one that fills it.
SMALLEST, LARGEST = 0.27, 1.45
# In pixels of a line as it is drawn: what is blurred further cannot be read.
MOST_DEFOCUS, MOST_SHAKE = 3.2, 8.5
POOREST, POOR = 5.0, 45.0


def seen(level, zones):
    """How large lines are in the picture and how blurred: the largest scale of the batch, scales, and blurs in pixels of the lines as drawn."""
    b = level.shape[0]
    largest = math.exp(random.uniform(math.log(SMALLEST * 1.15), math.log(LARGEST)))
    scale = largest * uniform(b, 0.82, 1, level)
    # Letters of zones are large in their crop and bear more.
    more = 1 + 0.3 * zones
    focus = (uniform(b, 0, 0.5, level) + uniform(b, 0, 1.2, level) * level) * more / scale
    shake = uniform(b, 0.8, 3.4, level) * level * more * chance(b, 0.45, level) / scale
    kind = chance(b, 0.7, level)
    focus = focus.clamp(max=MOST_DEFOCUS) * torch.where(shake > 4, 0.6, 1.0)
    return largest, scale, {
        "disc": focus * kind, "gauss": focus * (1 - kind) * 0.55, "motion": shake.clamp(max=MOST_SHAKE), "angle": uniform(b, 0, math.pi, level),
    }  # fmt: skip


def qualities(scale):
    """Mostly poor, evenly over steps of the table; small letters are spared the worst. And of a first time, for half of the batches."""
    b = scale.shape[0]
    least = POOREST + 11 * (1 - scale).clamp(min=0) + 60 * (0.36 - scale).clamp(min=0)
    poor = least * (POOR / least) ** torch.rand_like(scale)
    quality = torch.where(chance(b, 0.8, scale) > 0, poor, uniform(b, POOR, 92, scale))
    return quality, uniform(b, 25, 90, scale) if random.random() < 0.5 else None


def saved(x, widths, largest, scale, noise, halo):
    """Crops B x 3 x H x W to the picture's pixels at any place of its grid, saved there once or twice, and from there to 40 rows, squeezed; with their widths."""
    b, _, h, w = x.shape
    tall, wide = (math.ceil(side * largest / 16) * 16 + 16 for side in (h, w))
    left, top, s = uniform(b, 0, 8, x)[..., 0], uniform(b, 0, 8, x)[..., 0], scale[..., 0]
    rows, columns = (torch.arange(size, device=x.device) + 0.5 for size in (tall, wide))
    taken = sampled(x, (columns.view(1, 1, wide) - left) / s, (rows.view(1, tall, 1) - top) / s)
    taken = sharpen(sensor_noise(taken, noise), halo).clamp(0, 255)
    quality, first = qualities(scale)
    for step in (first, quality):
        taken = taken if step is None else jpeg(taken, step)
    long = round(w * HEIGHT / h * SQUEEZE)
    step_x, step_y = w / long, h / HEIGHT
    # Where several pixels fall on one of the network's, two are averaged.
    taps = (-0.25, 0.25) if largest * step_x > 1.5 else (0.0,)
    ys = (torch.arange(HEIGHT, device=x.device).view(1, HEIGHT, 1) + 0.5) * step_y * s + top
    out = sum(
        sampled(taken, (torch.arange(long, device=x.device).view(1, 1, long) + 0.5 + tap) * step_x * s + left, ys) for tap in taps
    ) / len(taps)
    return out.clamp(0, 255), widths * (long / w)


def sampled(x, xs, ys):
    h, w = x.shape[-2:]
    b, rows, columns = x.shape[0], ys.shape[1], xs.shape[2]
    grid = torch.stack([(xs / w * 2 - 1).expand(b, rows, columns), (ys / h * 2 - 1).expand(b, rows, columns)], -1)
    return F.grid_sample(x, grid, align_corners=False, padding_mode="border")
