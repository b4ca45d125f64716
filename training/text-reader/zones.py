# Machine-readable lines: cards (3 x 30), passports (2 x 44), small papers (2 x 36) and visas, valid ones and random ones.
import unicodedata

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
STATES = "VNM VNM VNM UTO USA GBR D<< FRA JPN KOR CHN AUS CAN SGP THA LAO KHM IND RUS NLD POL ESP ITA BRA".split()


def check(text):
    values = {**{str(n): n for n in range(10)}, **{letter: at + 10 for at, letter in enumerate(LETTERS)}, "<": 0}
    return str(sum(values[letter] * (7, 3, 1)[at % 3] for at, letter in enumerate(text)) % 10)


def folded(name):
    flat = unicodedata.normalize("NFD", name.upper().replace("Đ", "D"))
    return "".join(letter for letter in flat if letter in LETTERS)


def holder(dice, names):
    if dice.random() < 0.7:
        parts = [folded(dice.choices(list(rows), list(rows.values()))[0]) for rows in names.values()]
        return parts[0] + "<<" + "<".join(parts[1:])
    return "<<".join("<".join("".join(dice.choices(LETTERS, k=dice.randint(2, 9))) for _ in range(dice.randint(1, 2))) for _ in range(2))


def day(dice):
    text = f"{dice.randint(0, 99):02d}{dice.randint(1, 12):02d}{dice.randint(1, 28):02d}"
    return text + check(text)


def zone(dice, names):
    """One line of one zone; a few Vietnamese passports print the filler turned round."""
    text = line(dice, names)
    return text.replace("<", ">") if dice.random() < 0.04 else text


def line(dice, names):
    digits = "".join(dice.choices("0123456789", k=12))
    state, sex = dice.choice(STATES), dice.choice("MF<")
    roll, fill = dice.random(), lambda text, size: (text + "<" * size)[:size]
    if roll < 0.36:
        number = digits[3:] + check(digits[3:])
        first = f"ID{state}{number}{digits}<<{check(digits + '<<')}" if dice.random() < 0.7 else fill(dice.choice(["I<", "ID", "AC", "C<"]) + state + number, 30)
        second = fill(day(dice) + sex + day(dice) + state, 29) + dice.choice("0123456789")
        return dice.choice([first, second, fill(holder(dice, names), 30)])
    if roll < 0.72:
        number = dice.choice([dice.choice(LETTERS) + digits[:7] + "<", dice.choice(LETTERS) + digits[:8], digits[:9]])
        personal = fill(dice.choice([digits, digits[:9], ""]), 14)
        second = number + check(number) + state + day(dice) + sex + day(dice) + personal + check(personal) + dice.choice("0123456789")
        return dice.choice([fill(dice.choice(["P<", "PM", "PN", "PD"]) + state + holder(dice, names), 44), second])
    if roll < 0.84:
        size, kind = dice.choice([(36, "I<"), (36, "V<"), (44, "V<")])
        second = fill(digits[:9] + check(digits[:9]) + state + day(dice) + sex + day(dice) + dice.choice(["", digits[:6]]), size)
        return dice.choice([fill(kind + state + holder(dice, names), size), second])
    size = dice.choice([30, 36, 44])
    if dice.random() < 0.3:
        # Runs of fillers of every length, which must be counted.
        text = ""
        while len(text) < size:
            text += "".join(dice.choices(LETTERS + "0123456789", k=dice.randint(1, 6))) + "<" * dice.randint(1, 24)
        return text[:size]
    letters = dice.choice([LETTERS + "0123456789<<<<", "0123456789", "0OQD1IL2Z5S6G8B<", "O0", "I1", "B8", "S5", "Z2", "G6", "WMNHKVYX<", "K<X<", LETTERS + "<" * 12])
    text = "".join(dice.choices(letters, k=size))
    return text if dice.random() < 0.8 else text[: dice.randint(3, size)]
