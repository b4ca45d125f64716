# Lines that teach what looks alike: capitals and small letters of one shape, points and dashes, letters and digits.
import unicodedata

from syllables import syllable

LIKENESS = ["Il1|!i/", "O0QDÔOC", "rnm", "ĂÂẴẪẲẨ", "ƯUỪÙỨÚ", "ơoờòởỏ", "ưuừù", "B8R3", "S5Z2", "G6C", "vyưv", "cec", "ệẹêe", "ộọôo", "ỉìíiĩ", "ẫẩầấậ", "ỡởờớợ", "ữửừứự", "ễểềếệ", "T7Y1", "đdĐD", ".,:;'", "K<C", "aăâ", "ÝYỲỴ", "lỉt1", "ặạắă", "nhmh", "ÁẮẲẴẤẨ", "ẮẲẴẰẶĂ", "ÓỐỚỔỎỞ", "ÉẾỂẺỄ", "ÚỨỬỦỮ"]
# Small letters whose capitals have the same shape, and rhymes of nothing else.
SAME_SHAPE = "s x v c".split()
SAME_RHYMES = (
    "o ò ó ỏ õ ọ ô ồ ố ổ ỗ ộ ơ ờ ớ ở ỡ ợ u ù ú ủ ũ ụ ư ừ ứ ử ữ ự ưu ừu ứu ửu ữu ựu uo uô uơ oc óc ọc ôc ốc ộc uc úc ục ưc ức ực uôc uốc uộc ươc ước ược"
).split()
# Words that stand before numbers, which alone tell how large the letters are.
BEFORE = ["số", "cục", "vụ", "cơ sở", "xã", "sở", "cư xá", "số seri", "số xe", "sổ", "cv", "xóm", "ô", "xưởng", "vốn", "cổ phần", "cao ốc", "khu vực", "tổ", "ấp", "lô", "xứ", "cước"]
CAPITALS = "ẦẤẨẪẬẰẮẲẴẶỀẾỂỄỆỒỐỔỖỘỜỚỞỠỢỪỨỬỮỰÃẢÕŨĨỸỶ"
MARKS = [":", ".", ",", ";", "-", "/", ": ", ". ", ", ", "; ", " - ", " / ", " : ", "- ", " -", "/ ", " /", ".,", "./.", "..."[:2]]

# Tone marks as Unicode takes letters apart, each with those it is most taken for: a dot below for nothing, a hook for a tilde.
NONE, GRAVE, ACUTE, HOOK, TILDE, DOT = TONES = ["", "\u0300", "\u0301", "\u0309", "\u0303", "\u0323"]
TAKEN_FOR = {NONE: [DOT, DOT, GRAVE, ACUTE, HOOK, TILDE], GRAVE: [ACUTE, HOOK, NONE], ACUTE: [GRAVE, HOOK, TILDE, NONE], HOOK: [TILDE, ACUTE, GRAVE, NONE], TILDE: [HOOK, ACUTE, NONE, NONE], DOT: [NONE, NONE, HOOK]}
BREVE, HAT, HORN = "\u0306", "\u0302", "\u031b"
HATS = {"a": ["", BREVE, HAT], "e": ["", HAT], "o": ["", HAT, HORN], "u": ["", HORN]}


def twin(word, dice):
    """The same word with another mark on one vowel: the one that bears its tone, or else the last with a hat."""
    letters = [unicodedata.normalize("NFD", letter) for letter in word]
    vowels = [at for at, letter in enumerate(letters) if letter[0].lower() in "aeiouy"]
    if not vowels:
        return word
    toned = [at for at in vowels if any(mark in TONES for mark in letters[at][1:])]
    at = (toned or [at for at in vowels if len(letters[at]) > 1] or [dice.choice(vowels)])[-1]
    base = letters[at][0]
    tone = next((mark for mark in letters[at][1:] if mark in TONES), NONE)
    hat = next((mark for mark in letters[at][1:] if mark not in TONES), "")
    if base.lower() in HATS and dice.random() < 0.25:
        hat = dice.choice([other for other in HATS[base.lower()] if other != hat])
    else:
        tone = dice.choice(TAKEN_FOR[tone])
    letters[at] = unicodedata.normalize("NFC", base + hat + tone)
    return unicodedata.normalize("NFC", "".join(letters))


