// Countries by every name and code under which a document gives a nationality, with the name a Vietnamese card prints.
import { foldName } from './knowledge/fold.ts'
import { countryByCode } from './knowledge/units.ts'
import { NATIONALITY } from './knowledge/words.ts'

/** ISO 3166: two letters, then three. */
const CODES =
  'AFAFG EGEGY ALALB DZDZA ADAND AOAGO GBGBR AGATG ATAUT SASAU ARARG AMARM AZAZE ININD BSBHS BHBHR PLPOL BDBGD ' +
  'BBBRB BYBLR BZBLZ BJBEN BTBTN BEBEL BOBOL BABIH BWBWA PTPRT CICIV BRBRA BNBRN BGBGR BFBFA BIBDI CVCPV AEARE ' +
  'CMCMR KHKHM CACAN CLCHL COCOL KMCOM CGCOG CDCOD CRCRI HRHRV CUCUB DJDJI DMDMA DODOM DKDNK TLTLS DEDEU ECECU ' +
  'SVSLV ERERI EEEST ETETH FJFJI GAGAB GMGMB GHGHA GDGRD GEGEO GTGTM GWGNB GQGNQ GNGIN GYGUY HTHTI NLNLD KRKOR ' +
  'USUSA HNHND HUHUN GRGRC ISISL IDIDN IRIRN IQIRQ IEIRL ILISR JMJAM JOJOR KZKAZ KEKEN KIKIR KWKWT CYCYP KGKGZ ' +
  'LALAO LVLVA LSLSO LBLBN LRLBR LYLBY LILIE LTLTU LULUX MKMKD MGMDG MWMWI MYMYS MVMDV MLMLI MTMLT MAMAR MHMHL ' +
  'MRMRT MUMUS MXMEX FMFSM MDMDA MCMCO MNMNG MEMNE MZMOZ MMMMR NANAM SSSSD ZAZAF NRNRU NONOR NPNPL NZNZL NINIC ' +
  'NENER NGNGA RURUS JPJPN OMOMN PKPAK PWPLW PAPAN PGPNG PYPRY PEPER FRFRA FIFIN PHPHL QAQAT ROROU RWRWA KNKNA ' +
  'LCLCA VCVCT WSWSM SMSMR STSTP CZCZE SNSEN RSSRB SCSYC SLSLE SGSGP SKSVK SISVN SBSLB SOSOM LKLKA SDSDN SRSUR ' +
  'SZSWZ SYSYR TJTJK TZTZA ESESP TDTCD THTHA TRTUR SESWE CHCHE TGTGO TOTON KPPRK TTTTO CNCHN CFCAF TNTUN TMTKM ' +
  'TVTUV AUAUS UGUGA UAUKR UYURY UZUZB VUVUT VAVAT VEVEN ITITA YEYEM ZMZMB ZWZWE'

/** Codes of the ICAO alone. */
const OTHER_CODES: Readonly<Record<string, readonly string[]>> = {
  DE: ['D'],
  GB: ['GBD', 'GBN', 'GBO', 'GBP', 'GBS'],
}

/** Nationalities, and names that are in no list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  DE: 'german;deutsch;bundesrepublik deutschland;federal republic of germany',
  GB: 'british;british citizen;great britain;anh;united kingdom of great britain and northern ireland',
  US: 'american;united states of america',
  CN: 'chinese;people s republic of china',
  KR: 'korean;republic of korea;han quoc',
  JP: 'japanese',
  LA: 'lao people s democratic republic;laos',
  KH: 'cambodian',
  TH: 'thai',
  TR: 'turkey;turkish',
  MM: 'myanmar;burma',
  CZ: 'czech republic',
  FR: 'french;francaise;republique francaise',
  IN: 'indian;an do;republic of india',
  AU: 'australian;australia',
  CA: 'canadian',
  RU: 'russian;russian federation;lien bang nga',
  SG: 'singaporean;republic of singapore',
  MY: 'malaysian',
  ID: 'indonesian;republic of indonesia',
  PH: 'filipino;republic of the philippines',
}
const HOME = ['viet nam', 'vietnamese', 'vietnamien', 'vietnamienne', 'vn']

const joined = (name: string): string => foldName(name).replace(/ /g, '')

interface Nations {
  /** The country as a card prints it, by its joined folded letters. */
  readonly names: ReadonlyMap<string, string>
  /** The country as a card prints it, by the code of an MRZ without fillers. */
  readonly codes: ReadonlyMap<string, string>
}

function build(): Nations {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const alpha3 = new Map(CODES.split(' ').map((row) => [row.slice(0, 2), row.slice(2)]))
  const names = new Map(HOME.map((name) => [joined(name), NATIONALITY]))
  const codes = new Map([['VNM', NATIONALITY]])
  for (let code = 101; code <= 295; code++) {
    const { iso2 = '', name = '' } = countryByCode(String(code)) ?? {}
    const [shown = '', ...others] = name.split(/\s\(|\)(?=\s|\/|$)|[;,/]\s*/)
    const three = alpha3.get(iso2) ?? ''
    // The annex lists two of them twice.
    const value = codes.get(three) ?? shown.trim()
    for (const each of [three, ...(OTHER_CODES[iso2] ?? [])]) codes.set(each, value)
    for (const each of [shown, ...others, english.of(iso2) ?? '', ...(OTHER_NAMES[iso2]?.split(';') ?? [])]) {
      const key = joined(each)
      if (key !== '' && !names.has(key)) names.set(key, value)
    }
  }
  return { names, codes }
}

let kept: Nations | undefined

export function nations(): Nations {
  kept ??= build()
  return kept
}
