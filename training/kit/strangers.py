# Cards and sheets that are no document of ours, so that `other` has a face and lines are found on anything.
import numpy as np
from PIL import Image, ImageDraw

from kit.pages import MAX_LINES, SLOTS, draw_text, load_font


def draw_other(export, dice):
    """A card or sheet that is no document of ours: colours, bars, a picture and lines of any text."""
    slot = "card" if dice.random() < 0.7 else "paper"
    rows, columns = SLOTS[slot]
    if slot == "card":
        height = rows
        width = min(columns, round(rows * dice.choice([1.586, 1.586, 1.586, 1.42, 1.5, 1.2])))
    else:
        height, width = rows, min(columns, round(rows * dice.choice([0.707, 0.707, 0.63, 0.5])))
    light = dice.random() < 0.75
    base = np.array([dice.randint(150, 255) if light else dice.randint(10, 120) for _ in range(3)], np.float32)
    if slot == "paper" and dice.random() < 0.8:
        base = np.array([dice.randint(225, 255)] * 3, np.float32)
    coarse = np.random.RandomState(dice.randrange(1 << 30)).uniform(-1, 1, (dice.randint(2, 9), dice.randint(2, 9), 3)).astype(np.float32)
    coarse = np.clip(base + coarse * dice.choice([2, 10, 30]), 0, 255).astype(np.uint8)
    canvas = Image.fromarray(coarse).resize((width, height), Image.BICUBIC)
    pen = ImageDraw.Draw(canvas)
    any_colour = lambda: tuple(dice.randint(0, 255) for _ in range(3))
    for _ in range(dice.choice([0, 1, 2, 4])):
        x, y = dice.randint(0, width), dice.randint(0, height)
        w, h = dice.choice([(width, dice.randint(20, 120)), (dice.randint(60, 300), dice.randint(60, 300))])
        pen.rectangle([x - w // 2, y, x + w, y + h], fill=any_colour())
    for _ in range(dice.choice([0, 0, 6, 20])):
        pen.line([dice.randint(0, width), dice.randint(0, height), dice.randint(0, width), dice.randint(0, height)], fill=any_colour(), width=dice.randint(1, 4))
    if dice.random() < 0.5:
        w = round(width * dice.uniform(0.15, 0.3))
        x, y = dice.randint(10, max(11, width - w - 10)), dice.randint(20, max(21, height - int(w * 1.3) - 20))
        pen.rectangle([x, y, x + w, y + round(w * 1.3)], fill=any_colour())
        pen.ellipse([x + w * 0.25, y + w * 0.2, x + w * 0.75, y + w * 0.85], fill=any_colour())
        pen.ellipse([x + w * 0.05, y + w * 0.9, x + w * 0.95, y + w * 1.6], fill=any_colour())
    boxes, ink = [], (dice.randint(0, 70),) * 3 if light else (dice.randint(200, 255),) * 3
    y, names = dice.uniform(0.03, 0.15) * height, sorted(export.fonts)
    path = export.fonts[dice.choice(names)] if names else None
    left = dice.uniform(0.04, 0.4) * width
    while y < height * 0.93 and path and len(boxes) < MAX_LINES:
        size = dice.choice([16, 20, 24, 30, 44]) if slot == "card" else dice.choice([11, 13, 13, 16, 22])
        y += size * dice.uniform(1.05, 2.2)
        text = dice.choice(export.texts)
        room = width - left - 12
        natural = load_font(path, size).getlength(text)
        text = text[: max(1, int(len(text) * min(1.0, room / max(natural, 1))))].strip()
        if y > height * 0.97 or not text:
            break
        box = draw_text(canvas, text, path, size, left, y, None, any_colour() if dice.random() < 0.15 and light else ink)
        if box:
            boxes.append(box)
    return slot, canvas, boxes, dice.choice([0, 0.03, 0.05]) * height if slot == "card" else 0, len(export.classes) - 1
