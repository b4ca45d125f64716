# Flat pages: reads the export of the specimens (plates without text, runs of text) and draws pages with the boxes of their lines.
import glob
import gzip
import json
import math
import os
import random
import zlib
from functools import lru_cache

import numpy as np
from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter, ImageFont

# Slots are of one size so that a pool is one tensor: lying pages and standing pages.
SLOTS = {"card": (640, 1008), "paper": (1000, 712)}
MAX_LINES = 224
# width, height, corner radius, class, number of lines, spare x 3, then the boxes
META = 8 + MAX_LINES * 4
SUPERSAMPLE = 2


class Export:
    def __init__(self, folder):
        self.folder = folder
        with open(os.path.join(folder, "index.json"), encoding="utf-8") as f:
            self.index = json.load(f)
        self.classes = [class_name(row) for row in self.index["classes"]]
        self.pages = []
        path = os.path.join(folder, "pages.jsonl")
        # packed where it must travel
        with open(path, encoding="utf-8") if os.path.exists(path) else gzip.open(path + ".gz", "rt", encoding="utf-8") as f:
            for row in f:
                if row.strip():
                    self.pages.append(json.loads(row))
        self.fonts = {os.path.basename(p): p for p in sorted(glob.glob(os.path.join(folder, "fonts", "**", "*.[ot]tf"), recursive=True))}
        self.by_role = {}
        for page in self.pages:
            page["number"] = class_number(page["class"], self.classes)
            for line in page["lines"]:
                for run in line["runs"]:
                    if find_font(self, run) is not None:
                        self.by_role.setdefault(run.get("typeface", "sans"), set()).add(os.path.basename(str(run["font"])))
        self.swaps = {role: set(names) for role, names in self.by_role.items()}
        for role, path in more_typefaces(os.path.join(folder, "..", "fonts")):
            self.fonts.setdefault(os.path.basename(path), path)
            if role in self.swaps:
                self.swaps[role].add(os.path.basename(path))
        self.swaps = {role: sorted(names) for role, names in self.swaps.items() if role != "ocr-b"}
        self.texts = [l["text"] for p in self.pages[:400] for l in p["lines"]] or ["SPECIMEN"]
        self.train, self.held = split(self.pages)

    def slot_of(self, page):
        return "card" if page["width"] >= page["height"] else "paper"


def more_typefaces(folder):
    """The reader's typefaces, where they lie beside the export, by the role they can play; never those held out."""
    path = os.path.join(folder, "fonts.json")
    if not os.path.exists(path):
        return
    with open(path, encoding="utf-8") as f:
        rows = json.load(f)
    for row in rows:
        file = os.path.join(folder, row["file"])
        if row.get("use") != "train" or row["class"] not in ("sans", "serif", "mono") or not os.path.exists(file):
            continue
        style = "-italic" if row["italic"] else "-bold" if row["weight"] >= 600 else ""
        yield ("typewriter" if row["class"] == "mono" else row["class"] + style), file


def class_name(row):
    return row if isinstance(row, str) else f"{row['kind']}/{row['side']}"


def class_number(value, classes):
    if isinstance(value, int):
        return value
    name = class_name(value)
    return classes.index(name) if name in classes else classes.index(name.replace(" ", "/").replace(":", "/"))


