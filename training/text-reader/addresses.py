# Addresses in the forms documents print: three levels before July 2025, two after it, shortened words, wrapped halves.
from syllables import syllable

LONG = ("Thành phố ", "Tỉnh ", "Quận ", "Huyện ", "Thị xã ", "Thị trấn ", "Phường ", "Xã ")
SHORT = {
    "Thành phố ": ["TP. ", "TP ", "Tp. ", "TP.", "", "thành phố "], "Tỉnh ": ["", "", "", "T. ", "T.", "tỉnh "], "Quận ": ["Q. ", "Q.", "", "quận "], "Huyện ": ["H. ", "H.", "", "", "huyện "],
    "Thị xã ": ["TX. ", "TX ", "thị xã "], "Thị trấn ": ["TT. ", "TT ", "TT.", "Thị trấn "], "Phường ": ["P. ", "P.", "", "phường "], "Xã ": ["X. ", "", "xã "],
}


# As offices shorten provinces where the line is too short.
ABBREVIATED = ["BRVT", "BR-VT", "TP.HCM", "TP HCM", "TPHCM", "HCM", "TT Huế", "TT-Huế", "QN-ĐN", "HN"]


def bare(place):
    """A place without the word that says what kind it is."""
    for word in LONG:
        if place.startswith(word):
            return place[len(word) :]
    return place


def shortened(place, dice):
    for word in LONG:
        if place.startswith(word):
            rest = place[len(word) :]
            # "1" alone is no name: wards and districts by number keep their word.
            forms = [form for form in SHORT[word] if form or not rest.isdigit()]
            return dice.choice(forms) + rest
    return place


def house(asker):
    dice = asker.dice
    number = dice.choice([str(dice.randint(1, 999)), f"{dice.randint(1, 999)}/{dice.randint(1, 99)}", f"{dice.randint(1, 999)}{dice.choice('ABCDEF')}", f"{dice.randint(1, 99)}/{dice.randint(1, 99)}/{dice.randint(1, 30)}", f"{dice.randint(1, 50)}-{dice.randint(51, 99)}"])
    street = asker.some(asker.tables["streets"]) if dice.random() < 0.6 else f"{syllable(dice).title()} {syllable(dice).title()}"
    return f"{dice.choice(['', '', 'Số ', 'số '])}{number} {dice.choice(['', '', 'Đường ', 'đường ', 'phố ', 'Ngõ '])}{street}"


def hamlet(asker):
    dice = asker.dice
    word = asker.some(asker.labels["hamlets"])
    name = str(dice.randint(1, 30)) if dice.random() < 0.5 else " ".join(syllable(dice).title() for _ in range(dice.randint(1, 2)))
    return f"{word} {name}"


def address(asker):
    dice = asker.dice
    province, districts = asker.some(asker.tables["places"])
    district, communes = dice.choice(districts)
    commune = dice.choice(communes) if communes else district
    if dice.random() < 0.7:
        parts = [commune, district, province]
    else:
        new = asker.some(asker.tables["new"])
        parts = [commune if commune[:2] in ("Ph", "Xã") else "Xã " + bare(commune), new if new.split()[0] in ("Thành", "Tỉnh") else dice.choice(["Tỉnh ", "Thành phố ", ""]) + new]
    if dice.random() < 0.65:
        parts = [shortened(part, dice) for part in parts]
    front = []
    if dice.random() < 0.35:
        front.append(house(asker))
    if dice.random() < 0.35:
        front.append(hamlet(asker))
    comma = dice.choices([", ", " - ", ",", "-", ". ", " -"], [14, 2, 1, 1, 0.5, 0.5])[0]
    if dice.random() < 0.05:
        parts[-1] = asker.some(ABBREVIATED)
    elif "Thừa Thiên" in parts[-1] and dice.random() < 0.5:
        parts[-1] = asker.some(["Thừa Thiên - Huế", "Thừa Thiên -Huế", "Thừa Thiên-Huế", "TT Huế", "T.T.Huế"])
    parts = front + parts
    roll = dice.random()
    if roll < 0.30 and len(parts) > 1:
        at = dice.randint(1, len(parts) - 1)
        # A wrapped address: the first half often keeps its comma at the end of the line.
        parts, tail = (parts[:at], comma.rstrip() if dice.random() < 0.7 else "") if dice.random() < 0.5 else (parts[at:], "")
    else:
        tail = "." if dice.random() < 0.03 else ""
    text = comma.join(part for part in parts if part) + tail
    if dice.random() < 0.08:
        text += f", {dice.choice(['Việt Nam', 'VN'])}"
    if dice.random() < 0.04:
        text = "- " + text
    return asker.cased(text, 0.07, 0.02)
