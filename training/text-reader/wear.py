# What print does to drawn ink: sizes of a label and its value, raised digits, dots of a needle printer, slant, thick and thin strokes.
import math
import re

import cv2
import numpy as np

# Sizes of a label and of what follows it on one line: equal, the value larger, the label larger.
PAIRS = [(46, 46), (40, 46), (36, 46), (30, 46), (28, 46), (40, 52), (36, 52), (30, 52), (36, 62), (30, 62), (46, 40), (46, 36), (46, 30), (46, 28), (52, 40), (52, 36)]
RAISED = re.compile(r"(?<=[cd0-9 ]m)([23])(?![0-9])")
RAISED_SIZE = 28


def sizes(dice, parts):
    """A size for every part of a line, and how far it is lifted off the baseline."""
    if parts == 1 or dice.random() < 0.4:
        return [(46, 0)] * parts
    first, later = dice.choice(PAIRS)
    # Of three parts the middle one is the label's English, printed as the label is or smaller.
    middle = first if dice.random() < 0.6 else dice.choice([size for size in (28, 30, 36, 40) if size <= first])
    chosen = [first] + [middle] * (parts - 2) + [later]
    tallest, lifted = max(chosen), dice.uniform(-0.08, 0.36) if dice.random() < 0.15 else 0
    return [(size, round((tallest - size) * lifted)) for size in chosen]


def raised(text, dice):
    """The text in pieces, every second of them a raised digit."""
    return RAISED.split(text) if "m" in text and dice.random() < 0.7 else [text]


def needled(ink, dice):
    """Rows and columns of dots, as a needle printer strikes them."""
    pitch = dice.uniform(4.2, 6.5)
    down, along = (0.5 + 0.5 * np.cos(np.arange(size, dtype=np.float32) * (2 * math.pi / pitch) + dice.uniform(0, 6.3)) for size in ink.shape)
    dots = np.minimum(1, (down[:, None] * along[None, :]) * dice.uniform(1.8, 3.5) + dice.uniform(0.05, 0.3))
    return np.minimum(255, cv2.dilate(ink, np.ones((2, 2), np.uint8)) * dots).astype(np.uint8)


def slanted(ink, lean, base):
    matrix = np.float32([[1, -lean, lean * base], [0, 1, 0]])
    return cv2.warpAffine(ink, matrix, (ink.shape[1], ink.shape[0]), flags=cv2.INTER_LINEAR)


def worn(ink, zone, dice, base):
    """Ink as another machine would print it; zones are met in more weights than there are typefaces for them."""
    roll = dice.random()
    if roll < (0.16 if zone else 0.05):
        ink = cv2.dilate(ink, np.ones((dice.choice([1, 2, 3 if zone else 2]), 2), np.uint8))
    elif zone and roll < 0.28:
        ink = cv2.erode(ink, np.ones((dice.choice([1, 2]), dice.choice([1, 2])), np.uint8))
    elif roll < (0.33 if zone else 0.06):
        ink = needled(ink, dice)
    if zone and dice.random() < 0.15:
        ink = slanted(ink, dice.uniform(-0.14, 0.2), base)
    return ink
