# Lines of foreign documents: labels in the languages that passports carry, invented names and places with their letters.

# Pairs and single words of labels, and words that stand in titles and addresses; `|` between them.
WORDS = (
    "Nom|Prénoms|Nationalité|Date de naissance|Sexe|Lieu de naissance|Date de délivrance|Date d'expiration|Autorité|Document N°|N° personnel|Signature du titulaire|PASSEPORT|CARTE NATIONALE D'IDENTITÉ|Adresse|Né(e) le|à|Taille|Préfecture|République|Ministère de l'intérieur|"
    "Apellidos|Nombre|Nacionalidad|Fecha de nacimiento|Sexo|Lugar de nacimiento|Fecha de expedición|Fecha de caducidad|Válido hasta|Autoridad|N° personal|Firma del titular|PASAPORTE|DOCUMENTO NACIONAL DE IDENTIDAD|Domicilio|Tipo|Código|Dirección|España|República|Niño|Año|"
    "Cognome|Cittadinanza|Data di nascita|Sesso|Luogo di nascita|Data di rilascio|Data di scadenza|Autorità|Codice fiscale|Firma del titolare|PASSAPORTO|CARTA DI IDENTITÀ|Residenza|Repubblica|Comune di|"
    "Name|Vornamen|Staatsangehörigkeit|Geburtstag|Geburtsort|Geschlecht|Ausstellungsdatum|Gültig bis|Behörde|Unterschrift des Inhabers|REISEPASS|PERSONALAUSWEIS|Anschrift|Größe|Augenfarbe|Straße|Bundesrepublik|Österreich|Landkreis|Stadt|Bürgeramt|"
    "Achternaam|Voornamen|Nationaliteit|Geboortedatum|Geslacht|Geboorteplaats|Datum van afgifte|Geldig tot|Autoriteit|Documentnummer|Persoonsnummer|Handtekening|PASPOORT|IDENTITEITSKAART|Koninkrijk|Burgemeester van|Lengte|"
    "Efternamn|Förnamn|Medborgarskap|Födelsedatum|Kön|Födelseort|Utfärdat|Gäller till|Myndighet|Längd|Namnteckning|Etternavn|Fornavn|Fødselsdato|Kjønn|Utstedt|Utløper|Underskrift|Statsborgerskab|Køn|Udstedt|Sukunimi|Etunimet|Kansalaisuus|Syntymäaika|Sukupuoli|Päättyy|"
    "Apelido|Nomes próprios|Nacionalidade|Data de nascimento|Data de emissão|Válido até|Assinatura do titular|Filiação|Órgão emissor|Nazwisko|Imiona|Obywatelstwo|Data urodzenia|Miejsce urodzenia|Data wydania|Podpis|PASZPORT|"
    "Nama|Kewarganegaraan|Tanggal lahir|Jenis kelamin|Tempat lahir|Berlaku hingga|Alamat|Tanda tangan|PASPOR|Apelyido|Mga pangalan|Kasarian|Petsa ng kapanganakan|Lagda|Familnomo|Nacio|Tago de nasko|Valida|Subskribo|"
    "Surname|Given names|Nationality|Date of birth|Sex|Place of birth|Date of issue|Date of expiry|Authority|Document No.|Personal No.|Holder's signature|PASSPORT|IDENTITY CARD|Height|Eyes|Issued by|Valid until|Kingdom of|Republic of|United States|If found please return to|Bearer's signature|Driver's licence|Country code"
).split("|")
STARTS = "b br c ch d dr f fl g gr h j k kr l m n p pr qu r s sch st t tr v w z ø å ö ä".split()
VOWELS = "a e i o u a e i o u ö ü ä é è ë ï î û ø å æ ó í á ú ñe ça ei ou au ie".split()
ENDS = "n r s l t ns rg ck nd ß rt m x nz lt ñ".split() + [""] * 6


class Foreign:
    """Mixed into Texts: needs dice, some, digits, cased."""

    def strange(self):
        """A word of no language, in letters of several."""
        parts = [self.some(STARTS) + self.some(VOWELS) + self.some(ENDS) for _ in range(self.dice.choice([1, 2, 2, 2, 3]))]
        word = "".join(parts)[:14]
        return word[0].upper().replace("SS", "S") + word[1:]

    def holder(self):
        name = self.some([" ", " ", "-", " de ", " van der ", " af ", "'"]).join(self.strange() for _ in range(self.dice.choice([1, 1, 2, 2, 3])))
        # A sharp s has no capital.
        return name.replace("ß", "ss").upper() if self.dice.random() < 0.7 else name

    def foreign(self):
        kind = self.dice.random()
        if kind < 0.3:
            return self.holder()
        word = self.some(WORDS)
        if kind < 0.6:
            return f"{word}{self.some([' / ', '/', ' / '])}{self.some(WORDS)}{self.some(['', '', ':', '.'])}"
        if kind < 0.75:
            return f"{self.dice.randint(1, 12)}. {word}" if self.dice.random() < 0.5 else word.replace("ß", "ss").upper()
        if kind < 0.9:
            return f"{word}: {self.holder()}"
        return f"{self.digits(self.dice.choice([4, 5]))} {self.holder()}"
