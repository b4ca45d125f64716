# Feeds training with drawn lines: processes draw batches of lines of like width, and batches are served again when drawing is slower than learning.
import json
import queue
import random
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.multiprocessing
from PIL import Image

import cut
from draw import FINE, HEIGHT, SQUEEZE, Drawer
from kit.pages import Export

HERE = Path(__file__).resolve().parent
POOL = 6144  # lines a process draws before it sorts them by width
STEP = 32  # widths are multiples of this
MOST = 2560  # lines in a batch, however short they are
KEPT = 64  # batches kept to be served again
DARK, MOST_DARK = 75, 0.03  # a strip of a plate with more than this share of pixels so dark is no ground for letters
FINE_SHARE = 0.4  # of the lines are drawn as sharp as the network can see them


def padded(width):
    return (width + STEP - 1) // STEP * STEP


def stacked(rows):
    """Lines of one height -> one array B x H x W (x 3 where they were cut from pages), their widths, texts and zone flags."""
    wide = padded(max(mask.shape[1] for mask, _, _ in rows))
    masks = np.zeros((len(rows), rows[0][0].shape[0], wide, *rows[0][0].shape[2:]), np.uint8)
    for at, (mask, _, _) in enumerate(rows):
        masks[at, :, : mask.shape[1]] = mask
        if mask.ndim == 3:
            # Blur must not bring in black from beyond the end.
            masks[at, :, mask.shape[1] :] = mask[:, -1:]
    return masks, np.array([mask.shape[1] for mask, _, _ in rows], np.int64), [row[1] for row in rows], [row[2] for row in rows]


def parcels(rows, pixels):
    """Sorted by width and cut so that each parcel's lines are together about `pixels` wide."""
    rows.sort(key=lambda row: row[0].shape[1], reverse=True)
    out, start = [], 0
    while start < len(rows):
        size = max(1, min(MOST, pixels // padded(rows[start][0].shape[1])))
        out.append(rows[start : start + size])
        start += size
    return out


def draw_forever(fonts, texts, export, index, seed, pixels, out, stop):
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    drawer, size = Drawer(fonts, texts, "train", seed), 512
    sources = [(drawer.line, 1.0, 1.0)] if export is None else [(drawer.line, 1 - cut.SHARE, 1.0), (cut.Cut(export, drawer).line, cut.SHARE, cut.ROOM)]
    while not stop.is_set():
        batches = []
        for drawer.fine, part in ((True, FINE_SHARE), (False, 1 - FINE_SHARE)):
            # As many lines in a batch of fine ones, which are narrower.
            room = round(pixels * FINE * SQUEEZE / HEIGHT) if drawer.fine else pixels
            for line, share, less in sources:
                batches += parcels([line() for _ in range(round(size * part * share))], round(room * less))
        drawer.dice.shuffle(batches)
        for rows in batches:
            masks, widths, said, zones = stacked(rows)
            targets = np.array([index[letter] for text in said for letter in text], np.int64)
            lengths = np.array([len(text) for text in said], np.int64)
            out.put(tuple(torch.from_numpy(part) for part in (masks, widths, targets, lengths, np.array(zones))))
        size = min(POOL, size * 2)  # the first batches soon, later ones better sorted


class Lines:
    """`folder` holds fonts/ (of fonts.py), texts/ (of texts.py) and export/ (of specimens/) if there is one."""

    def __init__(self, folder, processes=12, pixels=864 * 1024, seed=1, keep=KEPT):
        self.folder, self.keep = Path(folder), keep
        self.charset = list(json.loads((HERE / "charset.json").read_text())["characters"])
        self.index = {letter: at + 1 for at, letter in enumerate(self.charset)}
        self.dice, self.count, self.kept, self.fixed = random.Random(seed), 0, [], {}
        context = torch.multiprocessing.get_context("fork")
        self.fresh, self.halt = context.Queue(maxsize=2 * max(1, processes)), context.Event()
        # Read once, before the processes part, so that they share its memory.
        self.export = Export(str(self.folder / "export")) if (self.folder / "export" / "index.json").exists() else None
        place = (str(self.folder / "fonts"), str(self.folder / "texts"), self.export, self.index)
        self.workers = [
            context.Process(target=draw_forever, args=(*place, seed * 1000 + at, pixels, self.fresh, self.halt), daemon=True) for at in range(processes)
        ]
        for worker in self.workers:
            worker.start()

    def batch(self, device):
        """Masks (uint8, B x H x W, or crops B x H x W x 3), widths (B), targets (all letters in a row), lengths (B), zone flags (B): a fresh batch, or one served before when none is ready."""
        while True:
            try:
                # Wait only while there is little to choose from.
                parts = self.fresh.get(timeout=2) if len(self.kept) < 8 else self.fresh.get_nowait()
            except queue.Empty:
                if self.kept:
                    return self.dice.choice(self.kept)
                if not any(worker.is_alive() for worker in self.workers):
                    raise RuntimeError("every drawing process has ended") from None
                continue
            parts = tuple(part.to(device) for part in parts)
            self.count += len(parts[1])
            if len(self.kept) < self.keep:
                self.kept.append(parts)
            else:
                self.kept[self.dice.randrange(self.keep)] = parts
            return parts

    def held_out(self, lines=1500, zones=400, size=128, seed=77, fine=False, pages=False):
        """Always the same lines: in typefaces never trained on (zones in OCR-B), or cut from pages whose plates were not; batches of masks, widths, texts, zone flags."""
        if (fine, pages) not in self.fixed:
            drawer = Drawer(self.folder / "fonts", self.folder / "texts", "held-out", seed)
            drawer.fine = fine
            source, rows = cut.Cut(self.export, drawer, held=True) if pages else drawer, []
            while len(rows) < lines:
                row = source.line()
                rows += [] if row[2] else [row]
            rows += [] if pages else [drawer.line({"zone"}) for _ in range(zones)]
            rows.sort(key=lambda row: row[0].shape[1])
            self.fixed[fine, pages] = [stacked(rows[at : at + size]) for at in range(0, len(rows), size)]
        for masks, widths, texts, flags in self.fixed[fine, pages]:
            yield torch.from_numpy(masks), torch.from_numpy(widths), texts, flags

    def plates(self, device, each=8, tall=64, wide=960):
        """Strips of the plates that specimens/ exported (documents before any letter): grounds as they really are. None without an export."""
        dice, strips = random.Random(5), []
        for path in sorted((self.folder / "export" / "plates").glob("*.webp")):
            plate = np.asarray(Image.open(path).convert("RGB"))
            for _ in range(each):
                top, left = dice.randrange(plate.shape[0] - tall), dice.randrange(max(1, plate.shape[1] - wide))
                strip = plate[top : top + tall, left : left + wide]
                # Nothing is printed over barcodes and hair.
                if (strip.mean(2) < DARK).mean() > MOST_DARK:
                    continue
                strips.append(cv2.resize(strip, (wide, tall)).transpose(2, 0, 1))
        return torch.from_numpy(np.stack(strips)).to(device).float() if strips else None

    def drawn(self):
        return self.count

    def stop(self):
        self.halt.set()
        for worker in self.workers:
            worker.terminate()


def measure(folder, seconds=20.0):
    """Lines a second of one drawing process, alone."""
    drawer = Drawer(Path(folder) / "fonts", Path(folder) / "texts", "train", 3)
    begun, count = time.time(), 0
    while time.time() - begun < seconds:
        drawer.line()
        count += 1
    return count / seconds
