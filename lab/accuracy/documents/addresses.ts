// Measures addresses of print and code against each other: the same place in other words, and other places.
import {
  type AddressStyle,
  drawPlace,
  newForm,
  oldForm,
  type Place,
} from '../../../specimens/documents/facts/addresses.ts'
import { facts } from '../../../specimens/documents/facts/facts.ts'
import { shortForm } from '../../../specimens/documents/facts/short-addresses.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { hasFailed } from '../../../src/checks.ts'
import { merge } from '../../../src/documents/cards/merge.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import { FIELDS } from '../../../src/documents/fields/rows.ts'
import { recognizedData } from '../../../src/documents/identity/record.ts'
import { readingsOfCitizenCode } from '../../../src/documents/qr/readings.ts'
import { districtsOf, PROVINCES, provinceByCode } from '../../../src/documents/text/knowledge/units.ts'
import type { Context, Report } from '../../kit/report.ts'
import { none, type Target } from '../../kit/targets.ts'
import { FIRST_SEED } from './plan.ts'

const EACH = 500
const FIRST = FIRST_SEED + 300_000
/** As surely as a well photographed line is read. */
const SURE = 0.99
const STYLES: readonly AddressStyle[] = ['bare', 'short', 'full']

interface Pair {
  readonly coded: string
  readonly printed: string
  /** What the card prints as the place of origin. */
  readonly hometown: string
}

interface PairSet {
  readonly what: string
  readonly name: string
  /** Whether print and code are of one place. */
  readonly isSame: boolean
  readonly pair: (dice: Dice, seed: number) => Pair
}

const personOf = (seed: number) => facts('cccd-chip', seed, {}).person

const residenceOf = (dice: Dice, seed: number): Place =>
  drawPlace(dice, personOf(seed).provinces.residence, true)
const originOf = (dice: Dice, seed: number): string =>
  shortForm(dice, drawPlace(dice, personOf(seed).provinces.hometown, false))

/** Another commune of another district in the same province. */
function otherDistrict(dice: Dice, { province, district }: Place): Place {
  for (;;) {
    const other = drawPlace(dice, province, true)
    if (other.district.name !== district.name && districtsOf(province).length > 1) return other
  }
}

/** One that neither was nor has become the province. */
function otherProvince(dice: Dice, { province }: Place): Place {
  const own = provinceByCode(province)?.code2025
  return drawPlace(dice, dice.pick(PROVINCES.filter(({ code2025 }) => code2025 !== own)).code, true)
}

/** Another number in another street of the same commune. */
function otherHouse(dice: Dice, place: Place): readonly [Place, Place] {
  const streets = ['Lý Thường Kiệt', 'Nguyễn Trãi', 'Hùng Vương', 'Trần Phú', 'Bạch Đằng', 'Phan Chu Trinh']
  const street = dice.pick(streets)
  const other = dice.pick(streets.filter((one) => one !== street))
  const number = 2 + Math.floor(dice.next() * 200)
  return [
    { ...place, house: `${number} ${street}` },
    { ...place, house: `${number + 1 + Math.floor(dice.next() * 90)} ${other}` },
  ]
}

const old = (dice: Dice, place: Place): string => oldForm(place, dice.pick(STYLES)).text

const SETS: readonly PairSet[] = [
  {
    what: 'the same place, the print shortened',
    name: 'shortened',
    isSame: true,
    pair: (dice, seed) => {
      const place = residenceOf(dice, seed)
      return { coded: old(dice, place), printed: shortForm(dice, place), hometown: originOf(dice, seed) }
    },
  },
  {
    what: 'the same place, the code with the units of 2025',
    name: 'merged',
    isSame: true,
    pair: (dice, seed) => {
      const place = residenceOf(dice, seed)
      const [today, before] = [newForm(place, dice.pick(STYLES)).text, old(dice, place)]
      const isPrintNew = dice.next() < 0.5
      return {
        coded: isPrintNew ? before : today,
        printed: isPrintNew ? shortForm(dice, place, true) : before,
        hometown: originOf(dice, seed),
      }
    },
  },
  {
    what: 'the same place, the last line of the print lost',
    name: 'cut_short',
    isSame: true,
    pair: (dice, seed) => {
      const place = residenceOf(dice, seed)
      const printed = old(dice, place)
      return {
        coded: printed,
        printed: printed.split(', ').slice(0, -2).join(', '),
        hometown: originOf(dice, seed),
      }
    },
  },
  {
    what: 'another province',
    name: 'other_province',
    isSame: false,
    pair: (dice, seed) => {
      const place = residenceOf(dice, seed)
      return {
        coded: old(dice, place),
        printed: old(dice, otherProvince(dice, place)),
        hometown: originOf(dice, seed),
      }
    },
  },
  {
    what: 'another district of the province',
    name: 'other_district',
    isSame: false,
    pair: (dice, seed) => {
      const place = residenceOf(dice, seed)
      return {
        coded: old(dice, place),
        printed: old(dice, otherDistrict(dice, place)),
        hometown: originOf(dice, seed),
      }
    },
  },
  {
    what: 'another house in another street of the commune',
    name: 'other_street',
    isSame: false,
    pair: (dice, seed) => {
      const [one, other] = otherHouse(dice, residenceOf(dice, seed))
      return { coded: old(dice, one), printed: old(dice, other), hometown: originOf(dice, seed) }
    },
  },
]

