# Lines cut from pages of the specimens as the detector cuts them: on their own ground, beside and over what is printed there, often too wide or too narrow.
import math
import os
import re
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image

from kit.pages import draw_text, find_font, load_font, to_colour

# Of all lines, where there is an export of the specimens. Crops in colour take three times the room of ink, so their batches are smaller.
SHARE, ROOM = 0.2, 0.67
# Kinds of pages that are read worst are cut more often; all others count 1.
PAGES = {"cmnd-9/front": 9, "cmnd-9/back": 3, "cccd-chip/front": 4, "cmnd-12/front": 3, "licence-paper/front": 2}
ROLES = {"value": 3.0, "label": 0.8, "title": 0.5, "other": 0.25}
# Numbers stand on bars and rosettes, and an expiry overlaps its label.
NUMBER, STAMPED, OVERLAPPED = 9.0, 16.0, 8.0
ODDS = {"joined": 0.25, "part": 0.22, "words": 0.2, "pushed": 0.25, "wide": 0.3, "inside": 0.05, "clipped": 0.15, "swapped": 0.35, "paler": 0.4, "stretched": 0.5}
DAY = re.compile(r"(\d{1,2})([-/.])(\d{1,2})([-/.])(\d{4})")
NARROWEST = 7.6  # pixels of a line 48 high for a letter, as in draw.py


