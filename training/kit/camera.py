# What lenses, sensors, light, copiers and screens do to a picture: effects on batches B x 3 x H x W (0..255), strengths per sample (B x 1 x 1 x 1), no loop over samples.
import math

import torch
import torch.nn.functional as F

from .paper import chance, constant, fields, smooth_noise, uniform

LUMA = (16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99)
CHROMA = (17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99) + (99,) * 32
COSINES = tuple(tuple(math.sqrt((1 if k == 0 else 2) / 8) * math.cos(math.pi * (2 * n + 1) * k / 16) for n in range(8)) for k in range(8))
TO_YCC = ((0.299, 0.587, 0.114), (-0.168736, -0.331264, 0.5), (0.5, -0.418688, -0.081312))
TO_RGB = ((1, 0, 1.402), (1, -0.344136, -0.714136), (1, 1.772, 0))
# Powers of the two approximations of the Bessel function J1 (Abramowitz and Stegun 9.4.4 and 9.4.6).
NEAR = (0.5, -0.56249985, 0.21093573, -0.03954289, 0.00443319, -0.00031761, 0.00001109)
SIZE = (0.79788456, 0.00000156, 0.01659667, 0.00017105, -0.00249511, 0.00113653, -0.00020033)
TURN = (-2.35619449, 0.12499612, 0.0000565, -0.00637879, 0.00074348, 0.00079824, -0.00029166)


def grey(x):
    return (x * constant(TO_YCC[0], x).view(1, 3, 1, 1)).sum(1, keepdim=True)


def colours(x, matrix):
    return torch.einsum("dc,bchw->bdhw", constant(matrix, x), x)


def powers(factors, t):
    total = torch.full_like(t, factors[-1])
    for factor in factors[-2::-1]:
        total = total * t + factor
    return total


def airy(z):
    """2 J1(z) / z, what a round blur does to a frequency."""
    far = z.clamp(min=3)
    outer = powers(SIZE, 3 / far) * torch.cos(far + powers(TURN, 3 / far)) / (far * far.sqrt())
    return 2 * torch.where(z <= 3, powers(NEAR, (z.clamp(max=3) / 3) ** 2), outer)


def optics(x, gauss=None, disc=None, motion=None, angle=None, shrink=None):
    """Blurs by multiplying the spectrum: gauss (sigma), disc (radius), motion (length, angle in radians), shrink (area average for that scale < 1); px, B x 1 x 1 x 1 each."""
    pad = 16
    padded = F.pad(x, (pad, pad, pad, pad), mode="replicate")
    height, width = padded.shape[-2:]
    fy = torch.fft.fftfreq(height, device=x.device).view(1, 1, height, 1)
    fx = torch.fft.rfftfreq(width, device=x.device).view(1, 1, 1, -1)
    rho2 = fx * fx + fy * fy
    transfer = torch.ones_like(rho2)
    if gauss is not None:
        transfer = transfer * torch.exp(-2 * math.pi**2 * gauss**2 * rho2)
    if disc is not None:
        transfer = transfer * airy(2 * math.pi * disc * rho2.sqrt())
    if motion is not None:
        transfer = transfer * torch.sinc(motion * (fx * angle.cos() + fy * angle.sin()))
    if shrink is not None:
        spread = (1 / shrink - 1).clamp(min=0)
        transfer = transfer * torch.sinc(fx * spread) * torch.sinc(fy * spread)
    out = torch.fft.irfft2(torch.fft.rfft2(padded) * transfer, s=(height, width))
    return out[..., pad:-pad, pad:-pad]


