# What lies around a line and reaches into its box: strokes of the line above or below in another ink, the rosette or the pattern that its beginning is printed on, and haze over a part of it.
import torch
import torch.nn.functional as F

from kit.paper import TINTS, chance, constant, fields, line_family, smooth_noise, uniform

# Inks of labels beside black values (RGB): dark blue, teal, green, grey, black, red.
LABELS = ((30, 40, 110), (20, 90, 100), (30, 100, 70), (90, 92, 96), (24, 24, 26), (150, 40, 50))
# Of the height: how far strokes of another line reach in.
REACH = 0.17


def neighboured(x, ink, share):
    """The feet of the line above and the heads of the line below: other lines of the batch, in an ink of their own."""
    b, _, h, _ = ink.shape
    for over in (True, False):
        if b < 2:
            break
        other = torch.roll(ink, 1 + int(torch.randint(b - 1, (1,))), 0)
        reach = REACH * h * torch.rand(b, device=x.device) ** 1.3
        # Rows of ink begin and end within a tenth of the height.
        room = (h - reach - 0.1 * h) if over else -(h - reach - 0.1 * h)
        shift = F.affine_grid(torch.stack([torch.stack([torch.ones_like(room), torch.zeros_like(room), (torch.rand_like(room) - 0.5)], -1), torch.stack([torch.zeros_like(room), torch.ones_like(room), 2 * room / h], -1)], 1), list(ink.shape), align_corners=False)
        strokes = F.grid_sample(other, shift, align_corners=False, padding_mode="zeros")
        colours = constant(LABELS, x)[torch.randint(len(LABELS), (b,), device=x.device)].view(b, 3, 1, 1)
        cover = strokes * uniform(b, 0.3, 0.95, x) * chance(b, share * (0.8 if over else 0.5), x)
        x = x * (1 - cover) + torch.minimum(x, colours) * cover
    return x


def rosette(x, widths, share, lead=None):
    """Fine curves of one tint under the beginning of a line, seldom under its end or all of it, far stronger than a ground's pattern is elsewhere.
    Where `lead` (B x 1 x 1 x 1, heights before the first letter) is large they are nearly always there."""
    b, _, h, w = x.shape
    ys, xs = fields(x[:, :1])
    curves = torch.where(chance(b, 0.5, x) > 0, line_family(b, ys, xs, x[:, :1]), arches(b, ys, xs, x))
    reach = uniform(b, 0.4, 5, x) * h
    whole = chance(b, 0.25, x)
    end = widths.view(b, 1, 1, 1)
    at = torch.where(chance(b, 0.8, x) > 0, xs, end - xs)
    odds = torch.full_like(reach, share)
    if lead is not None:
        far = lead > 0.5
        odds = torch.where(far, 0.8, odds)
        at = torch.where(far, xs, at)
        reach = torch.where(far, (lead * uniform(b, 0.5, 1.6, x) * h).clamp(max=6 * h), reach)
    where = torch.sigmoid((reach - at - uniform(b, -0.5, 0.5, x) * (ys + h / 2)) / uniform(b, 0.5, 8, x))
    where = torch.where(whole > 0, torch.ones_like(where) * 0.6, where)
    tint = constant(TINTS, x)[torch.randint(len(TINTS), (b,), device=x.device)].view(b, 3, 1, 1)
    tint = tint + torch.rand(b, 1, 1, 1, device=x.device) * 60
    here = (torch.rand(b, 1, 1, 1, device=x.device) < odds).float()
    return (x - curves * where * tint * uniform(b, 0.5, 1.7, x) * here).clamp(0, 255)


def arches(b, ys, xs, like):
    """Bent strokes side by side, as the petals of a rosette are where it is cut by a line: like letters, and none."""
    h = like.shape[-2]
    lean, bend = uniform(b, -1.2, 1.2, like), uniform(b, -1.5, 1.5, like)
    course = xs + lean * ys + bend * ys * ys / h
    pitch = 3.1416 / (uniform(b, 0.06, 0.4, like) * h)
    one = (1 - torch.sin(course * pitch).abs() / uniform(b, 0.15, 0.6, like)).clamp(0, 1)
    back = xs - lean * ys * uniform(b, 0.2, 1, like) + bend * ys * ys / h
    other = (1 - torch.sin(back * pitch).abs() / uniform(b, 0.15, 0.6, like)).clamp(0, 1)
    return torch.maximum(one, other * chance(b, 0.4, like))


def washed(x, strength):
    """Light that takes the contrast from a part of the line, and leaves enough to be read."""
    b, _, h, w = x.shape
    where = torch.sigmoid(3 * smooth_noise(b, 1, h, w, 70, x) + uniform(b, -2, 2, x))
    haze = uniform(b, 150, 240, x)
    cover = where * strength * 0.72
    return x * (1 - cover) + haze * cover
