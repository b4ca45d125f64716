// Builds zones of people who do not exist as lines of characters, each read with full confidence by default.
import type { MrzCharacter, MrzLine } from '../../../src/documents/mrz/reading.ts'

export const CARD = [
  'IDVNM0900000018001090000001<<9',
  '9001011M3001019VNM<<<<<<<<<<<6',
  'NGUYEN<<VAN<AN<<<<<<<<<<<<<<<<',
]
export const CARD_WITHOUT_END = [
  'IDVNM1600000027079160000002<<7',
  '6002291F9912315VNM<<<<<<<<<<<6',
  'TRAN<<THI<BINH<<<<<<<<<<<<<<<<',
]
export const PASSPORT = [
  'P<VNMNGUYEN<<VAN<AN<<<<<<<<<<<<<<<<<<<<<<<<<',
  'C1234567<0VNM9001011M3001019001090000001<<94',
]
/** ICAO prints these examples, of a country that does not exist. */
export const FOREIGN_CARD = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]
export const FOREIGN_PASSPORT = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
export const TD2 = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']
export const VISA_A = [
  'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L8988901C4XXX4009078F96121096ZE184226B<<<<<<',
]
export const VISA_B = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<']

const SEEN = 0.998

export interface Doubt {
  readonly line: number
  readonly at: number
  readonly read: string
  readonly confidence?: number
  /** Holds the other character that was seen there, with a share of 0.2. */
  readonly others?: string
}

export function zone(texts: readonly string[], doubts: readonly Doubt[] = []): MrzLine[] {
  return texts.map((text, line) => {
    const characters = [...text].map((sign, at): MrzCharacter => {
      const doubt = doubts.find((one) => one.line === line && one.at === at)
      if (!doubt) return { text: sign, confidence: SEEN }
      const others = [...(doubt.others ?? '')].map((other) => ({ text: other, confidence: 0.2 }))
      return { text: doubt.read, confidence: doubt.confidence ?? 0.7, others }
    })
    return { text: characters.map((one) => one.text).join(''), characters }
  })
}

export const textsOf = (lines: readonly MrzLine[] | undefined): string[] | undefined =>
  lines?.map(({ text }) => text)
