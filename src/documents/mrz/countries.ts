// The codes of states and organisations that a zone can name, and the correction of a code with one misread letter.
import type { MrzCharacter } from './reading.ts'

/** The codes of ISO 3166, and those of ICAO: British nationals, refugees, organisations, and the state of its examples. */
const CODES = `
ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH BLM BLR BLZ
BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB CUW CXR CYM CYP CZE DEU
DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO GGY GHA GIB GIN GLP GMB GNB GNQ GRC
GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM
KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG
MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL
PRI PRK PRT PRY PSE PYF QAT REU ROU RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN
SWE SWZ SXM SYC SYR TCA TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB
VIR VNM VUT WLF WSM YEM ZAF ZMB ZWE
D<< RKS EUE GBD GBN GBO GBP GBS UNO UNA UNK XAA XBA XCC XCE XCO XDC XEC XES XIM XMP XOM XPO XXA XXB XXC XXX UTO`
const KNOWN: ReadonlySet<string> = new Set(CODES.trim().split(/\s+/))

/** A letter of at least the first confidence is not doubted; another letter seen with the second share may be meant. */
const SURE = 0.98
const LEAST_SEEN = 0.03
/** The confidence of a letter is multiplied by this where the list of codes changes it. */
const FORCED = 0.75

export const isCountry = (code: string): boolean => KNOWN.has(code)

/**
 * The three characters stay as they are where they are known or where several codes could be meant. `like` is the code of the
 * other field: the state that issues a document is mostly that of its holder.
 */
export function asCountry(code: readonly MrzCharacter[], like: string): readonly MrzCharacter[] {
  const text = code.map((one) => one.text).join('')
  if (isCountry(text)) return code
  const changes = code.flatMap(({ confidence, others = [] }, at) => {
    if (confidence >= SURE) return []
    const seen = others.filter((other) => other.confidence >= LEAST_SEEN).map((other) => other.text)
    return [...new Set([...seen, like[at] ?? ''])].map((sign) => ({
      at,
      sign,
      whole: text.slice(0, at) + sign + text.slice(at + 1),
    }))
  })
  const meant = changes.filter(({ whole }) => isCountry(whole))
  const only = meant.find(({ whole }) => whole === like) ?? (meant.length === 1 ? meant[0] : undefined)
  if (!only) return code
  return code.map((one, at) => (at === only.at ? replaced(one, only.sign) : one))
}

function replaced(one: MrzCharacter, text: string): MrzCharacter {
  const seen = one.others?.find((other) => other.text === text)?.confidence ?? 0
  const confidence = FORCED * (seen + one.confidence)
  return { text, confidence, others: [{ text: one.text, confidence: one.confidence }] }
}
