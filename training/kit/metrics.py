# The figures pages are judged by: corners, classes, lines found, areas under curves.
import numpy as np


def cyclic_corner_errors(found, truth):
    """N x 4 x 2 each -> N: largest corner error as share of the true diagonal, best of the four starts."""
    diagonal = np.maximum(np.sqrt(((truth[:, 2] - truth[:, 0]) ** 2).sum(-1)), np.sqrt(((truth[:, 3] - truth[:, 1]) ** 2).sum(-1)))
    best = None
    for shift in range(4):
        far = np.sqrt(((np.roll(found, shift, 1) - truth) ** 2).sum(-1)).max(1) / diagonal
        best = far if best is None else np.minimum(best, far)
    return best


def shares_within(errors, limits=(0.005, 0.01, 0.02, 0.03, 0.05, 0.1)):
    return {f"within {limit:.1%}": round(float((errors <= limit).mean()), 5) if len(errors) else None for limit in limits}


def area_under_curve(scores, truth):
    """Chance that a positive scores above a negative; None where one of them is missing."""
    scores, truth = np.asarray(scores), np.asarray(truth).astype(bool)
    if truth.all() or not truth.any():
        return None
    order = np.argsort(scores, kind="mergesort")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    many = truth.sum()
    return round(float((ranks[truth].sum() - many * (many + 1) / 2) / (many * (~truth).sum())), 5)


def confusion(truth, found, names):
    """The pairs that are mixed up most."""
    pairs = {}
    for t, f in zip(truth, found):
        if t != f:
            pairs[(int(t), int(f))] = pairs.get((int(t), int(f)), 0) + 1
    return [{"truth": names[t], "found": names[f], "times": n} for (t, f), n in sorted(pairs.items(), key=lambda row: -row[1])[:12]]


def decode_lines(text, reach, stride=4, threshold=0.5, fewest=2):
    """The reading of the detector's maps in its plainest form: connected bands, widened by what `reach` says. Boxes x0, y0, x1, y1."""
    import cv2

    mask = (1 / (1 + np.exp(-np.clip(text, -30, 30))) > threshold).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = []
    for k in range(1, count):
        x, y, w, h, area = stats[k]
        if area < fewest:
            continue
        part = labels[y : y + h, x : x + w] == k
        rows, columns = np.nonzero(part)
        centre = (rows + y + 0.5) * stride
        up, down = reach[0, y : y + h, x : x + w][part], reach[1, y : y + h, x : x + w][part]
        tall = float(np.median(up + down))
        top, bottom = float(np.median(centre - up)), float(np.median(centre + down))
        if h * stride > 1.5 * tall:  # a slanted line: its box spans all of its course
            top, bottom = float((centre - up).min()), float((centre + down).max())
        boxes.append((x * stride - 0.3 * tall, top, (x + w) * stride + 0.3 * tall, bottom))
    return np.array(boxes, np.float32).reshape(-1, 4)


def overlap(a, b):
    x0, y0 = np.maximum(a[:, None, 0], b[None, :, 0]), np.maximum(a[:, None, 1], b[None, :, 1])
    x1, y1 = np.minimum(a[:, None, 2], b[None, :, 2]), np.minimum(a[:, None, 3], b[None, :, 3])
    both = np.clip(x1 - x0, 0, None) * np.clip(y1 - y0, 0, None)
    area_a, area_b = ((v[:, 2] - v[:, 0]) * (v[:, 3] - v[:, 1]) for v in (a, b))
    return both / (area_a[:, None] + area_b[None] - both + 1e-6)


def match_lines(found, truth, least=0.5):
    """(hits, found, true): lines paired one to one at that overlap or more."""
    if not len(found) or not len(truth):
        return 0, len(found), len(truth)
    table, hits = overlap(found, truth), 0
    while table.size and table.max() >= least:
        i, j = np.unravel_index(table.argmax(), table.shape)
        table[i], table[:, j] = -1, -1
        hits += 1
    return hits, len(found), len(truth)
