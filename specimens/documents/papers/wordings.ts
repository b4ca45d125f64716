// The labels of foreign documents, by language.

/** Labels in one language; letters outside the Vietnamese alphabet are left out, so that one reader reads all. */
export interface Wording {
  readonly surname: string
  readonly given: string
  readonly nationality: string
  readonly birthday: string
  readonly sex: string
  readonly birthplace: string
  readonly issued: string
  readonly expires: string
  readonly authority: string
  readonly number: string
  readonly personal: string
  readonly signature: string
  readonly passport: string
  readonly card: string
  readonly address: string
  readonly type: string
  readonly code: string
}

export type Language = keyof typeof WORDINGS

const row = (...words: readonly string[]): Wording => {
  const at = (place: number) => words[place] ?? ''
  return {
    surname: at(0),
    given: at(1),
    nationality: at(2),
    birthday: at(3),
    sex: at(4),
    birthplace: at(5),
    issued: at(6),
    expires: at(7),
    authority: at(8),
    number: at(9),
    personal: at(10),
    signature: at(11),
    passport: at(12),
    card: at(13),
    address: at(14),
    type: at(15),
    code: at(16),
  }
}

const words = (text: string): Wording => row(...text.split('|'))

export const WORDINGS = {
  english: words(
    "Surname|Given names|Nationality|Date of birth|Sex|Place of birth|Date of issue|Date of expiry|Authority|Document No.|Personal No.|Holder's signature|PASSPORT|IDENTITY CARD|Address|Type|Code",
  ),
  french: words(
    "Nom|Prénoms|Nationalité|Date de naissance|Sexe|Lieu de naissance|Date de délivrance|Date d'expiration|Autorité|Document N°|N° personnel|Signature du titulaire|PASSEPORT|CARTE D'IDENTITÉ|Adresse|Type|Code",
  ),
  spanish: words(
    'Apellidos|Nombre|Nacionalidad|Fecha de nacimiento|Sexo|Lugar de nacimiento|Fecha de expedición|Fecha de caducidad|Autoridad|Documento N°|N° personal|Firma del titular|PASAPORTE|TARJETA DE IDENTIDAD|Domicilio|Tipo|Código',
  ),
  italian: words(
    'Cognome|Nome|Cittadinanza|Data di nascita|Sesso|Luogo di nascita|Data di rilascio|Data di scadenza|Autorità|Documento N.|Codice personale|Firma del titolare|PASSAPORTO|CARTA DI IDENTITÀ|Residenza|Tipo|Codice',
  ),
  malay: words(
    'Nama keluarga|Nama|Kewarganegaraan|Tanggal lahir|Jenis kelamin|Tempat lahir|Tanggal dikeluarkan|Berlaku hingga|Pihak berkuasa|No. dokumen|No. pribadi|Tanda tangan|PASPOR|KARTU IDENTITAS|Alamat|Jenis|Kode',
  ),
  filipino: words(
    'Apelyido|Mga pangalan|Nasyonalidad|Petsa ng kapanganakan|Kasarian|Lugar ng kapanganakan|Petsa ng pagkakaloob|Petsa ng pagkawalang-bisa|Maykapangyarihan|Blg. ng dokumento|Blg. ng tao|Lagda|PASAPORTE|KARD NG PAGKAKAKILANLAN|Tirahan|Uri|Kodigo',
  ),
  dutch: words(
    'Naam|Voornamen|Nationaliteit|Geboortedatum|Geslacht|Geboorteplaats|Datum van afgifte|Geldig tot|Autoriteit|Documentnummer|Persoonsnummer|Handtekening|PASPOORT|IDENTITEITSKAART|Adres|Type|Code',
  ),
  polish: words(
    'Nazwisko|Imiona|Obywatelstwo|Data urodzenia|M/K|Miejsce urodzenia|Data wydania|Data konca|Organ|Numer dokumentu|PESEL|Podpis|PASZPORT|DOWÓD|Adres|Typ|Kod',
  ),
  utopian: words(
    'Familnomo|Personaj nomoj|Nacio|Tago de nasko|Sekso|Loko de nasko|Eldonita|Valida gis|Estraro|Dokumento n-ro|Persona n-ro|Subskribo|PASPORTO|LEGITIMILO|Adreso|Tipo|Kodo',
  ),
} as const satisfies Record<string, Wording>
