# Draws lines of text as ink masks 48 pixels high, or as exactly as the network sees them (40 high, squeezed), cropped as a text detector crops: margins, neighbours' ink, rules, leaders, mixed typefaces.
import json
import math
import random
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from marks import Moved, parts_of
from struck import SHARE, Struck, dotted
from texts import LEADER, SWITCH, Texts
from wear import RAISED_SIZE, raised, sizes, worn

HEIGHT = 48
# As the network takes it: a crop sampled once, as sharp as a good scan.
FINE, SQUEEZE = 40, 0.75
WIDEST = 1536
SIZE = 46  # letters are drawn about this size and then fitted to the height
BASE, TALL = 88, 136  # baseline and height of the drawing canvas
# Narrower than this a letter gets no column of its own in the network.
NARROWEST = 7.6
CLASSES = {"sans": 62, "serif": 20, "mono": 5, "humanist": 6, "slab": 4, "hand": 2}
ZONE_CLASSES = {"mrz": 82, "mono": 10, "sans": 8}
# More drawn letters than this would fill the memory of a machine with many processes.
MOST_GLYPHS = 200_000
# Odds of what befalls a line.
ODDS = {"bleed": 0.30, "underline": 0.05, "rule": 0.07, "bars": 0.05, "spaced": 0.13, "small_caps": 0.01, "squeeze": 0.75, "tight": 0.2, "loose": 0.07, "kerned": 0.15, "moved": 0.3, "leader": 0.1, "lead": 0.08}


