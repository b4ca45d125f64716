# Spoils batches on the GPU: text lines from ink masks (degrade_lines), and pictures of pages with the strengths that label them (degrade_pages).
import math
import random
import time

import torch
import torch.nn.functional as F

from .camera import camera, halftone, laminate, light, optics, photocopy, screen, tone_curve
from .paper import chance, colourise, fields, uniform

# How often a page meets each thing it is judged by; a caller may hand another table.
PAGE_CHANCES = {"recapture": 0.15, "photocopy": 0.2, "blur": 0.55, "glare": 0.3, "darkness": 0.25}


def jitter(mask, widths, level):
    """Bends ink masks B x 1 x H x W as a badly straightened crop is bent: turn, slant, height change, curve, shift; the ink stays inside the crop."""
    b, _, h, w = mask.shape
    ys, xs = fields(mask)
    half = (widths.view(b, 1, 1, 1) / 2).clamp(min=8)
    px, py = xs - half, ys + 0.5
    drift = uniform(b, -0.22, 0.22, mask) * h * level * chance(b, 0.7, mask)
    turn = (drift / (2 * half)).clamp(-0.07, 0.07)
    slant = uniform(b, -0.22, 0.22, mask) * level * chance(b, 0.5, mask)
    taper = uniform(b, -0.14, 0.14, mask) * level * chance(b, 0.4, mask)
    bend = uniform(b, -0.09, 0.09, mask) * h * level * chance(b, 0.35, mask)
    share = px / half
    room = 1 + ((turn * half).abs() * 1.6 + bend.abs() * 1.2) / h + taper.abs()
    stretch = room * uniform(b, 0.97, 1.06, mask)
    wave = bend * torch.sin(share * uniform(b, 0.8, 2.4, mask) + uniform(b, 0, 6.3, mask))
    shift = uniform(b, -0.04, 0.04, mask) * h * (0.3 + 0.7 * level)
    sy = (py - turn * px + wave + shift) * stretch * (1 + taper * share)
    sx = (px + turn * py + slant * py) * uniform(b, 1.0, 1.03, mask) + half
    grid = torch.stack([(2 * sx + 1) / w - 1, 2 * sy / h], -1)[:, 0]
    return F.grid_sample(mask, grid, align_corners=False, padding_mode="zeros")


def weight(mask, level):
    """Bolder or thinner strokes, as ink spreads or fades."""
    b = mask.shape[0]
    fat, thin = F.max_pool2d(mask, 3, 1, 1), -F.max_pool2d(-mask, 3, 1, 1)
    way = uniform(b, -0.45, 0.7, mask) * (0.3 + 0.7 * level) * chance(b, 0.4, mask)
    return mask + (fat - mask) * way.clamp(min=0) + (thin - mask) * (-way).clamp(min=0) * 0.8


@torch.no_grad()
def degrade_lines(mask, widths, level, plates=None, plate_share=0.3, pad="edge"):
    """Ink masks B x H x W (uint8 or float 0..255), their true widths (B), levels 0 clean .. 1 bad (B) -> crops B x 3 x H x W, 0..255 float32.

    H and W multiples of 16. Beyond its width a line shows its last column again (pad="edge") or more ground (pad=None).
    """
    b, h, w = mask.shape
    ink = mask.float().div(255).view(b, 1, h, w)
    level = level.to(ink.device).float().view(b, 1, 1, 1).clamp(0, 1)
    widths = widths.to(ink.device).float()

    def dose(share, power=1.0):
        return level * torch.rand_like(level) ** power * chance(b, share, ink)

    x = colourise(weight(jitter(ink, widths, level), level), level, plates, plate_share)
    # What is rare is left out of most batches and more common in the others: a third of the work.
    if random.random() < 0.33:
        x = halftone(x, dose(0.45))
    if random.random() < 0.33:
        copied = dose(0.42, 0.5)
        x = photocopy(x, (copied > 0).float() * (0.5 + 0.5 * copied), 25)
    if random.random() < 0.4:
        x = screen(x, dose(0.45))
    # One budget for softness: blur, motion and low resolution share it, so that the worst line can still be read.
    soft = level * uniform(b, 0.2, 1.25, ink)
    cut = torch.rand(b, 3, 1, 1, device=ink.device) ** 1.6
    cut = cut / cut.sum(1, keepdim=True) * soft
    scale = (1 - 0.78 * cut[:, 0:1] ** 0.5).clamp(min=0.25)
    kind = chance(b, 0.5, ink)
    focus = cut[:, 1:2] * 3.4
    shake = cut[:, 2:3] * 10 * chance(b, 0.6, ink)
    blur = {"gauss": focus * kind * 0.75 + 0.25, "disc": focus * (1 - kind) * 1.3, "motion": shake, "angle": uniform(b, 0, math.pi, ink)}
    x = optics(x, shrink=scale, **blur)
    x = light(x, dose(0.8), dose(0.2), dose(0.22) * 0.64)
    gamma = torch.exp(uniform(b, -0.55, 0.55, ink) * level)
    x = tone_curve(x, gamma, 1 - dose(0.6) * 0.55 + 0.12 * torch.rand_like(level), uniform(b, -38, 30, ink) * level)
    noise = 0.6 + dose(0.85, 1.6) * 17
    specks = None
    if random.random() < 0.2:
        # Scans of scans and cheap filters: far more noise than a sensor gives.
        noise, specks = noise + dose(0.3) * 80, dose(0.35, 1.5) * 0.3
    quality = torch.where(chance(b, 0.8, ink) > 0, 95 - 82 * level * torch.rand_like(level) ** 1.5, torch.full_like(level, 97.0))
    x = camera(x, scale, noise, quality, dose(0.35) * 1.6, bicubic=random.random() < 0.5, specks=specks)
    if pad == "edge":
        column = torch.minimum(torch.arange(w, device=x.device).view(1, w), (widths.long() - 1).clamp(min=0).view(b, 1))
        x = x.gather(3, column.view(b, 1, 1, w).expand(b, 3, h, w))
    return x


