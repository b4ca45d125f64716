# Paper and ink for text lines: turns white-on-black ink masks into coloured crops of documents, on the GPU, a batch at a time.
import functools
import math
import random

import torch
import torch.nn.functional as F

# Ground colours of documents (RGB) and how often each is met: white paper, teal cards, pink and yellow passports and licences, blue, grey, buff.
GROUNDS = (
    (238, 238, 236, 0.22), (206, 228, 224, 0.17), (222, 238, 232, 0.09), (240, 216, 220, 0.09), (240, 228, 190, 0.09), (246, 216, 158, 0.07),
    (150, 208, 200, 0.06), (226, 216, 236, 0.05), (206, 218, 238, 0.06), (196, 198, 198, 0.05), (226, 214, 190, 0.05),
    # Pale blue barcode cards, salmon and tan paper licences.
    (194, 204, 228, 0.07), (226, 196, 164, 0.04), (184, 160, 122, 0.03),
)
# Inks (RGB), how far each channel may stray, and how often: black, dark grey, red, blue, teal, brown, orange.
INKS = (
    (22, 22, 24, 18, 0.52), (70, 72, 76, 26, 0.17), (176, 34, 44, 26, 0.12), (34, 48, 128, 24, 0.08), (26, 92, 98, 22, 0.07), (92, 60, 44, 18, 0.04),
    # The thin orange digits of barcode cards.
    (204, 82, 60, 22, 0.06),
)
# Lines of the fine pattern on teal, pink, yellow, blue, grey: the tint that is taken away from the ground.
TINTS = ((120, 40, 50), (110, 60, 20), (30, 90, 70), (20, 50, 110), (60, 60, 60), (90, 90, 20), (20, 100, 30))


@functools.lru_cache(maxsize=64)
def placed(rows, device):
    return torch.tensor(rows, dtype=torch.float32, device=device)


def constant(rows, like):
    """A table (nested tuples) on the device of `like`, sent there once: sending makes the GPU wait."""
    return placed(rows, like.device)


def uniform(count, low, high, like):
    return torch.rand(count, 1, 1, 1, device=like.device) * (high - low) + low


def chance(count, share, like):
    return (torch.rand(count, 1, 1, 1, device=like.device) < share).float()


def pick(rows, count, like):
    """Rows of a table by their shares, which stand last."""
    table = constant(rows, like)
    edges = table[:, -1].cumsum(0)
    return table[torch.searchsorted(edges, torch.rand(count, device=like.device) * edges[-1]).clamp(max=len(rows) - 1)]


def smooth_noise(count, channels, height, width, cell, like):
    rows, columns = max(2, math.ceil(height / cell) + 1), max(2, math.ceil(width / cell) + 1)
    coarse = torch.randn(count, channels, rows, columns, device=like.device)
    return F.interpolate(coarse, size=(height, width), mode="bilinear", align_corners=True)


def fields(mask):
    height, width = mask.shape[-2:]
    ys = torch.arange(height, device=mask.device, dtype=torch.float32).view(1, 1, height, 1) - height / 2
    xs = torch.arange(width, device=mask.device, dtype=torch.float32).view(1, 1, 1, width)
    return ys, xs


def centre(count, height, width, like):
    """A point in or around the crop, with distance and angle of every pixel from it."""
    ys, xs = fields(like)
    dy, dx = ys - uniform(count, -1.6 * height, 1.6 * height, like), xs - uniform(count, -0.1, 1.1, like) * width
    return torch.sqrt(dx * dx + dy * dy + 1), torch.atan2(dy, dx)


