# What lies behind, beside and over documents, made from nothing: tables, cloth, clutter, other papers, shadows, hands.
import math

import numpy as np
import torch
import torch.nn.functional as F

from kit.warp import rolled

SKINS = [(236, 200, 176), (224, 178, 148), (206, 152, 118), (180, 124, 92), (140, 92, 66), (96, 62, 46)]


def rand(count, low, high, device):
    return torch.rand(count, 1, 1, 1, device=device) * (high - low) + low


def often(count, share, device):
    return (torch.rand(count, 1, 1, 1, device=device) < share).float()


def cloud(count, channels, height, width, device, octaves=(2, 4, 8, 16, 40, 110), fall=0.62):
    out, weight = 0, 1.0
    for cells in octaves:
        rows = max(2, round(cells * height / max(height, width)) + 1)
        columns = max(2, round(cells * width / max(height, width)) + 1)
        coarse = torch.rand(count, channels, rows, columns, device=device) - 0.5
        out = out + weight * F.interpolate(coarse, size=(height, width), mode="bilinear", align_corners=True)
        weight *= fall
    return out


def axes(height, width, device):
    ys = (torch.arange(height, device=device, dtype=torch.float32) + 0.5).view(1, 1, height, 1) / max(height, width)
    xs = (torch.arange(width, device=device, dtype=torch.float32) + 0.5).view(1, 1, 1, width) / max(height, width)
    return ys, xs


def shapes(picture, many, thin):
    """Boxes and ovals of one colour each; `thin` makes lines of them."""
    count, _, height, width = picture.shape
    device = picture.device
    ys, xs = axes(height, width, device)
    share = rand(count, 0, 1, device)
    for _ in range(many):
        angle = rand(count, 0, math.pi, device)
        u, v = xs - rand(count, -0.1, 1.1, device), ys - rand(count, -0.1, 1.1, device)
        du, dv = u * angle.cos() + v * angle.sin(), v * angle.cos() - u * angle.sin()
        a = rand(count, 0.02, 0.5, device)
        b = rand(count, 0.001, 0.012, device) if thin else rand(count, 0.02, 0.35, device)
        box = torch.maximum(du.abs() - a, dv.abs() - b)
        oval = (torch.sqrt((du / a) ** 2 + (dv / b) ** 2 + 1e-6) - 1) * torch.minimum(a, b)
        far = box if thin else torch.where(often(count, 0.65, device) > 0, box, oval)
        soft = rand(count, 1, 6, device) / max(height, width)
        mask = torch.sigmoid(-far / soft * 2) * often(count, 0.75, device) * (share > 0.3).float()
        colour = torch.rand(count, 3, 1, 1, device=device) * 255
        colour = torch.where(often(count, 0.5, device) > 0, colour.mean(1, keepdim=True).expand_as(colour), colour)
        inner = colour + (cloud(count, 1, height, width, device, (3, 20, 80)) * 40 if not thin else 0)
        picture = picture * (1 - mask) + inner * mask
    return picture


def backgrounds(count, height, width, device, pool=None, dice=None, paper_like=0.15):
    ys, xs = axes(height, width, device)
    first, second = (torch.rand(count, 3, 1, 1, device=device) * 255 for _ in range(2))
    grey = often(count, 0.45, device)
    first = first * (1 - grey) + (first.mean(1, keepdim=True) * 1.2 - 20).clamp(0, 255) * grey
    near = rand(count, 0, 1, device) ** 2
    second = first + (second - first) * near
    noise = cloud(count, 1, height, width, device)
    angle = rand(count, 0, math.pi, device)
    along = xs * angle.cos() + ys * angle.sin()
    across = ys * angle.cos() - xs * angle.sin()
    rings = torch.sin((across * rand(count, 8, 90, device) + noise * rand(count, 1, 9, device)) * 6.28 + along * rand(count, 0, 6, device)) * 0.5
    cloth = torch.sin(along * rand(count, 40, 600, device)) * torch.sin(across * rand(count, 40, 600, device)) * 0.6
    tiles = (torch.sin(along * rand(count, 6, 60, device)) * torch.sin(across * rand(count, 6, 60, device))).sign() * 0.4
    kind = torch.rand(count, 1, 1, 1, device=device)
    mix = noise * rand(count, 0.1, 2.0, device)
    mix = torch.where(kind < 0.22, rings + noise * 0.5, mix)
    mix = torch.where((kind >= 0.22) & (kind < 0.36), cloth * rand(count, 0.2, 1, device) + noise * 0.6, mix)
    mix = torch.where((kind >= 0.36) & (kind < 0.42), tiles + noise * 0.3, mix)
    mix = torch.where((kind >= 0.42) & (kind < 0.56), noise * 0.08, mix)
    out = first + (second - first) * (0.5 + mix) + cloud(count, 3, height, width, device, (2, 5)) * rand(count, 0, 60, device)
    out = out + torch.randn(count, 1, height, width, device=device) * rand(count, 0, 10, device)
    out = shapes(shapes(out, 4, False), 3, True)
    scan = often(count, paper_like, device)
    white = rand(count, 225, 255, device) + torch.randn(count, 1, height, width, device=device) * rand(count, 0, 3, device)
    out = out * (1 - scan) + white * scan
    shown = often(count, 0.07, device)
    out = out * (1 - shown) + viewers(count, height, width, device) * shown
    if pool is not None:
        out = papers_under(out, pool, dice, 0.15)
    return out.clamp(0, 255)


