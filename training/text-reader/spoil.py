# Spoils batches of lines on the GPU and brings them to the network: from as sharp as a scan sampled once to as bad as can still be read.
import math
import random

import torch
import torch.nn.functional as F

from around import neighboured, rosette, washed
from draw import FINE, SQUEEZE
from kit.camera import camera, grey, halftone, jpeg, light, optics, photocopy, screen, sensor_noise, sharpen, tone_curve
from kit.degrade import jitter, weight
from kit.paper import chance, colourise, uniform
from model import HEIGHT
from sent import saved, seen

PLATE_SHARE = 0.45
# Of batches of fine lines so many are not sampled again: what the product cuts from a good scan.
ONCE = 0.6
# Of batches of other lines so many are photographs that were sent on.
SENT = 0.65
# How much unsharp masks may add: to lines as sharp as scans, to those sampled again, to those of photographs, which were sharpened before.
EDGES = {"fine": 1.2, "again": 1.6, "sent": 0.25}


def embossed(x, ink, strength):
    """Raised letters: light on one edge, shadow on the other."""
    edge = F.pad(ink, (0, 1, 0, 1))[..., 1:, 1:] - F.pad(ink, (1, 0, 1, 0))[..., :-1, :-1]
    return (x + edge * strength).clamp(0, 255)


def tinted(x):
    """The light of another room, and cards of another batch: each colour a little stronger or weaker, some lines paler."""
    b = x.shape[0]
    x = x * uniform(b, 0.62, 1.12, x) * (1 + 0.16 * (torch.rand(b, 3, 1, 1, device=x.device) - 0.5))
    paler = uniform(b, 0, 0.3, x) * chance(b, 0.4, x)
    return (x + (x.mean((2, 3), keepdim=True) - x) * paler).clamp(0, 255)


def in_place(x, noise, quality, halo):
    """What a sensor and JPEG do, at the pixels as they are; the blocks of JPEG begin anywhere."""
    height, width = x.shape[-2:]
    top, left = random.randrange(8), random.randrange(8)
    room = (left, -(width + left) % 16, top, -(height + top) % 16)
    seen = F.pad(sharpen(sensor_noise(x, noise), halo), room, mode="replicate")
    return jpeg(seen, quality)[..., top : top + height, left : left + width]


def led(ink):
    """Heights before the first letter of each line; leaders are letters here."""
    columns = (ink[:, 0].amax(1) > 0.3).float().argmax(1)
    return (columns / ink.shape[2]).view(-1, 1, 1, 1)