def alike(dice):
    """A word of letters that have one shape in both cases."""
    return dice.choice([*SAME_SHAPE, ""]) + dice.choice(SAME_RHYMES)


class Likes:
    """Wants dice, some, digits, cased, number and date, which Values gives."""

    def likeness(self):
        return self.some(["", " "]).join("".join(self.dice.choices(self.some(LIKENESS), k=self.dice.randint(1, 3))) for _ in range(self.dice.randint(2, 9)))

    def twins(self):
        """Names and units with a mark or two that are not the usual ones, and words beside their twins: what stands there is to be read, not what is likely."""
        roll = self.dice.random()
        if roll < 0.2:
            word = self.dice.choices(*self.names[self.some(["surname", "middle", "given"])])[0]
            return self.cased(" ".join(twin(word, self.dice) if self.dice.random() < 0.7 else word for _ in range(self.dice.randint(1, 5))), 0.6, 0.05)
        words = (self.name() if roll < 0.7 else self.address()).split(" ")
        for _ in range(self.dice.choice([1, 1, 2, 3])):
            at = self.dice.randrange(len(words))
            words[at] = twin(words[at], self.dice)
        return " ".join(words)

    def case_of(self, word):
        return self.dice.choice([str.upper, str.lower, str.capitalize])(word)

    def cases(self, switch="\x02"):
        """Capitals or small letters of one shape, with something on the line that says how large it is."""
        roll = self.dice.random()
        if roll < 0.4:
            word = self.case_of(self.some(BEFORE) if self.dice.random() < 0.75 else alike(self.dice))
            return word + self.some([" ", " ", ": ", ":", ". "]) + switch + self.some([self.id12, self.id9, self.date, self.number, self.passport])()
        if roll < 0.7:
            # Words of one case throughout: one tall letter tells of the others.
            words = [alike(self.dice) if self.dice.random() < 0.6 else syllable(self.dice) for _ in range(self.dice.randint(1, 5))]
            words.insert(self.dice.randrange(len(words) + 1), syllable(self.dice))
            return self.case_of(" ".join(words)) if self.dice.random() < 0.7 else " ".join(words).title()
        # Each word for itself, in sizes of their own: titles beside small print.
        return f" {switch}".join(self.case_of(alike(self.dice) + " " + syllable(self.dice)) for _ in range(self.dice.randint(2, 3)))

    def points(self):
        """Points, dashes and strokes between words and numbers, with and without spaces."""
        def word():
            roll = self.dice.random()
            if roll < 0.45:
                return self.digits(self.dice.randint(1, 4))
            return self.case_of(syllable(self.dice)) if roll < 0.85 else self.some(["TP", "Q", "P", "KT", "TL", "Tel", "No", "Email", "Mr", "cm3", "m2", "12 m2", "50 cm3", "kg", "STT"])

        text = word()
        for _ in range(self.dice.randint(1, 6)):
            text += self.some(MARKS if self.dice.random() < 0.7 else [" "]) + word()
        return text + self.some(["", "", ".", ",", ":", ";", " -"])

    def stacked(self):
        """Capitals with two marks one over the other, which crops cut first."""
        words = []
        for _ in range(self.dice.randint(1, 5)):
            word = syllable(self.dice).upper()
            words.append(word if self.dice.random() < 0.5 else self.some(["", "B", "C", "H", "L", "M", "NG", "NH", "T", "TR", "V", "KH", "Đ", "PH"]) + self.some(CAPITALS) + self.some(["", "N", "M", "C", "T", "P", "NG", "U", "I", "Y"]))
        return " ".join(words)