def viewers(count, height, width, device):
    """What a phone shows around a picture: plain black or white, bars above and below, small signs on them."""
    ys = (torch.arange(height, device=device, dtype=torch.float32) + 0.5).view(1, 1, height, 1) / height
    xs = (torch.arange(width, device=device, dtype=torch.float32) + 0.5).view(1, 1, 1, width) / width
    dark = often(count, 0.6, device)
    plain = dark * rand(count, 0, 40, device) + (1 - dark) * rand(count, 225, 255, device)
    way = dark * 2 - 1
    top, low = rand(count, 0.03, 0.1, device), rand(count, 0.04, 0.14, device)
    bars = ((ys < top) | (ys > 1 - low)).float()
    line = ((ys - top * 0.55).abs() < 0.008).float() + ((ys - 1 + low * 0.5).abs() < 0.012).float()
    signs = (torch.sin(xs * rand(count, 20, 90, device) + rand(count, 0, 6, device)) > rand(count, 0.3, 0.9, device)).float() * line
    return (plain + way * (bars * rand(count, 0, 30, device) + signs * rand(count, 80, 200, device))).clamp(0, 255).expand(count, 3, height, width)


def papers_under(picture, pool, dice, share):
    """Some pictures get a page much larger than the frame below everything: it is a ground, not a document to find."""
    count, _, height, width = picture.shape
    chosen = [i for i in range(count) if dice.random() < share]
    if not chosen:
        return picture
    pages, metas = pool.pick(dice, len(chosen), 0.7)
    span = max(height, width)
    size = np.stack([metas[:, 0], metas[:, 1]], -1) / metas[:, :2].min(1, keepdims=True) * span * dice.uniform(2.2, 4.5, (len(metas), 1)) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size[:, None]
    quads = rolled(corners, dice.uniform(0, 2 * math.pi, len(metas))) + np.array([width, height]) * dice.uniform(0.35, 0.65, (len(metas), 1, 2))
    colour, cover, _, _ = pool.lay(pages, metas, quads, height, width)
    picture = picture.clone()
    where = torch.tensor(chosen, device=picture.device)
    picture[where] = picture[where] * (1 - cover) + colour * cover
    return picture


def lay_down(picture, colour, cover, outside, keep=None):
    """Composites pages with the shadow they throw and, now and then, the clear rim of a laminate, narrow or wide."""
    count, device = picture.shape[0], picture.device
    keep = torch.ones(count, 1, 1, 1, device=device) if keep is None else keep
    shadow = torch.exp(-(outside.clamp(min=0) / rand(count, 0.8, 14, device))) * rand(count, 0, 0.6, device) * often(count, 0.7, device) * keep
    picture = picture * (1 - shadow)
    rim = ((rand(count, 1, 7, device) - outside).clamp(0, 1)) * often(count, 0.12, device) * keep * rand(count, 0.1, 0.5, device)
    picture = picture * (1 - rim) + rim * rand(count, 150, 255, device)
    span = max(picture.shape[-2:])
    film = rand(count, 0.008, 0.045, device) * span - outside
    on = often(count, 0.15, device) * keep
    milky = film.clamp(0, 1) * rand(count, 0.05, 0.4, device) + torch.exp(-(film**2)) * rand(count, 0, 0.5, device)
    picture = picture + (rand(count, 170, 255, device) - picture) * (milky * on).clamp(0, 0.8)
    cover = cover * keep
    return picture * (1 - cover) + colour * cover


