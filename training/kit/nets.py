# Building blocks that run fast on a slow CPU: plain convolutions with ReLU, and a count of their work.
import torch
import torch.nn as nn
import torch.nn.functional as F


def conv(a, b, size=3, stride=1, groups=1, act=True):
    layers = [nn.Conv2d(a, b, size, stride, size // 2, groups=groups, bias=False), nn.BatchNorm2d(b)]
    return nn.Sequential(*(layers + [nn.ReLU(inplace=True)] if act else layers))


class Rep(nn.Module):
    """Three branches (3 x 3, 1 x 1, nothing) while it learns, one plain 3 x 3 convolution when it works (`fused`): dense
    convolutions in half precision are several times faster on small ARM machines than depthwise ones with shortcuts."""

    def __init__(self, a, b, stride=1):
        super().__init__()
        self.wide, self.point = conv(a, b, 3, stride, act=False), conv(a, b, 1, stride, act=False)
        self.same = nn.BatchNorm2d(a) if stride == 1 and a == b else None

    def forward(self, x):
        y = self.wide(x) + self.point(x)
        return F.relu(y if self.same is None else y + self.same(x))

    def fused(self):
        """The same function as a convolution and a ReLU."""
        total, shift = fold(*self.wide)
        weight, extra = fold(*self.point)
        total, shift = total + F.pad(weight, (1, 1, 1, 1)), shift + extra
        if self.same is not None:
            unit = torch.zeros_like(total)
            unit[range(len(unit)), range(len(unit)), 1, 1] = 1
            scale = self.same.weight / (self.same.running_var + self.same.eps).sqrt()
            total, shift = total + unit * scale.view(-1, 1, 1, 1), shift + self.same.bias - self.same.running_mean * scale
        plain = nn.Conv2d(total.shape[1], total.shape[0], 3, self.wide[0].stride, 1)
        plain.weight.data, plain.bias.data = total.detach(), shift.detach()
        return nn.Sequential(plain, nn.ReLU())


def fold(layer, norm):
    scale = norm.weight / (norm.running_var + norm.eps).sqrt()
    return layer.weight * scale.view(-1, 1, 1, 1), norm.bias - norm.running_mean * scale


def fuse(model):
    """Replaces every Rep inside by its plain form, in place."""
    for name, part in model.named_children():
        setattr(model, name, part.fused() if isinstance(part, Rep) else fuse(part))
    return model


def stage(a, b, count):
    return nn.Sequential(Rep(a, b, 2), *[Rep(b, b) for _ in range(count - 1)])


class Refine(nn.Module):
    """Separable convolution, for the way back up."""

    def __init__(self, a, b, size=3):
        super().__init__()
        self.body = nn.Sequential(conv(a, a, size, 1, a), conv(a, b, 1))

    def forward(self, x):
        return self.body(x)


def double(x):
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


def normalise(x):
    return x / 127.5 - 1


def work(model, *shape):
    """Multiply-adds of the convolutions and linear layers for one input."""
    total, hooks = [0], []

    def count(layer, _, out):
        if isinstance(layer, nn.Conv2d):
            total[0] += out.numel() * layer.in_channels // layer.groups * layer.kernel_size[0] * layer.kernel_size[1]
        else:
            total[0] += out.numel() * layer.in_features

    for layer in model.modules():
        if isinstance(layer, (nn.Conv2d, nn.Linear)):
            hooks.append(layer.register_forward_hook(count))
    was = model.training
    model.eval()
    with torch.no_grad():
        model(torch.zeros(*shape, device=next(model.parameters()).device))
    model.train(was)
    for hook in hooks:
        hook.remove()
    return total[0]
