"""Trains a small head on what the shipped anti-spoof network sees, from features.jsonl of `npm run intake`.

Nothing leaves the machine: it reads one file and writes head.pt, head.json and card.md beside it. People are split, never
frames: two fifths are never trained on, and the figures are of them.
"""
import argparse
import hashlib
import json
import os

import torch


def read(path):
    rows = [json.loads(line) for line in open(path, encoding="utf8")]
    features = torch.tensor([row["features"] for row in rows], dtype=torch.float32)
    live = torch.tensor([row.get("kind") is None for row in rows])
    return rows, features, live


def held_out(person):
    """A person's part depends on the name alone, so that it stays the same when more people come."""
    return int(hashlib.sha256(person.encode()).hexdigest(), 16) % 5 < 2


def area(live, attacks):
    wins = (live[:, None] > attacks[None]).float() + 0.5 * (live[:, None] == attacks[None]).float()
    return wins.mean().item()


def weights_of(rows, live, train):
    """Every source and class weighs the same, and within it every person."""
    keys = [(row["source"], bool(alive)) for row, alive in zip(rows, live)]
    people = [(key, row["person"]) for key, row in zip(keys, rows)]
    weight = torch.zeros(len(rows))
    for i, one in enumerate(people):
        if not train[i]:
            continue
        frames = sum(1 for j, other in enumerate(people) if train[j] and other == one)
        group = len({other for j, other in enumerate(people) if train[j] and other[0] == one[0]})
        weight[i] = 1 / (frames * group)
    return weight / weight.sum()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", help="features.jsonl of npm run intake")
    parser.add_argument("--out", required=True)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--hidden", type=int, default=16)
    parser.add_argument("--decay", type=float, default=0.05)
    parser.add_argument("--noise", type=float, default=0.3, help="added to features while training, in deviations")
    asked = parser.parse_args()
    torch.manual_seed(1)
    rows, features, live = read(asked.features)
    train = torch.tensor([not held_out(row["person"]) for row in rows])
    for part, name in ((train, "trained on"), (~train, "reported on")):
        if not (live & part).any() or not (~live & part).any():
            raise SystemExit(f"No living people or no attacks among those {name}: bring more people.")
    mean, spread = features[train].mean(0), features[train].std(0) + 1e-6
    inputs = (features - mean) / spread
    shipped = torch.tensor([row["cues"]["network"] for row in rows])
    # The head begins as the shipped network and learns what to add: with few recordings it stays near it.
    head = torch.nn.Sequential(
        torch.nn.Linear(inputs.shape[1], asked.hidden), torch.nn.ReLU(), torch.nn.Linear(asked.hidden, 1)
    )
    torch.nn.init.zeros_(head[2].weight)
    scale = torch.nn.Parameter(torch.tensor(0.6))
    weight = weights_of(rows, live, train)
    optimiser = torch.optim.AdamW([*head.parameters(), scale], lr=3e-3, weight_decay=asked.decay)
    for step in range(asked.steps):
        noisy = inputs + asked.noise * torch.randn_like(inputs)
        odds = scale * shipped + head(noisy)[:, 0]
        losses = torch.nn.functional.binary_cross_entropy_with_logits(odds, live.float(), reduction="none")
        loss = (weight * losses).sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 100 == 0:
            print(f"step {step} loss {loss.item():.4f}", flush=True)
    with torch.no_grad():
        odds = scale * shipped + head(inputs)[:, 0]
    test = ~train
    kinds = sorted({row["kind"] for row in rows if row.get("kind")})
    is_kind = {kind: torch.tensor([row.get("kind") == kind for row in rows]) for kind in kinds}
    figures = {
        "people": {
            "trained": len({row["person"] for row, t in zip(rows, train) if t}),
            "reported": len({row["person"] for row, t in zip(rows, train) if not t}),
        },
        "auc": {
            "shipped": area(shipped[test & live], shipped[test & ~live]),
            "head": area(odds[test & live], odds[test & ~live]),
        },
        "live_refused": (odds[test & live] < 0).float().mean().item(),
        "accepted": {
            kind: (odds[test & own] >= 0).float().mean().item() for kind, own in is_kind.items() if (test & own).any()
        },
    }
    os.makedirs(asked.out, exist_ok=True)
    torch.save({"head": head.state_dict(), "scale": scale.item(), "mean": mean, "spread": spread}, os.path.join(asked.out, "head.pt"))
    with open(os.path.join(asked.out, "head.json"), "w", encoding="utf8") as file:
        json.dump(figures, file, indent=2)
    with open(os.path.join(asked.out, "card.md"), "w", encoding="utf8") as file:
        file.write(card(figures, asked))
    print(json.dumps(figures, indent=2))


def card(figures, asked):
    accepted = "\n".join(f"| {kind} accepted | {share:.1%} |" for kind, share in figures["accepted"].items())
    return f"""# Head on the anti-spoof network, trained on recordings of an operator

{figures["people"]["trained"]} people were trained on, {figures["people"]["reported"]} others are reported, frame by frame.

| figure | value |
|---|---|
| AUC of the shipped network | {figures["auc"]["shipped"]:.3f} |
| AUC with the head | {figures["auc"]["head"]:.3f} |
| live refused at 0.5 | {figures["live_refused"]:.1%} |
{accepted}

Trained for {asked.steps} steps, {asked.hidden} hidden numbers, decay {asked.decay}. It holds for the people, devices, lights and attacks of
these recordings. It is not part of the server: `head.pt` is for a network of one's own, by the recipe of CONTRIBUTING.md.
"""


if __name__ == "__main__":
    main()