def line_family(count, ys, xs, like):
    """Thin interlaced curves: lines along a direction whose course swings with two sines, or rosettes around a point."""
    height, width = like.shape[-2:]
    angle = torch.where(chance(count, 0.75, like) > 0, uniform(count, -0.35, 0.35, like), uniform(count, -1.57, 1.57, like))
    along, across = xs * angle.cos() + ys * angle.sin(), ys * angle.cos() - xs * angle.sin()
    swing = uniform(count, 0, 22, like) * torch.sin(along * uniform(count, 0.008, 0.09, like) + uniform(count, 0, 6.3, like))
    swing = swing + uniform(count, 0, 5, like) * torch.sin(along * uniform(count, 0.05, 0.3, like) + uniform(count, 0, 6.3, like))
    radius, theta = centre(count, height, width, like)
    petals = radius + uniform(count, 2, 16, like) * torch.sin(theta * torch.round(uniform(count, 3, 24, like)))
    pitch = uniform(count, 0.25, 1.6, like)
    rosette = chance(count, 0.3, like)
    thin = uniform(count, 0.12, 0.6, like)
    out = []
    for sign in (1, -1):
        phase = torch.where(rosette > 0, petals if sign > 0 else 2 * radius - petals, across + sign * swing) * pitch
        out.append((1 - torch.sin(phase).abs() / thin).clamp(0, 1))
    return torch.maximum(out[0], out[1] * chance(count, 0.6, like))


def cut_plates(plates, mask):
    """A piece of a random plate for every line. The plates lie one under another as one tall picture, so none is copied per line."""
    count, _, height, width = mask.shape
    total, _, rows, columns = plates.shape
    tall = plates.float().permute(1, 0, 2, 3).reshape(1, 3, total * rows, columns)
    share = uniform(count, 0.5, 1.0, mask)[..., 0]
    high = share * rows
    wide = (high * width / height).clamp(max=columns)
    top = uniform(count, 0, 1, mask)[..., 0] * (rows - high)
    left = uniform(count, 0, 1, mask)[..., 0] * (columns - wide)
    ys = (torch.arange(height, device=mask.device).view(1, height, 1) + 0.5) / height * high + top
    xs = (torch.arange(width, device=mask.device).view(1, 1, width) + 0.5) / width * wide + left
    ys = ys.clamp(0.5, rows - 0.5) + torch.randint(total, (count, 1, 1), device=mask.device) * rows
    grid = torch.stack([(xs / columns * 2 - 1).expand(count, height, width), (ys / (total * rows) * 2 - 1).expand(count, height, width)], -1)
    cut = F.grid_sample(tall, grid.view(1, count * height, width, 2), align_corners=False, padding_mode="border")
    return cut.view(3, count, height, width).permute(1, 0, 2, 3)


def grounds(mask, level, plates=None, plate_share=0.3):
    """Backgrounds B x 3 x H x W for masks B x 1 x H x W; `plates` P x 3 x h x w (0..255) are cut out at random for a share of the lines."""
    count, _, height, width = mask.shape
    ys, xs = fields(mask)
    base = pick(GROUNDS, count, mask)[:, :3].view(count, 3, 1, 1) + torch.randn(count, 3, 1, 1, device=mask.device) * 7
    other = pick(GROUNDS, count, mask)[:, :3].view(count, 3, 1, 1)
    slide = torch.sigmoid((xs / width - uniform(count, -0.3, 1.3, mask)) * uniform(count, -8, 8, mask) + ys / height * uniform(count, -3, 3, mask))
    # Shapes with an edge, as the map and the sun on the cards are: noise cut sharply.
    shape = torch.sigmoid((smooth_noise(count, 1, height, width, 44, mask) - uniform(count, 0, 1, mask)) * uniform(count, 4, 50, mask))
    slide = torch.where(chance(count, 0.5, mask) > 0, slide, shape)
    ground = base + (other - base) * slide * chance(count, 0.55, mask)
    ground = ground * uniform(count, 0.86, 1.04, mask)
    tints = constant(TINTS, mask)
    busy = chance(count, 0.72, mask) * (0.55 + 0.45 * level) * uniform(count, 0.25, 1, mask)
    for _ in range(random.randint(1, 3)):
        tint = tints[torch.randint(len(TINTS), (count,), device=mask.device)].view(count, 3, 1, 1)
        patch = torch.sigmoid(4 * smooth_noise(count, 1, height, width, 60, mask) + uniform(count, -2, 5, mask))
        ground = ground - line_family(count, ys, xs, mask) * patch * tint * busy * uniform(count, 0.3, 1.5, mask) * chance(count, 0.75, mask)
    stripes = torch.sin(xs * uniform(count, 0.6, 2.4, mask) + ys * uniform(count, -2.4, 2.4, mask)) * uniform(count, 0, 9, mask)
    blobs = smooth_noise(count, 3, height, width, 26, mask) * uniform(count, 0, 9, mask)
    relief = smooth_noise(count, 1, height, width, 4, mask) * uniform(count, 2, 13, mask) * chance(count, 0.35, mask)
    grain = torch.randn(count, 1, height, width, device=mask.device) * uniform(count, 0, 4, mask)
    ground = ground + (stripes * chance(count, 0.3, mask) + blobs + relief + grain) * (0.3 + 0.7 * level)
    if plates is not None and len(plates):
        ground = torch.where(chance(count, plate_share, mask) > 0, cut_plates(plates, mask), ground)
    return ground.clamp(0, 255)


