# Draws lines of text as ink masks 48 pixels high, cropped as a text detector crops: margins, neighbours' ink, rules, leaders, mixed typefaces.
import json
import math
import random
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont, features

from texts import LEADER, SWITCH, Texts

HEIGHT = 48
WIDEST = 1280
SIZE = 46  # letters are drawn about this size and then fitted to the height
BASE, TALL = 88, 136  # baseline and height of the drawing canvas
# Narrower than this a letter gets no column of its own in the network.
NARROWEST = 7.6
CLASSES = {"sans": 62, "serif": 20, "mono": 5, "humanist": 6, "slab": 4, "hand": 2}
ZONE_CLASSES = {"mrz": 82, "mono": 10, "sans": 8}
# Odds of what befalls a line.
ODDS = {"bleed": 0.30, "underline": 0.05, "rule": 0.07, "bars": 0.05, "spaced": 0.13, "bold": 0.05, "small_caps": 0.01, "squeeze": 0.75, "tight": 0.15, "kerned": 0.15}


class Drawer:
    """line() gives (mask uint8 48 x W, text, whether it is a machine-readable zone)."""

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
        self.seen, self.glyphs = [], {}

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

    def pieces(self, marked, zone):
        """The line as (text, face, size) in reading order; labels and values may differ in typeface."""
        face, runs, mixed = self.face(zone), [], self.dice.random() < 0.65
        for at, part in enumerate(marked.split(SWITCH)):
            if at and mixed:
                face = self.dice.choice(self.kin[face["family"]]) if self.dice.random() < 0.75 else self.face(zone)
            size = SIZE if not at or self.dice.random() < 0.7 else self.dice.choice([40, 52])
            for index, text in enumerate(part.split(LEADER)):
                if index:
                    dot = self.dice.choice([".", ".", ".", ". ", ".."])
                    runs.append((dot * self.dice.randint(3, 26), face, size if self.dice.random() < 0.7 else SIZE * 3 // 4))
                if text:
                    runs.append((text, face, size))
        return runs

    def ink(self, runs, zone):
        """Draws the runs on one baseline: letter by letter, or kerned as the typeface asks for a share of the lines."""
        spaced = self.odds("spaced") or (zone and runs[0][1]["class"] == "sans")
        if not spaced and self.odds("kerned"):
            return self.kerned(runs)
        gap = self.dice.uniform(0.04, 0.55) * SIZE * (0.5 if zone else self.dice.choice([0.3, 0.6, 1])) if spaced else 0
        pen, placed = float(SIZE // 2), []
        for text, face, size in runs:
            pitch = max(self.glyph(letter, face, size)[3] for letter in "MW0") if zone and spaced else 0
            for letter in text:
                box, side, top, step = self.glyph(letter, face, size)
                if box is not None:
                    placed.append((box, int(pen + side + max(0, pitch - step) / 2 + 0.5), top))
                pen += max(step, pitch) + gap
        out = np.zeros((TALL, int(pen) + 2 * SIZE), np.uint8)
        for box, x, top in placed:
            high, wide = box.shape
            spot = out[top : top + high, max(0, x) : x + wide]
            np.maximum(spot, box[:, max(0, -x) :], out=spot)
        return out

    def kerned(self, runs):
        fonts = [self.font(face, size) for _, face, size in runs]
        lengths = [font.getlength(text) for (text, _, _), font in zip(runs, fonts)]
        image = Image.new("L", (int(sum(lengths)) + 2 * SIZE, TALL), 0)
        draw, x = ImageDraw.Draw(image), float(SIZE // 2)
        for (text, _, _), font, length in zip(runs, fonts, lengths):
            draw.text((x, BASE), text, 255, font, anchor="ls")
            x += length
        return np.asarray(image)

    def small_caps(self, text):
        face = self.face(False)
        runs = []
        for word in text.split(" "):
            runs += [(word[0], face, SIZE), (word[1:] + " ", face, SIZE * 4 // 5)] if len(word) > 1 else [(word + " ", face, SIZE)]
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
            # OCR-B here has no ">".
            runs = self.pieces(marked, zone and ">" not in marked)
        ink = self.ink(runs, zone)
        if self.odds("bold"):
            ink = cv2.dilate(ink, np.ones((self.dice.choice([1, 2]), 2), np.uint8))
        rows, columns = np.flatnonzero(ink.max(1) > 60), np.flatnonzero(ink.max(0) > 60)
        if not len(rows):
            return self.line(kinds)
        box = [columns[0], rows[0], columns[-1] + 1, rows[-1] + 1]
        mask = self.crop(ink, box)
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

    def crop(self, ink, box):
        left, top, right, bottom = box
        # A detector's box is never as flat as a dash or a dot is.
        short = max(0, int(SIZE * 0.5) - (bottom - top))
        top, bottom = top - short * 2 // 3, bottom + short // 3
        high = bottom - top
        above, below = round(self.margin(high)), round(self.margin(high))
        before, after = (round(high * (self.dice.uniform(-0.02, 0.08) if self.dice.random() < 0.2 else self.dice.uniform(0.04, 0.4))) for _ in range(2))
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
        scale = HEIGHT / mask.shape[0]
        stretch = min(1.3, max(0.7, self.dice.gauss(1, 0.11))) if self.odds("squeeze") else 1
        repeats = sum(a == b for a, b in zip(text, text[1:]))
        wide = max(16, round(mask.shape[1] * scale * stretch), round(NARROWEST * (len(text) + repeats)))
        way = cv2.INTER_AREA if scale < 0.62 else cv2.INTER_LINEAR
        return cv2.resize(mask, (min(WIDEST, wide), HEIGHT), interpolation=way)