/** The print of a chip card and its code, all alike but for the address. */
function sideOf(seed: number, { coded, printed, hometown }: Pair): SideReading {
  const { front } = facts('cccd-chip', seed, {})
  const code = front.qr.split('|').with(5, coded).join('|')
  const own = {
    id: front.id,
    name: front.name,
    birthday: front.birthday,
    sex: front.sex,
    hometown,
    address: printed,
  }
  const ocr = Object.entries(own).map(
    ([field, value]): FieldReading => ({
      field: field as keyof typeof own,
      source: 'ocr',
      value,
      lines: [value],
      confidences: [SURE],
      places: [],
    }),
  )
  return {
    kind: 'cccd-chip',
    side: 'front',
    confidence: SURE,
    readings: [...ocr, ...readingsOfCitizenCode(code)],
    mrzChecks: [],
    quality: { recapture: 0.02, photocopy: 0.02, blur: 0.02, glare: 0.02, darkness: 0.02 },
    pixelsPerMm: 12,
  }
}

interface Counted {
  readonly set: PairSet
  readonly pairs: number
  /** Pairs of which the check of the address failed, and those that were warned of with 111. */
  readonly failed: readonly Pair[]
  readonly warned: readonly Pair[]
}

function counted(set: PairSet, row: number, context: Context): Counted {
  const seeds = context.sample(Array.from({ length: EACH }, (_, k) => FIRST + 1000 * row + k))
  const judged = seeds.map((seed) => {
    const pair = set.pair(seededDice(seed, 0xadd), seed)
    const merged = merge([sideOf(seed, pair)])
    if (!merged) throw new Error('one side is of one kind')
    const { today } = facts('cccd-chip', seed, {})
    const { checks, warning_code } = recognizedData(merged, { today, serverTag: '', isOneCall: true })
    const isFailed = checks.some(
      (check) =>
        check.name === 'qr-against-print' && check.field === FIELDS.address.field && hasFailed(check),
    )
    return { pair, isFailed, isWarned: warning_code.includes(111) }
  })
  return {
    set,
    pairs: seeds.length,
    failed: judged.filter(({ isFailed }) => isFailed).map(({ pair }) => pair),
    warned: judged.filter(({ isWarned }) => isWarned).map(({ pair }) => pair),
  }
}

/** Nearly all other places must be recognised as others: a commune may have the name of another. */
const LEAST_TOLD = 0.98

function targetsOf({ set, pairs, failed, warned }: Counted): Target[] {
  const name = `documents_addresses_${set.name}`
  if (set.isSame) return [none(`${name}_failed`, failed.length), none(`${name}_111`, warned.length)]
  return [{ name: `${name}_told`, value: failed.length / pairs, bound: LEAST_TOLD, good: 'at least' }]
}

export async function evaluateAddresses(context: Context): Promise<Report> {
  const rows = SETS.map((set, row) => counted(set, row, context))
  return {
    tables: [
      {
        title: 'Addresses of print and code',
        columns: ['print and code', 'pairs', 'qr-against-print failed', '111', 'such as'],
        rows: rows.map(({ set, pairs, failed, warned }) => {
          const [wrong] = set.isSame ? failed : []
          return [
            set.what,
            pairs,
            failed.length,
            warned.length,
            wrong ? `${wrong.printed} | ${wrong.coded}` : '',
          ]
        }),
        note: 'No photograph is read here: what is printed was read right, at a confidence of 0.99.',
      },
    ],
    plots: [],
    figures: {
      addresses: rows.map(({ set, pairs, failed, warned }) => ({
        what: set.what,
        pairs,
        failed: failed.length,
        warned: warned.length,
      })),
    },
    targets: rows.flatMap(targetsOf),
  }
}