class Drawer:
    """line() gives (mask uint8 48 x W or, where fine, 40 x W, text, whether it is a machine-readable zone)."""

    def __init__(self, fonts, texts, use, seed):
        self.dice = random.Random(seed)
        self.folder, self.texts, self.fonts = Path(fonts), Texts(texts, seed + 1), {}
        self.faces = {}
        for face in json.loads((self.folder / "fonts.json").read_text()):
            if face["use"] == use or face["class"] == "mrz":
                self.faces.setdefault(face["class"], []).append(face)
        self.classes = {name: share for name, share in CLASSES.items() if name in self.faces}
        self.zone_classes = {name: share for name, share in ZONE_CLASSES.items() if name in self.faces}
        self.kin = {}
        for faces in self.faces.values():
            for face in faces:
                self.kin.setdefault(face["family"], []).append(face)
        self.seen, self.glyphs, self.parts, self.fine = [], {}, {}, False
        # What only the specimens have is struck in training; their typefaces kept for measuring are not exported.
        self.struck = Struck(self.folder.parent / "export" / "fonts") if use == "train" else None

    def odds(self, name):
        return self.dice.random() < ODDS[name]

    def face(self, zone):
        shares = self.zone_classes if zone else self.classes
        return self.dice.choice(self.faces[self.dice.choices(list(shares), list(shares.values()))[0]])

    def font(self, face, size):
        key = (face["file"], size)
        if key not in self.fonts:
            if len(self.fonts) > 1500:
                self.fonts.clear()
            engine = ImageFont.Layout.RAQM if features.check("raqm") else ImageFont.Layout.BASIC
            self.fonts[key] = ImageFont.truetype(str(self.folder / face["file"]), size, layout_engine=engine)
        return self.fonts[key]

    def glyph(self, letter, face, size):
        """One letter, drawn once: its ink, where it sits from pen and canvas top, and how far the pen moves."""
        key = (letter, face["file"], size)
        if key not in self.glyphs:
            if len(self.glyphs) > MOST_GLYPHS:
                self.glyphs.clear()
            if letter == ">" and face["class"] == "mrz":
                # OCR-B is cut down to the letters of a zone, which has no ">": a few passports print its filler turned round.
                box, side, top, step = self.glyph("<", face, size)
                self.glyphs[key] = (np.ascontiguousarray(box[:, ::-1]), round(step) - side - box.shape[1], top, step)
                return self.glyphs[key]
            font = self.font(face, size)
            left, top, right, bottom = font.getbbox(letter, anchor="ls")
            left, top, right, bottom = math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)
            box = None
            if right > left and bottom > top:
                image = Image.new("L", (right - left + 2, bottom - top + 2), 0)
                ImageDraw.Draw(image).text((1 - left, 1 - top), letter, 255, font, anchor="ls")
                box = np.array(image)
            self.glyphs[key] = (box, left - 1, BASE + top - 1, font.getlength(letter))
        return self.glyphs[key]

    def inked(self, letter, face, size, moved):
        """What is struck of a letter, as (ink, where it sits from pen and canvas top): in one piece, or its marks for themselves where they are to be moved."""
        box, side, top, _ = self.glyph(letter, face, size)
        if box is None:
            return []
        if moved is None:
            return [(box, side, top)]
        key = (letter, face["file"], size)
        if key not in self.parts:
            if len(self.parts) > MOST_GLYPHS // 8:
                self.parts.clear()
            self.parts[key] = parts_of(letter, box)
        return [(moved.ink(part, where), side + x + moved.aside(where), top + y + moved.down(where)) for part, x, y, where in self.parts[key]]

    def relative(self, face, zone):
        """Another face for what follows: bold, italic or any of the family, or of another one."""
        roll, kin = self.dice.random(), self.kin[face["family"]]
        if roll > 0.8:
            return self.face(zone)
        alike = [other for other in kin if other["italic"]] if roll < 0.3 else [other for other in kin if other["weight"] >= 600] if roll < 0.55 else kin
        return self.dice.choice(alike or kin)

    def pieces(self, marked, zone):
        """The line as (text, face, size, lift) in reading order; labels and values may differ in typeface and size."""
        face, runs, mixed, parts = self.face(zone), [], self.dice.random() < 0.65, marked.split(SWITCH)
        for at, (part, (size, lift)) in enumerate(zip(parts, sizes(self.dice, len(parts)))):
            if at and mixed:
                face = self.relative(face, zone)
            for index, text in enumerate(part.split(LEADER)):
                if index:
                    dot = self.dice.choice([".", ".", ".", ". ", ".."])
                    runs.append((dot * self.dice.randint(3, 26), face, size if self.dice.random() < 0.7 else 36, 0))
                for turn, piece in enumerate(raised(text, self.dice)):
                    if piece:
                        runs.append((piece, face, RAISED_SIZE, round(size * 0.32)) if turn % 2 else (piece, face, size, lift))
        return runs

    def ink(self, runs, zone):
        """Draws the runs on one baseline: letter by letter, or kerned as the typeface asks for a share of the lines."""
        spaced = self.odds("spaced") or (zone and runs[0][1]["class"] == "sans")
        if not spaced and self.odds("kerned"):
            return self.kerned(runs)
        gap = self.dice.uniform(0.04, 0.55) * SIZE * (0.5 if zone else self.dice.choice([0.3, 0.6, 1])) if spaced else 0
        pen, placed = float(SIZE // 2), []
        moved = Moved(self.dice, SIZE) if not zone and self.odds("moved") else None
        for text, face, size, lift in runs:
            pitch = max(self.glyph(letter, face, size)[3] for letter in "MW0") if zone and spaced else 0
            for letter in text:
                step = self.glyph(letter, face, size)[3]
                for box, side, top in self.inked(letter, face, size, moved):
                    placed.append((box, int(pen + side + max(0, pitch - step) / 2 + 0.5), max(0, top - lift)))
                pen += max(step, pitch) + gap
        out = np.zeros((TALL, int(pen) + 2 * SIZE), np.uint8)
        for box, x, top in placed:
            high, wide = box.shape
            spot = out[top : top + high, max(0, x) : x + wide]
            np.maximum(spot, box[:, max(0, -x) :], out=spot)
        return out

    def kerned(self, runs):
        fonts = [self.font(face, size) for _, face, size, _ in runs]
        lengths = [font.getlength(text) for (text, *_), font in zip(runs, fonts)]
        image = Image.new("L", (int(sum(lengths)) + 2 * SIZE, TALL), 0)
        draw, x = ImageDraw.Draw(image), float(SIZE // 2)
        for (text, _, _, lift), font, length in zip(runs, fonts, lengths):
            draw.text((x, BASE - lift), text, 255, font, anchor="ls")
            x += length
        return np.asarray(image)

    def small_caps(self, text):
        face = self.face(False)
        runs = []
        for word in text.split(" "):
            runs += [(word[0], face, SIZE, 0), (word[1:] + " ", face, 36, 0)] if len(word) > 1 else [(word + " ", face, SIZE, 0)]
        return runs

    def line(self, kinds=None):
        marked, kind = self.texts.next()
        while kinds and kind not in kinds:
            marked, kind = self.texts.next()
        zone, text = kind == "zone", Texts.truth(marked)
        if kind in ("name", "line", "company") and self.odds("small_caps"):
            text = text.upper()
            runs = self.small_caps(text)
        else:
            runs = self.pieces(marked, zone)
        under = None
        struck = self.struck.line(self, text) if self.struck and not zone and self.dice.random() < SHARE else None
        if struck is not None:
            ink, text, under = struck
        else:
            ink = worn(self.ink(runs, zone), zone, self.dice, BASE)
            # The leader that a value is printed over: none of its dots is a mark.
            under = dotted(ink.shape, self.dice) if not zone and self.odds("leader") else None
        rows, columns = np.flatnonzero(ink.max(1) > 60), np.flatnonzero(ink.max(0) > 60)
        if not len(rows):
            return self.line(kinds)
        box = [columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]
        if under is not None:
            ink = np.maximum(ink, under)
        mask = self.crop(ink, box, wide=under is not None)
        self.remember(ink, box)
        return self.fit(mask, text), text, zone

    def remember(self, ink, box):
        if len(self.seen) < 96:
            self.seen.append((ink, box))
        else:
            self.seen[self.dice.randrange(96)] = (ink, box)

    def margin(self, high):
        roll = self.dice.random()
        return high * (self.dice.uniform(-0.06, 0.04) if roll < ODDS["tight"] else self.dice.uniform(0.02, 0.16) if roll < 0.75 else self.dice.uniform(0.12, 0.32))

    def crop(self, ink, box, wide=False):
        left, top, right, bottom = box
        # A detector's box is never as flat as a dash or a dot is.
        short = max(0, int(SIZE * 0.5) - (bottom - top))
        top, bottom = top - short * 2 // 3, bottom + short // 3
        high = bottom - top
        above, below = round(self.margin(high)), round(self.margin(high))
        if self.odds("loose"):
            # A box drawn high for what stood beside it: small letters and capitals must be told apart at any size within it.
            above, below = (above + round(high * self.dice.uniform(0.2, 0.7)), below) if self.dice.random() < 0.5 else (above, below + round(high * self.dice.uniform(0.2, 0.7)))
        before, after = (round(high * (self.dice.uniform(-0.02, 0.08) if self.dice.random() < 0.2 else self.dice.uniform(0.04, 0.4))) for _ in range(2))
        if wide and self.dice.random() < 0.35:
            # Where something lies under the letters a detector often takes it for more of them.
            before, after = (round(high * self.dice.uniform(0.1, 1.4)) for _ in range(2))
        if self.odds("lead"):
            # A box that begins where the rosette or the leaders do.
            before = round(high * self.dice.uniform(0.5, 3.5))
        tall, wide = high + above + below, right - left + before + after
        out = np.zeros((tall, wide), np.uint8)
        y0, x0 = max(0, top - above), max(0, left - before)
        cut = ink[y0 : bottom + below, x0 : right + after]
        out[y0 - top + above : y0 - top + above + cut.shape[0], x0 - left + before : x0 - left + before + cut.shape[1]] = cut
        if self.seen and self.odds("bleed"):
            self.bleed(out, above, below)
        if self.odds("underline"):
            self.stroke(out, tall - below + round(self.dice.uniform(-0.08, 0.12) * high))
        if self.odds("rule"):
            self.stroke(out, self.dice.choice([0, tall - 2]) + self.dice.randint(-1, 2), whole=True)
        if self.odds("bars"):
            strength, thick = self.dice.randint(90, 255), self.dice.randint(1, 3)
            if self.dice.random() < 0.6 and before > high * 0.16:
                out[:, :thick] = strength
            if self.dice.random() < 0.6 and after > high * 0.16:
                out[:, wide - thick :] = strength
        return out

    def stroke(self, out, y, whole=False):
        begin, end = (0, out.shape[1]) if whole or self.dice.random() < 0.5 else sorted(self.dice.randrange(out.shape[1] + 1) for _ in range(2))
        thick = self.dice.randint(1, 3)
        if 0 <= y < out.shape[0]:
            band = out[y : y + thick, begin:end]
            np.maximum(band, self.dice.randint(90, 255), out=band)

    def bleed(self, out, above, below):
        """Slices of other lines' ink at the top and bottom edge, clear of this line's own ink."""
        for over, room in ((True, above), (False, below)):
            if room < 2 or self.dice.random() < 0.25:
                continue
            other, (left, top, right, bottom) = self.dice.choice(self.seen)
            slice_high = self.dice.randint(1, max(1, int(room * 0.85)))
            part = other[bottom - slice_high : bottom, left:right] if over else other[top : top + slice_high, left:right]
            shift = self.dice.randint(-min(part.shape[1], out.shape[1]) // 2, max(1, out.shape[1] // 2))
            part = part[:, max(0, -shift) :][:, : out.shape[1] - max(0, shift)]
            spot = out[:slice_high] if over else out[out.shape[0] - slice_high :]
            spot = spot[:, max(0, shift) : max(0, shift) + part.shape[1]]
            np.maximum(spot, part[: spot.shape[0]], out=spot)

    def fit(self, mask, text):
        tall, squeeze, dice = (FINE, SQUEEZE, self.dice) if self.fine else (HEIGHT, 1, self.dice)
        scale = tall / mask.shape[0]
        stretch = min(1.3, max(0.7, dice.gauss(1, 0.11))) if self.odds("squeeze") else 1
        repeats = sum(a == b for a, b in zip(text, text[1:]))
        share = tall * squeeze / HEIGHT
        wide = max(16, round(mask.shape[1] * scale * squeeze * stretch), round(NARROWEST * share * (len(text) + repeats)))
        if scale < 0.62:
            way = cv2.INTER_AREA
        elif self.fine:
            way = cv2.INTER_AREA if scale < 1 and dice.random() < 0.8 else dice.choice([cv2.INTER_LINEAR, cv2.INTER_LANCZOS4])
        else:
            way = dice.choice([cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_CUBIC])
        return cv2.resize(mask, (min(round(WIDEST * share), wide), tall), interpolation=way)