@torch.no_grad()
def spoil_lines(mask, widths, level, plates=None, zones=None, sent=None):
    """Ink masks B x H x W (uint8) or crops of pages B x H x W x 3, their widths (B), levels 0 clean .. 1 bad (B), which are of zones (B), whether as sent photographs (by chance unless told)
    -> what `fit` takes: crops B x 3 x H x W, 0..255, their widths, and how much they may be sharpened."""
    b, h, w = mask.shape[:3]
    fine = h == FINE
    sent = not fine and (random.random() < SENT if sent is None else sent)
    # Of crops only the size is needed here; their ink lies on its own ground already.
    drawn = mask.ndim == 3
    ink = mask.float().div(255).view(b, 1, h, w) if drawn else torch.zeros(b, 1, h, w, device=mask.device)
    level = level.to(ink.device).float().view(b, 1, 1, 1).clamp(0, 1)
    widths = widths.to(ink.device).float()
    zones = torch.zeros_like(level) if zones is None else zones.to(ink.device).float().view(b, 1, 1, 1)

    def dose(share, power=1.0):
        return level * torch.rand_like(level) ** power * chance(b, share, ink)

    if drawn:
        bent = torch.where(chance(b, 0.7 if fine else 0.2, ink) > 0, ink, jitter(ink, widths, level))
        bent = weight(bent, level)
        x = colourise(bent, level, plates, PLATE_SHARE)
    else:
        x = tinted(mask.permute(0, 3, 1, 2).float())
    if drawn and random.random() < 0.6:
        x = neighboured(x, ink, 0.5)
    # What is rare is left out of most batches and more common in the others: a third of the work.
    if random.random() < (0.4 if drawn else 0.15):
        x = rosette(x, widths, 0.45, led(ink) if drawn else None)
    if random.random() < 0.3:
        x = washed(x, dose(0.5))
    if drawn and random.random() < 0.3:
        x = embossed(x, bent, uniform(b, -70, 70, ink) * chance(b, 0.3, ink))
    if random.random() < 0.33:
        x = halftone(x, dose(0.45))
    if random.random() < 0.33:
        copied = dose(0.42, 0.5)
        x = photocopy(x, (copied > 0).float() * (0.5 + 0.5 * copied), 25)
    if random.random() < 0.3:
        x = torch.where(chance(b, 0.3, ink) > 0, grey(x).expand_as(x), x)
    if random.random() < 0.4:
        x = screen(x, dose(0.45) * uniform(b, 0.7, 1.8, ink))
    # One budget for softness: blur, motion and low resolution share it, so that the worst line can still be read. Letters of zones are large in their crop.
    soft = level * uniform(b, 0.0 if fine else 0.1, 1.25, ink) * (1 + 0.3 * zones) * (0.4 if fine else 1)
    cut = torch.rand(b, 3, 1, 1, device=ink.device) ** 1.6
    cut = cut / cut.sum(1, keepdim=True) * soft
    once = fine and random.random() < ONCE
    scale = torch.ones_like(level) if once else (1 - 0.78 * cut[:, 0:1] ** 0.5).clamp(min=0.21)
    kind = chance(b, 0.5, ink)
    focus = cut[:, 1:2] * 3.4
    shake = cut[:, 2:3] * 10 * chance(b, 0.6, ink)
    blur = {"gauss": focus * kind * 0.75, "disc": focus * (1 - kind) * 1.3, "motion": shake, "angle": uniform(b, 0, math.pi, ink)}
    if sent:
        largest, scale, blur = seen(level, zones)
    x = optics(x, shrink=scale.clamp(max=1), **blur)
    x = light(x, dose(0.8), dose(0.2), dose(0.22) * 0.64)
    gamma = torch.exp(uniform(b, -0.55, 0.55, ink) * level)
    x = tone_curve(x, gamma, 1 - dose(0.6) * 0.55 + 0.12 * torch.rand_like(level), uniform(b, -38, 30, ink) * level)
    noise = 0.6 + dose(0.85, 1.6) * 17
    specks = None
    if random.random() < 0.13:
        # Scans of scans and cheap filters: far more noise than a sensor gives.
        noise, specks = noise + dose(0.3) * 80, dose(0.35, 1.5) * 0.3
    quality = torch.where(chance(b, 0.8, ink) > 0, 95 - 85 * level * torch.rand_like(level) ** 1.5, torch.full_like(level, 97.0))
    halo = dose(0.35) * 1.6
    if sent:
        return *saved(x, widths, largest, scale, noise, halo), EDGES["sent"]
    if once:
        return in_place(x, noise, quality, halo), widths, EDGES["fine"]
    return camera(x, scale, noise, quality, halo, bicubic=random.random() < 0.5, specks=specks), widths, EDGES["fine" if fine else "again"]


def resampled(x):
    """Crops 48 high to what the network sees, by one of the filters that cameras, scanners and we shrink with."""
    size = (HEIGHT, round(x.shape[3] * HEIGHT / x.shape[2] * SQUEEZE))
    roll = random.random()
    if roll < 0.35:
        return F.interpolate(x, size=size, mode="area")
    if roll < 0.65:
        return F.interpolate(x, size=size, mode="bilinear", align_corners=False)
    return F.interpolate(x, size=size, mode="bicubic" if roll < 0.85 else "bilinear", antialias=True, align_corners=False)


def edged(x, most):
    """Unsharp masks as phones and scanners apply them: for half of the lines, from none to `most`."""
    b = x.shape[0]
    amount = uniform(b, 0, most, x) * chance(b, 0.5, x)
    soft = F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1)
    return (x + (x - soft) * amount).clamp(0, 255)


def fit(x, widths, edges):
    """Crops B x 3 x H x W (0..255) as the network takes them: 40 high, squeezed, sharpened by up to `edges`, -1..1, and nothing (0) beyond the line's end."""
    share = 1 if x.shape[2] == FINE else HEIGHT / x.shape[2] * SQUEEZE
    x = edged(x if x.shape[2] == FINE else resampled(x), edges)
    wide = math.ceil(x.shape[3] / 16) * 16
    x = F.pad(x.nan_to_num(127.5) / 127.5 - 1, (0, wide - x.shape[3]))
    ends = (widths.to(x.device).float() * share).ceil().clamp(max=wide)
    x = x * (torch.arange(wide, device=x.device).view(1, 1, 1, wide) < ends.view(-1, 1, 1, 1))
    return x, (ends / 4).ceil().long()