class Cut:
    """line() gives (crop uint8 H x W x 3, text, False), H being 48 or, where the drawer is fine, 40 and squeezed."""

    def __init__(self, export, drawer, held=False):
        self.export, self.drawer, self.dice = export, drawer, drawer.dice
        self.pages = {}
        for page in export.held if held else export.train:
            self.pages.setdefault(page["number"], []).extend([page] * (2 if is_stamped(page) else 1))
        self.numbers = sorted(self.pages)
        self.shares = [PAGES.get(export.classes[number], 1) for number in self.numbers]

    def odds(self, name):
        return self.dice.random() < ODDS[name]

    def line(self):
        while True:
            row = self.attempt(self.dice.choice(self.pages[self.dice.choices(self.numbers, self.shares)[0]]))
            if row is not None:
                return row

    def attempt(self, page):
        dice = self.dice
        shares = [weight(line) for line in page["lines"]]
        if not any(shares):
            return None
        lines = [dict(line, runs=[dict(run) for run in line["runs"] if run["text"].strip() and find_font(self.export, run)]) for line in page["lines"]]
        at = dice.choices(range(len(lines)), shares)[0]
        swaps = {role: dice.choice(names) for role, names in self.export.swaps.items()} if self.odds("swapped") else {}
        shift = (dice.gauss(0, 0.004) * page["width"], dice.gauss(0, 0.005) * page["height"])
        for index, line in enumerate(lines):
            for run in line["runs"]:
                run["path"] = self.export.fonts[swaps[run["typeface"]]] if run.get("typeface") in swaps else find_font(self.export, run)
            if line.get("role") == "value" and line["runs"]:
                self.renew(line, index == at, 0.97 * page["width"])
                self.move(line, shift)
        runs = self.chosen(lines, at)
        letters = [letter for run in runs for letter in placed(run)]
        letters = self.part(runs, letters)
        if not letters:
            return None
        return self.cropped(page, lines, runs, letters)

    def renew(self, line, read, edge):
        """Other words where it is known what kind of words they are, so that no page is learned by heart."""
        run, texts = line["runs"][-1], self.drawer.texts
        old = run["text"]
        new = self.other(old, texts) if read and not old.endswith(":") else old
        before, after = natural(run, old), natural(run, new)
        if new == old or not set(new) <= self.letters(run) or run["x"] + (run.get("width") or before) * after / max(1, before) > edge:
            return
        run["text"] = new
        if run.get("width") and before > 1:
            run["width"] *= after / before

    def letters(self, run):
        # Typewriters and numbering machines have few letters; other typefaces have all that texts.py writes.
        if run.get("typeface") == "numbering":
            return set("0123456789")
        return self.drawer.struck.letters if run.get("typeface") == "typed" and self.drawer.struck else self.drawer.texts.known

    def other(self, old, texts):
        dice = self.dice
        day = DAY.fullmatch(old)
        if day:
            first, dash, second, _, _ = day.groups()
            number = [str(dice.randint(1, 31)), str(dice.randint(1, 12)), str(dice.randint(1930, 2049))]
            padded = len(first) == 2 and len(second) == 2
            return dash.join(part.zfill(2) if padded else part for part in number)
        if old.isdigit() and len(old) in (1, 2, 4):
            return str(dice.randint(1990, 2035)) if len(old) == 4 else str(dice.randint(1, 31)).zfill(len(old))
        if old.isdigit():
            # The figures that are taken for each other are drawn more often.
            return "".join(dice.choice("0123456789338817") for _ in old)
        if old.isupper() and len(old) > 6 and not any(letter.isdigit() for letter in old) and dice.random() < 0.7:
            return nearest(old, [texts.clean(texts.name().upper()) for _ in range(5)])
        if "," in old or " - " in old:
            return nearest(old, [texts.clean(texts.truth(texts.address())) for _ in range(6)]) if dice.random() < 0.7 else old
        return re.sub(r"\d", lambda _: dice.choice("0123456789"), old) if dice.random() < 0.5 else old

    def move(self, line, shift):
        """Values lie a little elsewhere on every card; some were set so far left that they overlap their label by a letter or two."""
        first, last = line["runs"][0], line["runs"][-1]
        for run in line["runs"][1:] if len(line["runs"]) > 1 else line["runs"]:
            run["x"] += shift[0]
            run["about"] = run.get("about", run["x"]) + shift[0]
            run["baseline"] += shift[1]
        if last is not first and self.odds("pushed"):
            before = line["runs"][-2]
            end = before["x"] + (before.get("width") or natural(before, before["text"]))
            step = end - self.dice.uniform(-0.15, 0.75) * last["size"] - last["x"]
            last["x"] += step
            last["about"] = last.get("about", last["x"]) + step
            last["baseline"] += self.dice.uniform(0, 0.3) * last["size"]

    def chosen(self, lines, at):
        """The runs that are read: of one line, of a part of it, or of its neighbour on the same row too."""
        runs = lines[at]["runs"]
        if len(runs) > 1 and self.odds("part"):
            begin = self.dice.randrange(len(runs))
            return runs[begin : self.dice.randint(begin + 1, len(runs))]
        if runs and self.odds("joined"):
            size, end = runs[-1]["size"], right(runs[-1])
            beside = [line["runs"] for line in lines if line["runs"] and line["runs"] is not runs and abs(line["runs"][0]["baseline"] - runs[-1]["baseline"]) < 0.45 * size and -0.3 * size < line["runs"][0]["x"] - end < 4 * size]
            before = [line["runs"] for line in lines if line["runs"] and line["runs"] is not runs and abs(line["runs"][-1]["baseline"] - runs[0]["baseline"]) < 0.45 * size and -0.3 * size < runs[0]["x"] - right(line["runs"][-1]) < 4 * size]
            if before and (not beside or self.dice.random() < 0.7):
                return before[0] + runs
            if beside:
                return runs + beside[0]
        return runs

    def part(self, runs, letters):
        """Letters that the crop holds: all, or some words or figures of them where the detector broke the line."""
        if len(letters) < 6 or not self.odds("words"):
            return letters
        whole = "".join(letter for letter, _, _, _ in letters)
        breaks = list(range(2, len(letters) - 1)) if whole.isdigit() else [at + 1 for at, letter in enumerate(whole[:-1]) if letter == " "]
        if not breaks:
            return letters
        at = self.dice.choice(breaks)
        return letters[at:] if self.dice.random() < 0.5 else letters[:at]

    def cropped(self, page, lines, runs, letters):
        dice, fine = self.dice, self.drawer.fine
        while letters and letters[-1][0] == " ":
            letters = letters[:-1]
        if not letters:
            return None
        text = self.drawer.texts.clean(said(letters))
        if not text:
            return None
        used = {run for _, _, _, run in letters}
        kept = [run for run in runs if id(run) in used]
        widest = max(kept, key=lambda run: right(run) - run["x"])
        slope = math.sin(math.radians(widest.get("turn") or 0.0))
        left, end = letters[0][1], letters[-1][2]
        # Heights over and under one straight baseline.
        origin = baseline_at(widest, left)
        top = bottom = 0.0
        for run in kept:
            _, up, _, down = load_font(run["path"], 64).getbbox(run["text"], anchor="ls")
            middle = (run["x"] + right(run)) / 2
            off = baseline_at(run, middle) - (origin + (middle - left) * slope)
            top, bottom = min(top, off + up / 64 * run["size"]), max(bottom, off + down / 64 * run["size"])
        high = max(bottom - top, 0.5 * widest["size"])
        above, below = high * self.drawer.margin(1), high * self.drawer.margin(1)
        if text.isdigit() and self.odds("clipped"):
            # A box that follows the bar and not the figures, which stand out of it.
            above, below = (-high * dice.uniform(0.02, 0.2), below) if dice.random() < 0.7 else (above, -high * dice.uniform(0.02, 0.15))
        before, after = (high * (dice.uniform(0.4, 1.5) if self.odds("wide") else dice.uniform(-0.02, 0.4)) for _ in range(2))
        inside = 0.0
        if self.odds("inside"):
            # A crop that begins inside the first letter: half of it or more must be there for it to be read.
            first = letters[0]
            share = dice.uniform(0.1, 0.9)
            before = inside = -share * (first[2] - first[1])
            if share > dice.uniform(0.35, 0.65):
                text = text[1:].strip()
                if not text:
                    return None
        before, after = self.kept_clear(lines, runs, letters, (left, origin, high, top, bottom), before, after)
        # What overlaps the first or last letter stays in, rather than that letter being lost.
        before, after = max(before, inside - 0.05 * high), max(after, -0.05 * high)
        tall = 40 if fine else 48
        full = high + above + below
        scale = tall * dice.uniform(0.8, 1.3) / full
        x0, y0 = left - before, origin + top - above - before * slope
        wide = (end - left) + before + after
        region = [x0 - 0.4 * high, min(y0, y0 + wide * slope) - 0.4 * high, x0 + wide + 0.4 * high, max(y0, y0 + wide * slope) + full + 0.4 * high]
        canvas = self.painted(page, lines, region, scale)
        if canvas is None:
            return None
        share = 0.75 if fine else 1.0
        stretch = min(1.3, max(0.7, dice.gauss(1, 0.1))) if self.odds("stretched") else 1.0
        repeats = sum(a == b for a, b in zip(text, text[1:]))
        out = max(16, round(wide / full * tall * share * stretch), round(NARROWEST * tall * share / 48 * (len(text) + repeats)))
        out = min(round(1536 * tall * share / 48), out)
        along, across = wide * scale / out, full * scale / tall
        turn = slope + dice.gauss(0, 0.002)
        matrix = np.float32([[along, -turn * across, (x0 - region[0]) * scale], [turn * along, across, (y0 - region[1]) * scale]])
        crop = cv2.warpAffine(canvas, matrix, (out, tall), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        return crop, text, False

    def kept_clear(self, lines, runs, letters, place, before, after):
        """No more than a third of a letter of a neighbour comes in at the ends."""
        left, origin, high, top, bottom = place
        end = letters[-1][2]
        chosen = {id(run) for run in runs}
        for line in lines:
            for run in line["runs"]:
                if id(run) in chosen:
                    # The rest of a broken line begins right after it.
                    for letter, x, stop, _ in placed(run):
                        if letter == " ":
                            continue
                        room = 0.3 * (stop - x)
                        if stop <= left + 0.1:
                            before = min(before, left - stop + room)
                        if x >= end - 0.1:
                            after = min(after, x - end + room)
                    continue
                y = run["baseline"]
                if y < origin + top - 0.05 * high or y - run["size"] * 0.7 > origin + bottom:
                    continue
                room = self.dice.uniform(0, 0.15) * run["size"]
                if right(run) <= left + 0.5 * high:
                    before = min(before, left - right(run) + room)
                elif run["x"] >= end - 0.5 * high:
                    after = min(after, run["x"] - end + room)
        return before, after

    def painted(self, page, lines, region, scale):
        """The part of the page around a line, everything that is printed there drawn at `scale`."""
        dice = self.dice
        plate = plate_of(os.path.join(self.export.folder, "plates", os.path.basename(page["plate"])))
        more = plate.shape[1] / page["width"]
        box = region
        size = (math.ceil((box[2] - box[0]) * scale), math.ceil((box[3] - box[1]) * scale))
        if size[0] < 8 or size[1] < 8 or size[0] > 4000 or size[1] > 400:
            return None
        matrix = np.float32([[more / scale, 0, box[0] * more], [0, more / scale, box[1] * more]])
        ground = cv2.warpAffine(plate, matrix, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
        canvas = Image.fromarray(ground)
        strength = dice.uniform(0.6, 1.0) if self.odds("paler") else 1.0
        for line in lines:
            for run in line["runs"]:
                if run["x"] > box[2] or right(run) < box[0] or run["baseline"] < box[1] - 0.4 * run["size"] or run["baseline"] - 1.3 * run["size"] > box[3]:
                    continue
                struck = None
                if any(key in run for key in ("turn", "lifts", "ink")):
                    struck = {**run, "lifts": [lift * scale for lift in run.get("lifts", [])], "about": (run.get("about", run["x"]) - box[0]) * scale}
                draw_text(
                    canvas, run["text"], run["path"], run["size"] * scale, (run["x"] - box[0]) * scale, (run["baseline"] - box[1]) * scale,
                    run["width"] * scale if run.get("width") else None, to_colour(run["colour"]), (run.get("spacing") or 0) * scale,
                    strength if line.get("role") == "value" else 1.0, struck, dice.getrandbits(30),
                )  # fmt: skip
        return np.array(canvas)


def is_stamped(page):
    return any(run.get("typeface") == "numbering" for line in page["lines"] for run in line["runs"])


def weight(line):
    text = line["text"]
    if "<" in text or not line["runs"]:
        return 0.0
    share = ROLES.get(line.get("role"), 0.0)
    if line.get("role") != "value":
        return share
    runs = line["runs"]
    if any(run.get("typeface") == "numbering" for run in runs):
        return STAMPED
    if any(run["text"].isdigit() and len(run["text"]) == 9 for run in runs):
        return NUMBER
    if any(right(one) > two["x"] for one, two in zip(runs, runs[1:])):
        return OVERLAPPED
    return share


@lru_cache(maxsize=500)
def plate_of(path):
    with Image.open(path) as picture:
        return np.array(picture.convert("RGB"))


@lru_cache(maxsize=60_000)
def advance(path, letter):
    """Of one letter, as a share of its size."""
    return load_font(path, 64).getlength(letter) / 64


def natural(run, text):
    return run["size"] * sum(advance(run["path"], letter) for letter in text) + (run.get("spacing") or 0) * max(0, len(text) - 1)


def right(run):
    return run["x"] + (run.get("width") or 0.55 * run["size"] * len(run["text"]))


def baseline_at(run, x):
    return run["baseline"] + (x - run.get("about", run["x"])) * math.sin(math.radians(run.get("turn") or 0.0))


def placed(run):
    """Every letter of a run: what, where it begins and ends, and of which run it is."""
    spread = run.get("spacing") or 0
    squeeze = run["width"] / max(1e-6, natural(run, run["text"])) if run.get("width") else 1.0
    out, pen = [], run["x"]
    for letter in run["text"]:
        step = advance(run["path"], letter) * run["size"] * squeeze
        out.append((letter, pen, pen + step, id(run)))
        pen += step + spread * squeeze
    return out


def said(letters):
    """What stands there: runs that do not touch are words apart."""
    out, before = "", None
    for one in letters:
        if before is not None and before[3] != one[3] and one[1] > before[2] + 0.1 * (before[2] - before[1]):
            out += " "
        out += one[0]
        before = one
    return out


def nearest(old, candidates):
    best = min(candidates, key=lambda text: abs(len(text) - len(old)))
    return best if abs(len(best) - len(old)) <= 0.3 * len(old) + 1 else old
