# Values as documents print them: names, dates, numbers, money, contacts, marks; each by the dice of the one who asks.
from addresses import address, bare
from syllables import syllable

DIGITS = "0123456789"
WORDS = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"]


def in_words(number):
    """A whole number in Vietnamese words."""
    if number == 0:
        return WORDS[0]
    parts, names, rank = [], ["", " nghìn", " triệu", " tỷ"], 0
    while number:
        number, three = divmod(number, 1000)
        if three:
            hundred, ten, unit = three // 100, three // 10 % 10, three % 10
            said = [WORDS[hundred], "trăm"] if hundred or number else []
            if ten > 1:
                said += [WORDS[ten], "mươi"]
            elif ten == 1:
                said.append("mười")
            elif unit and said:
                said.append("lẻ")
            if unit:
                said.append("mốt" if unit == 1 and ten > 1 else "lăm" if unit == 5 and ten else WORDS[unit])
            parts.append(" ".join(said) + names[rank])
        rank += 1
    return " ".join(reversed(parts))


class Values:
    """Wants dice, tables, labels, names and vocabulary, which Texts gives."""

    def some(self, rows):
        return self.dice.choice(rows)

    def digits(self, count):
        return "".join(self.dice.choices(DIGITS, k=count))

    def cased(self, text, upper=0.4, lower=0.15):
        roll = self.dice.random()
        return text.upper() if roll < upper else text.lower() if roll < upper + lower else text

    def surname(self):
        return self.dice.choices(*self.names["surname"])[0].upper()

    def given(self):
        return " ".join(self.dice.choices(*self.names[part])[0] for part in ("middle", "given")[self.dice.randint(0, 1) :]).upper()

    def name(self):
        parts = [self.surname().title() if self.dice.random() < 0.85 else syllable(self.dice).title()]
        for _ in range(self.dice.choice([0, 1, 1, 1, 1, 2, 2, 3])):
            parts.append(self.dice.choices(*self.names["middle"])[0] if self.dice.random() < 0.8 else syllable(self.dice).title())
        parts.append(self.dice.choices(*self.names["given"])[0] if self.dice.random() < 0.8 else syllable(self.dice).title())
        return self.cased(" ".join(parts), 0.72, 0)

    def province(self):
        return bare(self.some(self.tables["places"])[0])

    def address(self):
        return address(self)

    def date(self):
        day, month, year = self.dice.randint(1, 31), self.dice.randint(1, 12), self.dice.randint(1930, 2060)
        roll = self.dice.random()
        if roll < 0.7:
            mark = self.dice.choices("/-.", [8, 1.5, 1])[0]
            return f"{day:02d}{mark}{month:02d}{mark}{year}" if self.dice.random() < 0.9 else f"{day}{mark}{month}{mark}{year}"
        if roll < 0.78:
            return f"{day:02d} {self.some('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split())} {self.some([str(year), f'{year % 100:02d}'])}"
        if roll < 0.84:
            return f"{day:02d} / {month:02d} / {year}"
        return self.long_date()

    def long_date(self):
        text = f"ngày {self.dice.randint(1, 31):02d} tháng {self.dice.randint(1, 12):02d} năm {self.dice.randint(1930, 2040)}"
        text = text.replace(" tháng", ", tháng").replace(" năm", ", năm") if self.dice.random() < 0.15 else text
        if self.dice.random() < 0.2:
            mark = self.some(["/", "/", " / "])
            text = text.replace("ngày", f"ngày{mark}date").replace("tháng", f"tháng{mark}month").replace("năm", f"năm{mark}year")
        text = f"{self.province()}, {text}" if self.dice.random() < 0.3 else text
        return text[0].upper() + text[1:] if self.dice.random() < 0.4 else text

    def expiry(self):
        return self.date() if self.dice.random() < 0.8 else self.cased("Không thời hạn", 0.2, 0.1)

    def id12(self):
        text = f"{self.dice.randint(1, 96):03d}{self.dice.randint(0, 3)}{self.digits(8)}"
        return " ".join(text[at : at + 3] for at in range(0, 12, 3)) if self.dice.random() < 0.12 else text

    def id9(self):
        text = self.digits(9)
        return " ".join(text[at : at + 3] for at in range(0, 9, 3)) if self.dice.random() < 0.2 else text

    def passport(self):
        return self.some("BCPEHKN") + self.digits(self.some([7, 8]))

    def licence(self):
        return self.digits(12) if self.dice.random() < 0.8 else self.some(["AB", "AL", "CE", "N", "S"]) + " " + self.digits(6)

    def company_code(self):
        return self.digits(10) + (f"-{self.digits(3)}" if self.dice.random() < 0.2 else "")

    def serial(self):
        return self.some(["AA", "AB", "KC", "EF", "DG"]) + self.some(["", " "]) + self.digits(self.dice.randint(6, 8))

    def money(self):
        amount = self.dice.randint(1, 999) * 10 ** self.dice.choice([4, 5, 6, 6, 7, 8, 9])
        mark = self.dice.choices([".", ",", " "], [8, 2, 1])[0]
        return f"{amount:,}".replace(",", mark) + self.some([" đồng", " VNĐ", " đ", "", " VND", " USD", " đồng."])

    def count(self):
        return f"{self.dice.randint(1, 99999) * 100:,}".replace(",", ".")

    def percent(self):
        return self.some([f"{self.dice.randint(1, 100)}%", f"{self.dice.randint(0, 99)},{self.digits(2)} %", f"{self.dice.randint(0, 99)}.{self.digits(3)}"])

    def year(self):
        return str(self.dice.randint(1925, 2045))

    def change(self):
        return f"{self.dice.randint(1, 30)}, {self.long_date()}"

    def number(self):
        act = self.dice.choices([self.id12, self.id9, self.passport, self.licence, self.company_code, self.serial, self.money, self.count, self.percent], [6, 4, 2, 2, 2, 1, 3, 1, 1])[0]
        return act() if self.dice.random() < 0.9 else self.digits(self.dice.randint(1, 14))

    def words(self):
        text = in_words(self.dice.randint(1, 999) * 10 ** self.dice.choice([3, 4, 5, 6, 7, 8, 9, 9]) + self.dice.choice([0, 0, self.dice.randint(0, 999)])) + self.some([" đồng", " đồng chẵn", " đồng./.", ""])
        return text[0].upper() + text[1:]

    def company(self):
        text = self.some(self.tables["companies"])
        text = f'"{text}"' if self.dice.random() < 0.03 else text
        return self.cased(text, 0.85, 0)

    def english_company(self):
        return " ".join(self.dice.choices(self.vocabulary, k=self.dice.randint(2, 5))).upper() + self.some([" COMPANY LIMITED", " JOINT STOCK COMPANY", " CO., LTD", " JSC", " CORPORATION"])

    def short_company(self):
        return "".join(self.dice.choices("ABCDEGHKLMNPSTVX", k=self.dice.randint(2, 6))) + self.some(["", " CO., LTD", " JSC", " CORP", ".,JSC"])

    def email(self):
        user = "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz0123456789._", [1] * 36 + [1, 0.5], k=self.dice.randint(4, 14)))
        return f"{user}@{self.some(['gmail.com', 'yahoo.com', 'yahoo.com.vn', 'hotmail.com', 'outlook.com', self.host()])}"

    def host(self):
        return "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=self.dice.randint(3, 10))) + self.some([".vn", ".com.vn", ".com", ".net", ".gov.vn", ".edu.vn", ".org"])

    def web(self):
        return self.some(["www.", "http://", "https://", "", "http://www."]) + self.host()

    def net(self):
        return self.email() if self.dice.random() < 0.6 else self.web()

    def phone(self):
        text = self.some("098 091 090 032 079 086 024 028 0236 0290".split()) + self.digits(7)
        return self.some([text, f"{text[:4]} {text[4:7]} {text[7:]}", f"{text[:4]}.{text[4:7]}.{text[7:]}", f"+84 {text[1:]}", f"({text[:3]}) {text[3:]}", f"{text[:4]}-{text[4:]}"])

    def sex(self):
        return self.some(self.labels["short"][:8])

    def nation(self):
        return self.cased("Việt Nam", 0.4, 0) if self.dice.random() < 0.8 else self.some(["VIETNAMESE", "Hoa Kỳ", "Hàn Quốc", "Nhật Bản", "Trung Quốc", "Pháp"])

    def ethnic(self):
        return self.some(self.tables["ethnic"])

    def mark(self):
        return f"{self.some(self.labels['marks'])} {self.some(['', 'C.', 'cách ', 'c '])}{self.dice.randint(0, 5)}{self.some([',', '.'])}{self.dice.randint(0, 9)}{self.some([' cm', 'cm', ' Cm'])} {self.some(self.labels['spots'])}"

    def religion(self):
        return self.some(self.labels["religions"])

    def post(self):
        return self.cased(self.some(self.labels["posts"]), 0.2, 0.05)

    def paper(self):
        return self.some(self.labels["papers"])

    def grade(self):
        return ", ".join(self.dice.choices(self.labels["short"][13:37], k=self.dice.choice([1, 1, 1, 2, 3])))
