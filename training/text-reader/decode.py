# From rows of letter scores to text, and how far that is from the truth.


def greedy(indices, charset):
    text, before = [], 0
    for index in indices:
        if index != before and index != 0:
            text.append(charset[index - 1])
        before = index
    return " ".join("".join(text).split())


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def error_rates(read, truth, zones, charset):
    """Share of letters wrong and of lines right, of ordinary lines and of machine-readable zones, in percent."""
    sums = {}
    worst = []
    for indices, text, zone in zip(read, truth, zones):
        got = greedy(indices.tolist(), charset)
        wrong = distance(got, text)
        if wrong:
            worst.append((wrong / max(1, len(text)), text, got))
        total = sums.setdefault("mrz" if zone else "line", [0, 0, 0, 0])
        for place, number in enumerate((wrong, len(text), wrong == 0, 1)):
            total[place] += number
    figures = {
        name: {"letters_wrong": round(100 * s[0] / s[1], 3), "lines_right": round(100 * s[2] / s[3], 2), "lines": s[3]} for name, s in sums.items()
    }
    figures["examples"] = [f"{text} | {got}" for _, text, got in sorted(worst)[:: max(1, len(worst) // 12)][:12]]
    return figures
