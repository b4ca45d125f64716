# Tone marks that sit elsewhere than a typeface of today puts them: higher, aside, fainter, as old typefaces and typewriters printed them.
import unicodedata

import cv2
import numpy as np

LETTER, OVER, UNDER = 0, 1, 2


def parts_of(letter, box):
    """The letter and its marks as (ink, x, y within the box, where it is): what does not touch the letter is a mark."""
    if len(unicodedata.normalize("NFD", letter)) == 1 or not letter.isalpha():
        return [(box, 0, 0, LETTER)]
    count, labels, stats, _ = cv2.connectedComponentsWithStats((box > 48).astype(np.uint8), connectivity=8)
    if count < 3:
        return [(box, 0, 0, LETTER)]
    main = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    head = stats[main, cv2.CC_STAT_TOP]
    foot = head + stats[main, cv2.CC_STAT_HEIGHT]
    places = np.full(count, LETTER, np.uint8)
    for at in range(1, count):
        middle = stats[at, cv2.CC_STAT_TOP] + stats[at, cv2.CC_STAT_HEIGHT] / 2
        if at != main:
            places[at] = OVER if middle < head + 0.2 * (foot - head) else UNDER if middle > foot else LETTER
    # The pale edge of a stroke goes with the stroke it is nearest to.
    near = cv2.dilate(np.where(labels > 0, places[labels] + 1, 0).astype(np.uint8), np.ones((3, 3), np.uint8))
    owner = np.where(labels > 0, places[labels] + 1, near)
    out = []
    for where in (LETTER, OVER, UNDER):
        ink = np.where(owner == where + 1, box, 0).astype(np.uint8)
        rows = np.flatnonzero(ink.max(1))
        if len(rows):
            out.append((np.ascontiguousarray(ink[rows[0] : rows[-1] + 1]), 0, int(rows[0]), where))
    return out


class Moved:
    """How the marks of one line stand; `size` is that of its letters."""

    def __init__(self, dice, size, high=0.12):
        self.dice = dice
        self.lift, self.side = dice.uniform(-0.04, high) * size, dice.gauss(0, 0.035) * size
        self.stray = dice.uniform(0, 0.025) * size
        self.faint = dice.uniform(0.5, 1) if dice.random() < 0.4 else 1

    def ink(self, part, where):
        return part if where == LETTER or self.faint == 1 else (part * self.faint).astype(np.uint8)

    def aside(self, where):
        return 0 if where == LETTER else self.side + self.dice.gauss(0, self.stray)

    def down(self, where):
        if where == LETTER:
            return 0
        way = -self.lift if where == OVER else 0.5 * self.lift
        return round(way + self.dice.gauss(0, self.stray))