@torch.no_grad()
def degrade_pages(x, level=None, region=None, chances=None, scale_low=0.36):
    """Pictures of documents B x 3 x H x W (0..255) -> the same, spoilt, and the strengths that were used.

    `region` B x 1 x H x W (0..1) says where the document is (for photocopy; all of the picture when missing); `level` B in 0..1 scales everything.
    Strengths: dict of B tensors in 0..1: recapture, photocopy, blur, glare, darkness; `blur_px` is the blur's spread in pixels of x.
    """
    b, _, h, w = x.shape
    x = x.float()
    odds = {**PAGE_CHANCES, **(chances or {})}
    level = torch.ones(b, device=x.device) if level is None else level.to(x.device).float()
    level = level.view(b, 1, 1, 1).clamp(0, 1)
    span = max(h, w) / 640

    def dose(share, low=0.0):
        return level * uniform(b, low, 1, x) * chance(b, share, x)

    copied = dose(odds["photocopy"], 0.5)
    copy = photocopy(x, copied, int(24 * span) * 2 + 1, specks=0.0012)
    x = copy if region is None else copy * region + x * (1 - region)
    # What is rare is left out of most batches and more common in the others.
    if random.random() < 0.4:
        filmed = laminate(x, dose(0.5, 0.2) * (copied == 0).float())
        x = filmed if region is None else filmed * region + x * (1 - region)
    recapture, glare, darkness = dose(odds["recapture"], 0.35), dose(odds["glare"], 0.25), dose(odds["darkness"], 0.25)
    x = screen(halftone(x, dose(0.05)), recapture)
    soft = dose(odds["blur"])
    cut = torch.rand(b, 3, 1, 1, device=x.device) ** 1.5
    cut = cut / cut.sum(1, keepdim=True) * soft
    scale = (1 - 0.9 * cut[:, 0:1] ** 0.7).clamp(min=scale_low)
    kind = chance(b, 0.5, x)
    focus, shake = cut[:, 1:2] * 3.4 * span, cut[:, 2:3] * 11 * span
    x = optics(x, gauss=focus * kind, disc=focus * (1 - kind) * 1.6, motion=shake, angle=uniform(b, 0, math.pi, x), shrink=scale)
    x = light(x, dose(0.8) * 0.8, dose(0.25), glare)
    x = tone_curve(x, torch.exp(uniform(b, -0.3, 0.3, x) * level + darkness * 0.9), 1 - dose(0.4) * 0.4, uniform(b, -12, 18, x) * level)
    x = x * (1 - 0.68 * darkness)
    quality = 95 - 83 * level * torch.rand_like(level) ** 1.7
    x = camera(x, scale, 0.5 + dose(0.7) * 11 + darkness * 8, quality, dose(0.35) * 1.4)
    spread = (focus**2 + shake**2 / 12 + (1 / scale**2 - 1) / 12).sqrt()
    flat = {"recapture": recapture, "photocopy": copied, "blur": (spread / (3.4 * span)).clamp(0, 1), "glare": glare, "darkness": darkness}
    return x, {**{name: value.view(b) for name, value in flat.items()}, "blur_px": spread.view(b)}


def measure(device, lines=512, width=576, pages=16, size=640):
    """Lines and pages a second; run as `python3 -m kit.degrade` from the training folder."""
    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    mask, widths, level = torch.zeros(lines, 48, width, dtype=torch.uint8, device=device), torch.full((lines,), width, device=device), torch.rand(lines, device=device)
    picture = torch.rand(pages, 3, size, size, device=device) * 255
    for name, count, act in (("lines", lines, lambda: degrade_lines(mask, widths, level)), ("pages", pages, lambda: degrade_pages(picture))):
        act()
        wait()
        begun, rounds = time.time(), 0
        while time.time() - begun < 3:
            act()
            wait()
            rounds += 1
        print(f"{name}: {count * rounds / (time.time() - begun):.0f} a second on {device}")


if __name__ == "__main__":
    measure("cuda") if torch.cuda.is_available() else measure("cpu", 8, 320, 1, 320)
