# Lines as offices struck and stamped them on blanks: typewriters, numbering machines on a wavy bar, values on dotted leaders, all a little askew.
import math
import unicodedata
from pathlib import Path

import cv2
import numpy as np

from marks import Moved
from wear import slanted

# Of all lines, where the typefaces of the specimens lie beside the others.
SHARE = 0.18
NUMBERS = 0.36
VIETNAMESE = "aăâeêioôơuưyAĂÂEÊIOÔƠUƯY"
TONES = ("", "\u0301", "\u0300", "\u0309", "\u0303", "\u0323")
# The typewriters of the specimens have no other letters.
TYPED = set("".join(chr(code) for code in range(0x20, 0x7F))) | set("đĐ")


class Struck:
    def __init__(self, folder):
        self.faces = {"typed": [], "numbering": [], "book": []}
        for path in sorted(Path(folder).glob("*.ttf")):
            for name, starts in (("typed", ("Typed",)), ("numbering", ("Numbering",)), ("book", ("GentiumBookPlus", "LibertinusSerif"))):
                if path.name.startswith(starts) and "HeldOut" not in path.name:
                    self.faces[name].append({"file": str(path.resolve()), "class": name, "family": path.stem, "italic": False, "weight": 400, "use": "train"})
        self.letters = TYPED | {unicodedata.normalize("NFC", letter + tone) for letter in VIETNAMESE for tone in TONES}

    def __bool__(self):
        return all(self.faces.values())

    def line(self, drawer, text):
        """Ink, what it says, and what lies under it (a bar, dots: drawn, never read); None where the machines lack a letter."""
        dice = drawer.dice
        if dice.random() < NUMBERS:
            return self.number(drawer)
        if not set(text) <= self.letters:
            return None
        typed = dice.random() < 0.55
        face, size = dice.choice(self.faces["typed" if typed else "book"]), 46
        # A typist struck marks by keys of their own: they reach higher than a box around the letters.
        moved = Moved(dice, size, 0.2) if dice.random() < (0.7 if typed else 0.3) else None
        ink = strike(drawer, [(text, face, size)], 0, dice.uniform(0.3, 2.2) if typed else 0, dice.uniform(0.1, 0.6) if typed else 0, moved)
        if typed and dice.random() < 0.5:
            ink = spotted(ink, 0, dice.uniform(0.1, 0.7), dice)
        if typed and dice.random() < 0.4:
            ink = smeared(ink, dice)
        return askew(ink, dice), text, dotted(ink.shape, dice) if dice.random() < 0.75 else None

    def number(self, drawer):
        dice = drawer.dice
        digits = "".join(dice.choice("0123456789") for _ in range(dice.choice([9, 9, 9, 9, 6, 12])))
        text, runs = digits, []
        stamped = dice.random() < 0.75
        size = dice.randint(50, 66) if stamped else 46
        if dice.random() < 0.25:
            # The label stands before it, sometimes touching.
            glue = dice.choice(["", " "])
            text = "SỐ" + glue + digits
            runs.append(("SỐ" + glue, drawer.face(False), 34))
        runs.append((digits, dice.choice(self.faces["numbering"]) if stamped else drawer.face(False), size))
        ink = strike(drawer, runs, size * (dice.uniform(0.05, 0.5) if stamped else dice.uniform(0, 0.14)), dice.uniform(0.5, 4) if stamped else 0, dice.uniform(0.1, 0.5) if stamped else 0)
        if stamped:
            ink = spotted(ink, dice.uniform(0.15, 0.65) if dice.random() < 0.6 else 0, dice.uniform(0, 0.8), dice)
            if dice.random() < 0.3:
                ink = twice(ink, dice)
            if dice.random() < 0.3:
                ink = slanted(ink, dice.uniform(-0.1, 0.16), 88)
        return askew(ink, dice), text, waved(ink.shape, dice) if dice.random() < 0.8 else None


def strike(drawer, runs, gap, lift, uneven, moved=None):
    """Letter by letter, each at its own height and with its own ink."""
    dice, base, tall = drawer.dice, 88, 136
    pen, placed = 70.0, []
    for text, face, size in runs:
        for letter in text:
            step, strength, drop = drawer.glyph(letter, face, size)[3], 1 - uneven * dice.random() ** 2, round(dice.gauss(0, lift / 2))
            for box, side, top in drawer.inked(letter, face, size, moved):
                placed.append((box * strength, int(pen + side + 0.5), top + drop))
            pen += step + (gap if len(text) > 3 else 0)
    out = np.zeros((tall, int(pen) + 92), np.float32)
    for box, x, top in placed:
        top = min(max(0, top), tall - box.shape[0])
        spot = out[top : top + box.shape[0], max(0, x) : x + box.shape[1]]
        np.maximum(spot, box[:, max(0, -x) :], out=spot)
    return out.astype(np.uint8)


