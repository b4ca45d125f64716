# Vietnamese syllables: every onset with every rhyme and tone the spelling allows, so that each mark on each vowel is common.
ONSETS = "b c ch d đ g h kh l m n ng nh p ph qu r s t th tr v x gi".split() + [""] * 3
FRONT = {"c": "k", "g": "gh", "ng": "ngh"}
RHYMES = (
    "a ac ach ai am an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây e ec em en eng eo ep et ê êch êm ên ênh êp êt êu "
    "i ia ich iêc iêm iên iêng iêp iêt iêu im in inh ip it iu o oa oac oach oai oam oan oang oanh oao oat oay oăc oăm oăn oăng oăt oc oe oen oet oi om on ong op ot "
    "ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơp ơt u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt up ut uy uya uych uyên uyêt uynh uyt uyu "
    "ư ưa ưc ưi ưng ươc ươi ươm ươn ương ươp ươt ươu ưt ưu y yêm yên yêt yêu"
).split()
PLAIN = "aăâeêioôơuưy"
TONED = {"à": "àằầèềìòồờùừỳ", "á": "áắấéếíóốớúứý", "ả": "ảẳẩẻểỉỏổởủửỷ", "ã": "ãẵẫẽễĩõỗỡũữỹ", "ạ": "ạặậẹệịọộợụựỵ"}


def bearer(rhyme, modern):
    """Where the rhyme carries its tone; open pairs such as oa have two customs."""
    spots = [at for at, letter in enumerate(rhyme) if letter in PLAIN]
    hatted = [at for at in spots if rhyme[at] in "ăâêôơư"]
    if hatted:
        return hatted[-1]
    if rhyme[-1] not in PLAIN:
        return spots[-1]
    if len(spots) == 3 or (len(spots) == 2 and rhyme in ("oa", "oe", "uy") and modern):
        return spots[1]
    return spots[0]


def closed(rhyme):
    return rhyme[-1] in "cpt" or rhyme.endswith("ch")


# Half of the syllables are drawn by the vowel first, else ẵ, ỹ and their like would stay rare.
BY_VOWEL = {vowel: [r for r in RHYMES if r[bearer(r, True)] == vowel and not closed(r)] for vowel in PLAIN}


def syllable(dice):
    rhyme = dice.choice(RHYMES if dice.random() < 0.5 else BY_VOWEL[dice.choice(PLAIN)])
    onset = dice.choice(ONSETS)
    if rhyme[0] in "eêiy":
        onset = FRONT.get(onset, onset)
    if onset == "qu" and rhyme[0] in "uo":
        onset = "h"
    if onset == "gi" and rhyme[0] == "i":
        onset = "t"
    tone = dice.choice(["á", "ạ"]) if closed(rhyme) else dice.choice([None, "à", "á", "ả", "ã", "ạ"])
    if tone is None:
        return onset + rhyme
    at = bearer(rhyme, dice.random() < 0.5)
    return onset + rhyme[:at] + TONED[tone][PLAIN.index(rhyme[at])] + rhyme[at + 1 :]