def sheets_under(picture, quads, share):
    """Some pages lie, as a copy does, on a plain sheet that is larger than they are; quads B x 4 x 2 numpy in px."""
    count, _, height, width = picture.shape
    device, dice = picture.device, np.random.default_rng()
    middle = quads.mean(1, keepdims=True)
    off = dice.uniform(-0.3, 0.3, (count, 1, 2)) * np.abs(quads - middle).max(1, keepdims=True)
    large = (quads - middle) * dice.uniform(1.25, 3.2, (count, 1, 1)) + middle + off
    ys = (torch.arange(height, device=device) + 0.5).view(1, height, 1)
    xs = (torch.arange(width, device=device) + 0.5).view(1, 1, width)
    inside = torch.full((count, height, width), 1e4, device=device)
    for k in range(4):
        a, b = large[:, k], large[:, (k + 1) % 4]
        way = (b - a) / np.maximum(1e-3, np.sqrt(((b - a) ** 2).sum(-1, keepdims=True)))
        ax, ay, ux, uy = (torch.from_numpy(np.ascontiguousarray(v)).float().to(device).view(-1, 1, 1) for v in (a[:, 0], a[:, 1], way[:, 0], way[:, 1]))
        inside = torch.minimum(inside, (ys - ay) * ux - (xs - ax) * uy)
    flipped = torch.from_numpy(turning(large)).float().to(device).view(-1, 1, 1)
    cover = ((inside.clamp(-0.5, 0.5) + 0.5) * flipped)[:, None] * often(count, share, device)
    white = rand(count, 190, 255, device) + torch.randn(count, 1, height, width, device=device) * rand(count, 0, 4, device)
    return picture * (1 - cover) + white * cover


def turning(quads):
    """1 for quads whose corners follow each other clockwise on the screen; others have no inside here."""
    x, y = quads[..., 0], quads[..., 1]
    return np.where((x * np.roll(y, -1, 1) - np.roll(x, -1, 1) * y).sum(1) > 0, 1.0, 0.0)


def tint(colour):
    """Printing and ageing differ: every page gets its own saturation, gains and contrast."""
    count, device = colour.shape[0], colour.device
    grey = colour.mean(1, keepdim=True)
    colour = grey + (colour - grey) * rand(count, 0.35, 1.5, device)
    gain = 1 + (torch.rand(count, 3, 1, 1, device=device) - 0.5) * 0.3 * often(count, 0.7, device)
    middle = colour.mean((2, 3), keepdim=True)
    out = (middle + (colour - middle) * rand(count, 0.65, 1.2, device)) * gain * rand(count, 0.75, 1.08, device)
    return out.clamp(0, 255)


def hands(picture, quads, share=0.25, reach=0.16):
    """Fingers that come from outside and end on the rim of the page; quads B x 4 x 2 numpy in px."""
    count, _, height, width = picture.shape
    device = picture.device
    ys = (torch.arange(height, device=device) + 0.5).view(1, 1, height, 1)
    xs = (torch.arange(width, device=device) + 0.5).view(1, 1, 1, width)
    dice = np.random.default_rng()
    middle = quads.mean(1)
    size = np.sqrt(((quads[:, 2] - quads[:, 0]) ** 2).sum(-1))
    skin = np.array(SKINS, np.float32)[dice.integers(0, len(SKINS), count)] * dice.uniform(0.8, 1.1, (count, 1)).astype(np.float32)
    held = dice.random(count) < share
    spot = {k: np.zeros((2, count), np.float32) for k in ("ax", "ay", "bx", "by", "r", "on")}
    each = np.arange(count)
    for j in range(2):
        c = dice.integers(0, 4, count)
        a, b = quads[each, c], quads[each, (c + 1) % 4]
        edge = a + (b - a) * dice.uniform(-0.05, 1.05, (count, 1))
        way = edge - middle
        way = way / np.maximum(1e-3, np.sqrt((way**2).sum(-1, keepdims=True)))
        way = rolled(way[:, None], dice.uniform(-0.7, 0.7, count))[:, 0]
        tip, root = edge - way * (size * dice.uniform(-0.02, reach, count))[:, None], edge + way * size[:, None] * 1.5
        spot["ax"][j], spot["ay"][j], spot["bx"][j], spot["by"][j] = tip[:, 0], tip[:, 1], root[:, 0], root[:, 1]
        spot["r"][j] = size * dice.uniform(0.035, 0.085, count)
        spot["on"][j] = held & ((j == 0) | (dice.random(count) < 0.5))
    given = {k: torch.from_numpy(v).to(device).view(2, count, 1, 1, 1) for k, v in spot.items()}
    colour = torch.from_numpy(skin).to(device).view(count, 3, 1, 1)
    for j in range(2):
        ax, ay, bx, by, r, on = (given[k][j] for k in ("ax", "ay", "bx", "by", "r", "on"))
        ux, uy = bx - ax, by - ay
        t = (((xs - ax) * ux + (ys - ay) * uy) / (ux * ux + uy * uy + 1e-3)).clamp(0, 1)
        far = torch.sqrt((xs - ax - t * ux) ** 2 + (ys - ay - t * uy) ** 2 + 1e-3) / r.clamp(min=1)
        mask = ((1.02 - far) * r * 0.7).clamp(0, 1) * on
        shade = 1.08 - 0.45 * far.clamp(0, 1) ** 2
        picture = picture * (1 - torch.exp(-((far - 1).clamp(min=0) * 5)) * 0.35 * on)
        picture = picture * (1 - mask) + (colour * shade).clamp(0, 255) * mask
    return picture
