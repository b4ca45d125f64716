# Pictures of screens and of prints: the raster is drawn finer than the camera sees, and the camera's own raster then beats with it.
import math

import torch
import torch.nn.functional as F

FINE = 3  # raster points per pixel of the patch, each way


def rand(count, low, high, device):
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def often(count, share, device):
    return torch.rand(count, 1, 1, 1, device=device) < share


def raster_axes(count, side, device):
    """Coordinates of the fine raster in px of the patch, turned, tilted and bent as the screen stands before the camera."""
    at = (torch.arange(side * FINE, device=device) + 0.5) / FINE - side / 2
    ys, xs = at.view(1, 1, -1, 1), at.view(1, 1, 1, -1)
    angle = torch.where(often(count, 0.6, device), rand(count, -0.12, 0.12, device), rand(count, -math.pi, math.pi, device))
    u, v = xs * angle.cos() + ys * angle.sin(), ys * angle.cos() - xs * angle.sin()
    lean = 1 + (rand(count, -1, 1, device) * u + rand(count, -1, 1, device) * v) * 0.0006
    return u * lean + rand(count, 0, 50, device), v * lean + rand(count, 0, 50, device)


def pulse(phase, width, soft):
    """1 where the phase (0..1, cyclic) lies within `width` of the middle, with soft flanks."""
    off = (phase - torch.floor(phase) - 0.5).abs()
    return torch.sigmoid((width / 2 - off) / soft)


def screen_light(x, fine):
    """What a screen shows: one value per screen pixel, from stripes (or dots) of red, green and blue with black between."""
    count, device, side = x.shape[0], x.device, x.shape[-1]
    u, v = raster_axes(count, side, device)
    pitch = torch.exp(rand(count, math.log(0.7), math.log(4.5), device))
    pu, pv = u / pitch, v / pitch
    soft, gap = rand(count, 0.03, 0.12, device), rand(count, 0.6, 0.95, device)
    order = torch.where(often(count, 0.25, device), -torch.ones(1, device=device), torch.ones(1, device=device))
    sideways = often(count, 0.2, device)
    # phones draw diamonds: red and blue on every second row
    diamond = often(count, 0.3, device)
    out = []
    for k in range(3):
        shift = order * (k - 1) / 3
        stripe = pulse(torch.where(sideways, pv, pu) + shift, 0.33 * gap, soft) * pulse(torch.where(sideways, pu, pv), gap, soft)
        dot = pulse(pu * 0.5 + (0.5 if k == 2 else 0), 0.4, soft) * pulse(pv + (0.5 if k == 1 else 0), 0.55, soft) if k != 1 else pulse(pu, 0.4, soft) * pulse(pv + 0.5, 0.5, soft)
        out.append(torch.where(diamond, dot, stripe))
    mask = torch.cat(out, 1)
    mask = mask / mask.mean((2, 3), keepdim=True).clamp(min=0.02)
    depth = rand(count, 0.25, 1, device)
    # the screen has its own pixels: the picture is as coarse as they are
    small = F.avg_pool2d(x, 2)
    coarse = F.interpolate(small, size=(side * FINE, side * FINE), mode="nearest")
    fine = torch.where(pitch > 1.6, coarse, fine)
    linear = (fine / 255).clamp(0, 1) ** 2.2
    linear = linear * (1 - depth + depth * mask) * rand(count, 0.6, 1.3, device) + rand(count, 0, 0.06, device)
    cold = 1 + (torch.rand(count, 3, 1, 1, device=device) - 0.5) * 0.2 + torch.tensor([-0.04, 0.0, 0.06], device=device).view(1, 3, 1, 1)
    return linear * cold


def print_dots(x, fine):
    """Halftone: dots of cyan, magenta and yellow on their own angles, larger where the tone is darker; or lines, or ink-jet grain."""
    count, device, side = x.shape[0], x.device, x.shape[-1]
    u, v = raster_axes(count, side, device)
    pitch = torch.exp(rand(count, math.log(1.6), math.log(6.5), device))
    grain = often(count, 0.3, device)
    noise = F.interpolate(torch.rand(count, 3, side * 2, side * 2, device=device), size=(side * FINE, side * FINE), mode="nearest") * 2 - 1
    out = []
    for k, degrees in enumerate((15, 75, 0)):
        a = math.radians(degrees)
        du, dv = (u * math.cos(a) + v * math.sin(a)) / pitch, (v * math.cos(a) - u * math.sin(a)) / pitch
        out.append((torch.cos(2 * math.pi * du) + torch.cos(2 * math.pi * dv)) * 0.5)
    cell = torch.where(grain, noise * 0.9, torch.cat(out, 1))
    tone = (fine / 255).clamp(0, 1)
    ink = torch.sigmoid((cell + (tone * 2 - 1) * 1.05) / rand(count, 0.08, 0.5, device))
    depth = rand(count, 0.3, 1, device)
    shown = tone * (1 - depth) + ink * depth
    paper = torch.tensor([0.97, 0.96, 0.93], device=device).view(1, 3, 1, 1)
    return (shown * rand(count, 0.75, 0.98, device) * paper + rand(count, 0.01, 0.1, device)).clamp(0, 1) ** 2.2


def camera_view(light):
    """The fine raster as a camera samples it: lens, then a pixel grid of another pitch (this makes the moire), then back to the patch."""
    count, _, big, _ = light.shape
    device, side = light.device, big // FINE
    softened = F.avg_pool2d(F.pad(light, (1, 1, 1, 1), mode="replicate"), 3, 1)
    light = torch.where(often(count, 0.5, device), softened, light)
    scale = torch.exp(rand(count, math.log(0.55), math.log(1.7), device))
    most = int(side * 1.7) // 16 * 16
    at = (torch.arange(most, device=device) + 0.5).view(1, -1)
    place = (at / scale.view(-1, 1) / side * 2 - 1) + rand(count, 0, 0.01, device).view(-1, 1)
    grid = torch.stack([place.view(count, 1, most).expand(count, most, most), place.view(count, most, 1).expand(count, most, most)], -1)
    seen = F.grid_sample(light, grid, align_corners=False, padding_mode="reflection")
    seen = seen.clamp(1e-5, 1) ** (1 / 2.2)
    back = ((torch.arange(side, device=device) + 0.5).view(1, -1) * scale.view(-1, 1)) / most * 2 - 1
    grid = torch.stack([back.view(count, 1, side).expand(count, side, side), back.view(count, side, 1).expand(count, side, side)], -1)
    return F.grid_sample(seen, grid, align_corners=False, padding_mode="border") * 255


def recapture(x):
    """Patches B x 3 x S x S (0..255) as if the document had been on a screen (two of three) or in print."""
    count, side = x.shape[0], x.shape[-1]
    fine = F.interpolate(x, size=(side * FINE, side * FINE), mode="bilinear", align_corners=False)
    screens = max(1, count * 2 // 3)
    light = screen_light(x[:screens], fine[:screens])
    if screens < count:
        light = torch.cat([light, print_dots(x[screens:], fine[screens:])])
    return camera_view(light).clamp(0, 255)
