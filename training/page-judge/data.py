# Patches of straightened pages with known faults: recapture, photocopy, blur, glare, darkness.
import math

import numpy as np
import torch

from kit.camera import camera, light, optics, photocopy, screen, tone_curve
from kit.nets import normalise
from kit.scenery import cloud, tint
from kit.warp import rolled
from recapture import often, rand, recapture

SIDE, PAGE_WIDTH = 192, 1024
SCORES = ["recapture", "photocopy", "blur", "glare", "darkness"]
MOST_BLUR = 5.0  # spread in px of a page 1024 px wide at which nothing is left to read


def patch_quads(dice, metas):
    """Pages 1024 px wide, moved so that a random patch of them fills the picture."""
    count = len(metas)
    size = np.stack([np.full(count, PAGE_WIDTH), PAGE_WIDTH * metas[:, 1] / metas[:, 0]], -1)[:, None]
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size
    corners = rolled(corners, np.radians(dice.normal(0, 0.6, count))) + dice.normal(0, 5, (count, 4, 2))
    over = dice.random((count, 1, 1)) < 0.08  # upside down
    return np.where(over, np.roll(corners, 2, 1), corners) - dice.uniform(0, 1, (count, 1, 2)) * (size - SIDE)


def glare_wash(count, device):
    at = (torch.arange(SIDE, device=device) + 0.5) / SIDE - 0.5
    ys, xs = at.view(1, 1, -1, 1), at.view(1, 1, 1, -1)
    angle = rand(count, 0, math.pi, device)
    across = (xs * angle.cos() + ys * angle.sin()) - rand(count, -0.5, 0.5, device)
    band = torch.exp(-((across / rand(count, 0.08, 0.5, device)) ** 2))
    far = (xs - rand(count, -0.5, 0.5, device)) ** 2 / rand(count, 0.3, 3, device) + (ys - rand(count, -0.5, 0.5, device)) ** 2
    spot = torch.exp(-far / rand(count, 0.1, 0.7, device) ** 2)
    ragged = (1 + cloud(count, 1, SIDE, SIDE, device, (3, 8)) * rand(count, 0, 1.2, device)).clamp(0, 1.5)
    return (torch.where(often(count, 0.5, device), band, spot) * ragged).clamp(0, 1)


def make_patches(pool, dice, count, device):
    """Input N x 3 x 192 x 192, wanted scores N x 5 in 0..1 and their weights."""
    pages, metas = pool.pick(dice, count, 0.2)
    colour, cover, _, _ = pool.lay(pages, metas, patch_quads(dice, metas), SIDE, SIDE, blur=np.full(count, -0.3))
    ground = (torch.rand(count, 3, 1, 1, device=device) * 255).expand_as(colour)
    x = tint(colour) * cover + ground * (1 - cover)
    copied = often(count, 0.2, device).float() * rand(count, 0.35, 1, device)
    hard = often(count, 0.6, device).float()  # others are grey copies, without a threshold
    grey_copy = x.mean(1, keepdim=True).expand_as(x)
    stretched = ((grey_copy - 128) * rand(count, 1.0, 1.9, device) + 128 + rand(count, -10, 50, device)).clamp(0, 255)
    black = torch.where(hard > 0, photocopy(x, copied, 49), stretched)
    x = torch.where(copied > 0, black, x)
    # a copy seen in warm or cold light is not quite grey
    x = x * (1 + (torch.rand(count, 3, 1, 1, device=device) - 0.5) * 0.16 * (copied > 0))
    shown = torch.zeros(count, device=device)
    many = int(count * 0.34)
    x[:many] = recapture(x[:many])
    also = many + int(count * 0.04)
    x[many:also] = screen(x[many:also], rand(also - many, 0.5, 1, device))
    shown[:also] = 1
    # softness: focus, shake, low resolution
    soft = often(count, 0.55, device).float() * rand(count, 0, 1, device) ** 1.5
    soft[:also] = soft[:also] * rand(also, 0, 0.6, device)
    way = torch.rand(count, 3, 1, 1, device=device) ** 2
    way = way / way.sum(1, keepdim=True)
    focus, shake = way[:, 0:1] * soft * MOST_BLUR * 1.3, way[:, 1:2] * soft * 22
    scale = (1 / (1 + way[:, 2:3] * soft * 5.5)).clamp(0.2, 1)
    disc = often(count, 0.5, device).float()
    x = optics(x, gauss=focus * (1 - disc) + 0.3, disc=focus * disc * 1.6, motion=shake, angle=rand(count, 0, math.pi, device), shrink=scale)
    spread = (focus**2 + shake**2 / 12 + (1 / scale**2 - 1) / 4).sqrt()
    none = torch.zeros(count, 1, 1, 1, device=device)
    x = light(x, rand(count, 0, 0.8, device), often(count, 0.2, device) * rand(count, 0, 0.7, device), none)
    wash = glare_wash(count, device) * often(count, 0.3, device) * rand(count, 0.3, 1.1, device)
    x = x + (255 * rand(count, 0.95, 1.1, device) - x).clamp(min=0) * wash.clamp(0, 1)
    dark = often(count, 0.3, device) * rand(count, 0, 1, device)
    x = tone_curve(x, torch.exp(rand(count, -0.25, 0.25, device) + dark * 0.5), rand(count, 0.7, 1.1, device), rand(count, -12, 12, device))
    x = x * (1 - 0.8 * dark)
    quality = 96 - 70 * rand(count, 0, 1, device) ** 1.8
    x = camera(x.clamp(0, 255), scale, 0.4 + rand(count, 0, 6, device) + dark * 7, quality, often(count, 0.4, device) * rand(count, 0, 1.5, device), bicubic=0.3)
    flat = [shown, (copied > 0).float().view(-1), (spread / MOST_BLUR).clamp(0, 1).view(-1), (wash.mean((1, 2, 3)) * 2).clamp(0, 1), dark.float().view(-1)]
    wanted = torch.stack(flat, 1)
    # what blur, wash or darkness has wiped out cannot be asked for
    weight = torch.ones_like(wanted)
    lost = ((wanted[:, 2] > 0.35) | (wanted[:, 3] > 0.8)).float()
    weight[:, 0] = 1 - 0.85 * lost * shown
    inside = cover.mean((1, 2, 3))
    weight = weight * (inside > 0.6).float()[:, None]
    return normalise(x), (wanted, weight)