def stains(x, level):
    """Parts of red seals, fingerprints and blots of another colour over ground and ink alike."""
    count, _, height, width = x.shape
    radius, theta = centre(count, height, width, x)
    size = uniform(count, 30, 150, x)
    ring = torch.exp(-((radius - size) / uniform(count, 1.2, 4, x)) ** 2)
    letters = torch.exp(-((radius - size * 0.8) / 7) ** 2) * (torch.sin(theta * torch.round(uniform(count, 18, 50, x))) > 0.1) * 0.8
    seal = (ring + letters).clamp(0, 1) * (0.6 + 0.4 * torch.tanh(smooth_noise(count, 1, height, width, 9, x)))
    seal = seal * chance(count, 0.10, x) * uniform(count, 0.2, 0.4 + 0.35 * level, x)
    red = constant((205, 40, 52), x).view(1, 3, 1, 1)
    x = x * (1 - seal) + torch.minimum(x, red) * seal
    radius, theta = centre(count, height, width, x)
    ridges = torch.sin(radius * uniform(count, 0.5, 1.1, x) + 3 * smooth_noise(count, 1, height, width, 30, x))
    print_mark = (ridges > 0.2).float() * torch.exp(-(radius / uniform(count, 30, 80, x)) ** 2) * chance(count, 0.06, x)
    x = x - print_mark * uniform(count, 10, 20 + 60 * level, x)
    blot = torch.sigmoid((uniform(count, 15, 70, x) - radius) / uniform(count, 0.8, 6, x)) * chance(count, 0.06, x)
    tint = torch.rand(count, 3, 1, 1, device=x.device) * 110 - 80
    return (x + blot * tint * (0.3 + 0.5 * level)).clamp(0, 255)


def colourise(mask, level=None, plates=None, plate_share=0.3):
    """Ink masks B x 1 x H x W (0..1) -> RGB crops B x 3 x H x W (0..255). `level` B x 1 x 1 x 1 in 0..1 makes grounds busier and inks paler."""
    count, _, height, width = mask.shape
    level = uniform(count, 0, 1, mask) if level is None else level
    ground = grounds(mask, level, plates, plate_share)
    ink = pick(INKS, count * 2, mask)
    ink = (ink[:, :3] + torch.randn(count * 2, 1, device=mask.device) * ink[:, 3:4]).view(2, count, 3, 1, 1).clamp(0, 200)
    split = uniform(count, 0, 1, mask) * width
    two = chance(count, 0.12, mask)
    _, xs = fields(mask)
    ink = torch.where((xs > split) & (two > 0), ink[1], ink[0])
    # Ink must stay told apart from the ground: pull it down where the two are too near.
    weights = constant((0.299, 0.587, 0.114), mask).view(1, 3, 1, 1)
    gap = ((ground * weights).sum(1, keepdim=True).mean((2, 3), keepdim=True) - (ink * weights).sum(1, keepdim=True))
    ink = (ink - (105 - 35 * level - gap).clamp(min=0)).clamp(min=0)
    uneven = 1 - (smooth_noise(count, 1, height, width, 7, mask) * uniform(count, 0, 0.18, mask) * level).abs()
    speck = (torch.rand(count, 1, height, width, device=mask.device) > uniform(count, 0, 0.12, mask) * level * chance(count, 0.25, mask)).float()
    alpha = mask * uneven * (0.35 + 0.65 * speck) * (1 - uniform(count, 0, 0.35, mask) * level * chance(count, 0.4, mask))
    x = ground * (1 - alpha) + ink * alpha
    turned = chance(count, 0.03, mask)
    x = x * (1 - turned) + (250 - x) * turned
    return stains(x, level)