def jpeg(x, quality):
    """JPEG as its arithmetic: 8 x 8 cosine blocks, luma whole and chroma halved. H and W multiples of 16; quality B x 1 x 1 x 1."""
    cosines = constant(COSINES, x)
    scale = (torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100).view(-1, 1, 1, 1, 1, 1)

    def blocks(plane, table):
        b, c, h, w = plane.shape
        steps = (constant(table, x).view(8, 8) * scale).clamp(1, 255)
        cells = plane.reshape(b, c, h // 8, 8, w // 8, 8).permute(0, 1, 2, 4, 3, 5)
        freq = cosines @ cells @ cosines.T
        cells = cosines.T @ (torch.round(freq / steps) * steps) @ cosines
        return cells.permute(0, 1, 2, 4, 3, 5).reshape(b, c, h, w)

    ycc = colours(x - 128, TO_YCC)
    luma = blocks(ycc[:, :1], LUMA)
    chroma = F.interpolate(blocks(F.avg_pool2d(ycc[:, 1:], 2), CHROMA), scale_factor=2, mode="bilinear", align_corners=False)
    return (colours(torch.cat([luma, chroma], 1), TO_RGB) + 128).clamp(0, 255)


def sharpen(x, amount):
    kernel = constant((1, 4, 6, 4, 1), x) / 16
    kernel = (kernel.view(5, 1) * kernel.view(1, 5)).expand(3, 1, 5, 5).contiguous()
    soft = F.conv2d(F.pad(x, (2, 2, 2, 2), mode="replicate"), kernel, groups=3)
    return (x + (x - soft) * amount).clamp(0, 255)


def sensor_noise(x, strength):
    """Shot-like noise, partly coloured, partly correlated as after a camera's own smoothing; strength is sigma in grey levels."""
    b, _, h, w = x.shape
    fine = torch.randn_like(x) * 0.6 + torch.randn(b, 1, h, w, device=x.device) * 0.8
    coarse = smooth_noise(b, 3, h, w, 2.5, x) * 1.2
    share = uniform(b, 0, 0.8, x)
    return x + (fine * (1 - share) + coarse * share) * strength * (0.6 + 0.4 * (x / 255).clamp(0, 1).sqrt())


def camera(x, scale, noise, quality, halo, bicubic=False, specks=None):
    """Takes the picture at `scale` of its size, at a random place of the pixel and JPEG grid, with noise, sharpening, specks (a share of pixels black or white) and JPEG there, and brings it back."""
    b, _, h, w = x.shape
    tall, wide = math.ceil(h / 16) * 16 + 16, math.ceil(w / 16) * 16 + 16
    left, top = uniform(b, 0, 8, x)[..., 0], uniform(b, 0, 8, x)[..., 0]
    s = scale[..., 0]
    ys = (torch.arange(tall, device=x.device).view(1, tall, 1) + 0.5 - top) / s / h * 2 - 1
    xs = (torch.arange(wide, device=x.device).view(1, 1, wide) + 0.5 - left) / s / w * 2 - 1
    grid = torch.stack([xs.expand(b, tall, wide), ys.expand(b, tall, wide)], -1)
    small = F.grid_sample(x, grid, align_corners=False, padding_mode="border")
    small = sharpen(sensor_noise(small, noise), halo).clamp(0, 255)
    if specks is not None:
        hit = torch.rand(b, 1, tall, wide, device=x.device)
        small = torch.where(hit < specks, (hit < specks * 0.6).float() * 255, small)
    small = jpeg(small, quality)
    ys = ((torch.arange(h, device=x.device).view(1, h, 1) + 0.5) * s + top) / tall * 2 - 1
    xs = ((torch.arange(w, device=x.device).view(1, 1, w) + 0.5) * s + left) / wide * 2 - 1
    grid = torch.stack([xs.expand(b, h, w), ys.expand(b, h, w)], -1)
    out = F.grid_sample(small, grid, mode="bicubic" if bicubic else "bilinear", align_corners=False, padding_mode="border")
    return out.clamp(0, 255)


def directed(x, count):
    """Signed distance of each pixel from a random straight edge, in shares of the longer side."""
    ys, xs = fields(x)
    span = max(x.shape[-2:])
    angle = uniform(count, 0, 6.2832, x)
    place = uniform(count, -0.35, 0.35, x)
    return ((xs - x.shape[-1] / 2) * angle.cos() + ys * angle.sin()) / span - place


def light(x, uneven, shadow, glare):
    """Uneven light, the soft edge of a shadow, and glare as bands and spots that wash out to white; strengths 0..1."""
    b, _, h, w = x.shape
    warm = 1 + torch.randn(b, 3, 1, 1, device=x.device) * 0.06 * uneven
    slope = 1 + (directed(x, b) * 1.1).clamp(-0.6, 0.6) * uneven + smooth_noise(b, 1, h, w, max(24, w / 5), x) * 0.07 * uneven
    dark = torch.sigmoid(directed(x, b) / uniform(b, 0.004, 0.06, x)) * shadow * 0.65
    x = x * warm * slope.clamp(min=0.25) * (1 - dark)
    band = torch.exp(-((directed(x, b) / uniform(b, 0.02, 0.16, x)) ** 2))
    ys, xs = fields(x)
    far = ((xs - uniform(b, 0, 1, x) * w) / uniform(b, 0.3, 1.6, x)) ** 2 + (ys - uniform(b, -0.5, 0.5, x) * h) ** 2
    spot = torch.exp(-far / (uniform(b, 0.15, 0.8, x) * h) ** 2)
    wash = torch.where(chance(b, 0.5, x) > 0, band, spot) * glare
    return x + (255 - x).clamp(min=0) * wash


def screen(x, strength):
    """A picture taken from a screen: the pixel grid per colour, slow moire bands, a colder white."""
    b = x.shape[0]
    ys, xs = fields(x)
    out = []
    pitch, tilt = uniform(b, 0.28, 0.6, x) * 6.2832, uniform(b, -0.12, 0.12, x)
    course = smooth_noise(b, 1, *x.shape[-2:], max(x.shape[-2:]) / 3, x) * 2
    slow, lean = uniform(b, 0.05, 0.35, x), uniform(b, -0.3, 0.3, x)
    for channel in range(3):
        third = channel * 2.0944
        fine = torch.cos((xs + ys * tilt) * pitch + third) * 0.6 + torch.cos((ys - xs * tilt) * pitch) * 0.4
        bands = torch.cos(xs * slow + ys * lean + course + third * 0.7)
        out.append(x[:, channel : channel + 1] * (1 + (fine * 0.22 + bands * 0.12) * strength))
    cold = constant((0.96, 1, 1.05), x).view(1, 3, 1, 1)
    return torch.cat(out, 1) * (1 + (cold - 1) * strength)


def halftone(x, strength):
    """Printed dots: the tone is pushed apart by a turned dot screen."""
    b = x.shape[0]
    ys, xs = fields(x)
    angle, pitch = uniform(b, 0, 1.57, x), uniform(b, 1.1, 2.4, x)
    dots = torch.cos((xs * angle.cos() + ys * angle.sin()) * pitch) * torch.cos((ys * angle.cos() - xs * angle.sin()) * pitch)
    return x + dots * 46 * strength * (1 - ((x - 128) / 128) ** 2).clamp(min=0.15)


def photocopy(x, strength, window, specks=0.006):
    """A black-and-white copy: grey, pushed apart around the local mean or only stretched, with specks of toner; strength 0..1 mixes from plain grey, 0 leaves the colours."""
    b, _, h, w = x.shape
    tone = grey(x)
    half = window // 2
    mean = F.avg_pool2d(F.pad(tone, (half, half, half, half), mode="replicate"), 2 * half + 1, 1)
    edge = mean - (uniform(b, 0.3, 1, x) * tone.std((1, 2, 3), keepdim=True)).clamp(4, 34)
    hard = torch.sigmoid((tone - edge) / uniform(b, 2, 14, x))
    stretched = ((tone - tone.mean((1, 2, 3), keepdim=True)) / 110 * uniform(b, 0.8, 1.8, x) + uniform(b, 0.6, 0.85, x)).clamp(0, 1)
    hard = torch.where(chance(b, 0.6, x) > 0, hard, stretched) * uniform(b, 200, 245, x) + uniform(b, 0, 30, x)
    toner = (torch.rand(b, 1, h, w, device=x.device) < uniform(b, 0, 1, x) ** 2 * specks).float()
    grown = torch.where(chance(b, 0.5, x) > 0, F.max_pool2d(toner, 3, 1, 1), toner)
    copied = tone * (1 - strength) + hard * (1 - grown * 0.7) * strength
    return torch.where(strength > 0, copied.expand_as(x), x)


def laminate(x, strength):
    """A clear film over a page: milky in patches, bubbles seen by their rims, now and then a crease; strength 0..1."""
    b, _, h, w = x.shape
    span = max(h, w)
    veil = torch.sigmoid(3 * smooth_noise(b, 1, h, w, span / 5, x) - 1) * 0.35
    height = smooth_noise(b, 1, h, w, max(4, span / 60), x)
    # A rim runs where the height of the film crosses a level that little of it reaches.
    bubbles = torch.exp(-(((height - uniform(b, 1.3, 2.1, x)) / 0.2) ** 2)) * 0.5 * chance(b, 0.6, x)
    crease = torch.exp(-((directed(x, b) * span / uniform(b, 0.6, 1.8, x)) ** 2)) * 0.5 * chance(b, 0.4, x)
    return x + (uniform(b, 200, 255, x) - x) * ((veil + bubbles + crease) * strength).clamp(0, 0.7)


def tone_curve(x, gamma, contrast, shift):
    x = 255 * (x.clamp(0.5, 255) / 255) ** gamma
    middle = x.mean((1, 2, 3), keepdim=True)
    return ((x - middle) * contrast + middle + shift).clamp(0, 255)