def spotted(ink, hollow, gaps, dice):
    """Ink pressed out to the edges, and ink that did not come over everywhere."""
    out = ink.astype(np.float32)
    if hollow:
        out -= hollow * cv2.erode(ink, np.ones((3, 3), np.uint8))
    if gaps:
        cell = dice.uniform(4, 10)
        noise = np.random.default_rng(dice.getrandbits(30)).random((max(2, round(ink.shape[0] / cell)), max(2, round(ink.shape[1] / cell)))).astype(np.float32)
        noise = cv2.resize(noise, (ink.shape[1], ink.shape[0]), interpolation=cv2.INTER_CUBIC)
        out *= np.clip(1 - (noise - (1 - 0.6 * gaps)) * 6, 0.3, 1)
    return np.clip(out, 0, 255).astype(np.uint8)


def smeared(ink, dice):
    """A worn ribbon: strokes run wide and soft."""
    wide = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)), iterations=dice.choice([1, 1, 2]))
    return cv2.GaussianBlur(wide, (0, 0), dice.uniform(0.6, 2))


def twice(ink, dice):
    """Struck a second time beside the first."""
    moved = np.float32([[1, 0, dice.uniform(-3.5, 3.5)], [0, 1, dice.uniform(-2.5, 2.5)]])
    again = cv2.warpAffine(ink, moved, (ink.shape[1], ink.shape[0]), flags=cv2.INTER_LINEAR)
    return np.maximum(ink, (again * dice.uniform(0.25, 0.75)).astype(np.uint8))


def askew(ink, dice):
    """Turned by up to two degrees, but never so far that a long line leaves its box."""
    most = math.degrees(math.atan2(12, ink.shape[1]))
    turn = max(-most, min(most, dice.gauss(0, 0.7)))
    matrix = cv2.getRotationMatrix2D((ink.shape[1] / 2, 88), turn, 1)
    return cv2.warpAffine(ink, matrix, (ink.shape[1], ink.shape[0]), flags=cv2.INTER_LINEAR)


def dotted(shape, dice):
    """A leader: dots on the baseline, under or through the feet of letters."""
    out = np.zeros(shape, np.uint8)
    y, pitch, size, strength = 88 + dice.uniform(-3, 11), dice.uniform(6, 11), dice.uniform(1.2, 2.4), dice.randint(110, 255)
    for k in range(int(shape[1] / pitch)):
        cv2.circle(out, (round(k * pitch * 8), round(y * 8)), round(size * 8), strength, -1, cv2.LINE_AA, 3)
    return out


def waved(shape, dice):
    """The bar of wavy lines under a number."""
    out = np.zeros(shape, np.uint8)
    middle, high, count = 68 + dice.uniform(-14, 22), dice.uniform(32, 50), dice.choice([6, 7])
    swing, length, strength = dice.uniform(1, 3), dice.uniform(60, 150), dice.randint(40, 140)
    begin, end = (0, shape[1]) if dice.random() < 0.4 else (dice.randint(0, 80), round(shape[1] * dice.uniform(0.5, 1)))
    along = np.arange(begin, end, 6)
    for k in range(count):
        y = middle + (k - (count - 1) / 2) * high / count + swing * np.sin(along * (2 * math.pi / length))
        points = (np.stack([along, y], 1) * 8).round().astype(np.int32)
        cv2.polylines(out, [points.reshape(-1, 1, 2)], False, strength, dice.choice([1, 1, 2]), cv2.LINE_AA, 3)
    if begin and dice.random() < 0.4:
        # The bar ends in an upright edge, which is no figure.
        cv2.line(out, (begin, round(middle - high / 2)), (begin, round(middle + high / 2)), strength, dice.randint(1, 4), cv2.LINE_AA)
    if dice.random() < 0.5:
        leaves(out, dice, strength)
    return out


def leaves(out, dice, strength):
    """Bent strokes of the rosette that run under the first figures: none of them is a 7, a 1 or an S."""
    x, lean, gap = dice.uniform(0, 60), dice.uniform(10, 50), dice.uniform(7, 14)
    for k in range(dice.randint(2, 6)):
        rise = np.linspace(0, 1, 12)
        points = np.stack([x + k * gap + lean * rise + dice.uniform(-6, 14) * rise * (1 - rise) * 4, 100 - 70 * rise], 1)
        cv2.polylines(out, [(points * 8).round().astype(np.int32).reshape(-1, 1, 2)], False, min(255, strength + dice.randint(0, 60)), dice.choice([1, 2, 2, 3]), cv2.LINE_AA, 3)