def split(pages):
    """Held-out pages have plates never trained on where a class has four plates or more, else only texts never trained on."""
    plates = {}
    for page in pages:
        plates.setdefault(page["number"], set()).add(page["plate"])
    held_plates = set()
    for names in plates.values():
        names = sorted(names, key=lambda n: zlib.crc32(n.encode()))
        if len(names) >= 4:
            held_plates.update(names[: max(1, len(names) // 8)])
    seen, train, held = {}, [], []
    for page in pages:
        number = page["number"]
        seen[number] = seen.get(number, 0) + 1
        few = len(plates[number]) < 4 and seen[number] % 8 == 0
        (held if few or page["plate"] in held_plates else train).append(page)
    return train, held or train[:1]


def find_font(export, run):
    return export.fonts.get(os.path.basename(str(run.get("font", ""))))


@lru_cache(maxsize=400)  # each holds a file open
def load_font(path, size):
    return ImageFont.truetype(path, size, layout_engine=getattr(ImageFont, "Layout", ImageFont).BASIC if hasattr(ImageFont, "Layout") else 0)


@lru_cache(maxsize=4000)
def load_plate(path, width, height):
    with Image.open(path) as picture:
        picture = picture.convert("RGB")
        if picture.size != (width, height):
            picture = picture.resize((width, height), Image.LANCZOS)
        return picture


def draw_text(canvas, text, path, size, x, baseline, width, colour, spacing=0.0, strength=1.0, struck=None, seed=0):
    """Draws a run so that it is exactly `width` wide; answers the box of its ink, or None.

    `struck` has what a run may say of letters that a machine struck one by one: lifts and inks of each, hollow, gaps, ink, turn about a place."""
    s = SUPERSAMPLE
    struck = struck or {}
    font = load_font(path, max(5, round(size * s)))
    spread = spacing * s
    natural = font.getlength(text) + spread * max(0, len(text) - 1)
    if natural < 1:
        return None
    squeeze = 1.0 if width is None else width * s / natural
    lifts, inks, turn = struck.get("lifts"), struck.get("inks"), struck.get("turn") or 0.0
    lean = abs(math.sin(math.radians(turn))) * natural * squeeze
    pad = max(4, round(size * s * 0.4 + lean * 0.1))
    up, down = round(size * s * 1.35 + lean), round(size * s * 0.55 + lean)
    mask = Image.new("L", (int(natural) + 2 * pad, up + down), 0)
    pen = ImageDraw.Draw(mask)
    if abs(spread) > 0.4 or lifts or inks:
        at = float(pad)
        for index, letter in enumerate(text):
            lift = lifts[index] * s if lifts and index < len(lifts) else 0.0
            ink = inks[index] if inks and index < len(inks) else 1.0
            pen.text((at, up - lift), letter, font=font, fill=round(255 * ink), anchor="ls")
            at += font.getlength(letter) + spread
    else:
        pen.text((pad, up), text, font=font, fill=255, anchor="ls")
    if struck.get("hollow") or struck.get("gaps"):
        mask = spotty(mask, size * s, struck.get("hollow") or 0.0, struck.get("gaps") or 0.0, seed)
    out_w, out_h = max(1, round(mask.width * squeeze / s)), max(1, round(mask.height / s))
    mask = mask.resize((out_w, out_h), Image.BILINEAR)
    left, top = round(x - pad * squeeze / s), round(baseline - up / s)
    if abs(turn) > 0.05:
        # Clockwise on the page is counter-clockwise for Pillow.
        mask = mask.rotate(-turn, resample=Image.BICUBIC, center=(struck.get("about", x) - left, up / s))
    ink = mask.point(lambda v: 255 if v > 70 else 0).getbbox()
    strength *= struck.get("ink") or 1.0
    if strength < 1:
        mask = mask.point(lambda v: int(v * strength))
    below = canvas.crop((left, top, left + mask.width, top + mask.height))
    plain = Image.new("RGB", mask.size, colour)
    # Thin ink lets what it is printed on through.
    canvas.paste(ImageChops.multiply(below, plain) if (struck.get("ink") or 1.0) < 1 else plain, (left, top), mask)
    if ink is None:
        return None
    return (left + ink[0], top + ink[1], left + ink[2], top + ink[3])


def spotty(mask, size, hollow, gaps, seed):
    """Ink that is pressed out to the edges of letters, and that did not come over everywhere."""
    ink = np.asarray(mask, np.float32)
    if hollow:
        edge = max(1, round(size * 0.022)) * 2 + 1
        ink = ink - hollow * np.asarray(mask.filter(ImageFilter.MinFilter(edge)), np.float32)
    if gaps:
        cell = max(3.0, size * 0.12)
        coarse = np.random.default_rng(seed).random((max(2, round(mask.height / cell)), max(2, round(mask.width / cell)))).astype(np.float32)
        noise = np.asarray(Image.fromarray((coarse * 255).astype(np.uint8)).resize(mask.size, Image.BICUBIC), np.float32) / 255
        ink = ink * np.clip(1 - (noise - (1 - 0.6 * gaps)) * 6, 0.4, 1)
    return Image.fromarray(np.clip(ink, 0, 255).astype(np.uint8))


def to_colour(value):
    return ImageColor.getrgb(value)[:3] if isinstance(value, str) else tuple(int(v) for v in value[:3])


def draw_page(export, page, dice):
    """A page as uint8 rows of its slot and its truth; values stand a little elsewhere each time, as personal data on real cards do."""
    slot = export.slot_of(page)
    rows, columns = SLOTS[slot]
    scale = min(columns / page["width"], rows / page["height"])
    width, height = round(page["width"] * scale), round(page["height"] * scale)
    canvas = load_plate(os.path.join(export.folder, "plates", os.path.basename(page["plate"])), width, height).copy()
    swaps = {}
    if dice.random() < 0.35:
        swaps = {role: dice.choice(names) for role, names in export.swaps.items()}
    shift = (dice.gauss(0, 0.003) * width, dice.gauss(0, 0.004) * height) if slot == "card" else (0, 0)
    grow = dice.uniform(0.93, 1.07) if dice.random() < 0.5 else 1.0
    strength = dice.uniform(0.6, 1.0) if dice.random() < 0.4 else 1.0
    boxes = []
    for line in page["lines"]:
        found = []
        for run in line["runs"]:
            path = find_font(export, run)
            if run.get("typeface") in swaps:
                path = export.fonts[swaps[run["typeface"]]]
            if path is None or not run["text"].strip():
                continue
            value = line.get("role") == "value"
            dx, dy = shift if value else (0, 0)
            size = run["size"] * scale * (grow if value else 1.0)
            spacing = (run.get("spacing") or 0) * scale
            struck = None
            if any(key in run for key in ("turn", "lifts", "ink")):
                struck = {**run, "lifts": [lift * scale for lift in run.get("lifts", [])], "about": run.get("about", run["x"]) * scale + dx}
            box = draw_text(canvas, run["text"], path, size, run["x"] * scale + dx, run["baseline"] * scale + dy,
                            run["width"] * scale if run.get("width") else None, to_colour(run["colour"]), spacing, strength if value else 1.0, struck, dice.getrandbits(30))
            if box is not None:
                found.append(box)
        if found:
            boxes.append((min(b[0] for b in found), min(b[1] for b in found), max(b[2] for b in found), max(b[3] for b in found)))
    return slot, canvas, boxes, (page.get("cornerPx") or 0) * scale, page["number"]


def to_slot(drawn, picture_out, meta_out):
    slot, canvas, boxes, corner, number = drawn
    array = np.asarray(canvas)
    picture_out[:] = 255
    picture_out[: array.shape[0], : array.shape[1]] = array
    boxes = boxes[:MAX_LINES]
    meta_out[:] = 0
    meta_out[:5] = (array.shape[1], array.shape[0], corner, number, len(boxes))
    if boxes:
        meta_out[8 : 8 + 4 * len(boxes)] = np.asarray(boxes, np.float32).reshape(-1)


def seeded(*parts):
    return random.Random(zlib.crc32(repr(parts).encode()))
