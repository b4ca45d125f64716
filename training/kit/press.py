# The press: processes that draw flat pages into a ring of slots on disk, which any number of trainings read.
import argparse
import atexit
import multiprocessing
import os
import random
import shutil
import tempfile
import time

import numpy as np

from kit.pages import META, SLOTS, Export, draw_page, seeded, to_slot
from kit.strangers import draw_other

# Slots of a ring by name: a slot kind and whether it is for held-out pages.
RINGS = {"card": ("card", False), "paper": ("paper", False), "card-held": ("card", True), "paper-held": ("paper", True)}
SIZES = {"card": 1400, "paper": 500, "card-held": 320, "paper-held": 96}
OTHER_SHARE = 0.07


class Ring:
    def __init__(self, folder, name, count=None):
        rows, columns = SLOTS[RINGS[name][0]]
        make = count is not None
        path = os.path.join(folder, name)
        if not make:
            count = os.path.getsize(path + ".stamps") // 8
        mode = "w+" if make else "r+"
        self.name, self.count = name, count
        self.pictures = np.memmap(path + ".pictures", np.uint8, mode, shape=(count, rows, columns, 3))
        self.metas = np.memmap(path + ".metas", np.float32, mode, shape=(count, META))
        self.stamps = np.memmap(path + ".stamps", np.int64, mode, shape=(count,))

    def write(self, at, drawn):
        stamp = abs(int(self.stamps[at])) + 1
        self.stamps[at] = -stamp  # a reader leaves a slot alone while it is written
        to_slot(drawn, self.pictures[at], self.metas[at])
        self.stamps[at] = stamp


def choose_page(export, pages_by_class, slot, dice):
    numbers = pages_by_class[slot]
    return dice.choice(numbers[dice.choice(sorted(numbers))])


def by_class(export, pages):
    out = {"card": {}, "paper": {}}
    for page in pages:
        out[export.slot_of(page)].setdefault(page["number"], []).append(page)
    return out


def draw_for(export, groups, ring, at, dice):
    slot, held = RINGS[ring]
    pages = groups[held] if groups[held][slot] else groups[False]
    if not pages[slot] or dice.random() < OTHER_SHARE:
        for _ in range(200):
            drawn = draw_other(export, dice)
            if drawn[0] == slot:
                return drawn
    if held:  # every class alike, every run the same
        numbers = sorted(pages[slot])
        of_class = pages[slot][numbers[at % len(numbers)]]
        return draw_page(export, of_class[(at // len(numbers)) % len(of_class)], dice)
    return draw_page(export, choose_page(export, pages, slot, dice), dice)


def work(export, folder, worker, workers, stop_at, parent):
    rings = {name: Ring(folder, name) for name in RINGS}
    groups = {False: by_class(export, export.train), True: by_class(export, export.held)}
    shares = {name: list(range(worker, ring.count, workers)) for name, ring in rings.items()}
    first = [(n, at) for n in ("card", "paper") for at in shares[n][: max(1, len(shares[n]) // 4)]]
    held = [(n, at) for n in ("card-held", "paper-held") for at in shares[n]]
    random.Random(worker).shuffle(first)
    dice = random.Random(1000 + worker)
    queue = first + held + [(n, at) for n in ("card", "paper") for at in shares[n][len(shares[n]) // 4 :]]
    while time.time() < stop_at and os.getppid() == parent:
        if not queue:
            queue = [(n, at) for n in ("card", "paper") for at in shares[n]]
            dice.shuffle(queue)
        name, at = queue.pop(0)
        try:
            rings[name].write(at, draw_for(export, groups, name, at, seeded(name, at) if RINGS[name][1] else dice))
        except Exception as fault:  # one bad page must not end the run
            print("press:", name, at, repr(fault), flush=True)
            time.sleep(0.05)


def room_for(bytes_needed):
    for folder in ("/dev/shm", tempfile.gettempdir()):
        if os.path.isdir(folder) and shutil.disk_usage(folder).free > bytes_needed * 1.5:
            return folder
    return tempfile.gettempdir()


def start(data, workers, seconds, folder=None, share=1.0):
    """Starts the workers; answers the export and the folder of the rings. Call before the GPU is touched: workers are forked."""
    export = Export(data)
    sizes = {name: max(8, int(n * share)) for name, n in SIZES.items()}
    needed = sum(n * SLOTS[RINGS[k][0]][0] * SLOTS[RINGS[k][0]][1] * 3 for k, n in sizes.items())
    own = folder is None
    folder = folder or tempfile.mkdtemp(prefix="press-", dir=room_for(needed))
    os.makedirs(folder, exist_ok=True)
    for name, count in sizes.items():
        Ring(folder, name, count)
    context, me = multiprocessing.get_context("fork"), os.getpid()
    for worker in range(workers):
        context.Process(target=work, args=(export, folder, worker, workers, time.time() + seconds, me), daemon=True).start()
    if own:
        atexit.register(lambda: os.getpid() == me and shutil.rmtree(folder, ignore_errors=True))
    with open(os.path.join(folder, "ready"), "w", encoding="utf-8") as f:
        f.write("ready\n")
    return export, folder


def join(data, folder, wait=60):
    """The export and rings of a press that another process runs."""
    until = time.time() + wait
    while not os.path.exists(os.path.join(folder, "ready")):
        if time.time() > until:
            raise SystemExit("no press at " + folder)
        time.sleep(0.2)
    return Export(data), folder


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--workers", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=480)
    parser.add_argument("--share", type=float, default=1.0)
    given = parser.parse_args()
    start(given.data, given.workers, given.seconds, given.folder, given.share)
    time.sleep(given.seconds)
