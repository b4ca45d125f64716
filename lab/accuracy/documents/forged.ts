// Measures whether forged documents warn and honest ones do not: prints, codes and zones that contradict each other, and sides sent twice.
import { FORGERIES, type Forgery } from '../../../specimens/documents/facts/forgeries.ts'
import type { FactKind } from '../../../specimens/documents/facts/record.ts'
import { type Dice, seededDice } from '../../../specimens/person/dice.ts'
import { CODE_EXPECTED } from '../../../src/documents/cards/checks.ts'
import type { SideReading } from '../../../src/documents/cards/side-reading.ts'
import type { FieldReading } from '../../../src/documents/fields/reading.ts'
import { FIELDS, type FieldName } from '../../../src/documents/fields/rows.ts'
import type { Source } from '../../../src/documents/fields/source.ts'
import { askOfDocument } from '../../../src/documents/identity/find.ts'
import { type Context, type Report, sampleOf } from '../../kit/report.ts'
import { type Proportion, proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { licenceEndpoint } from './licence-endpoint.ts'
import { CARDS, type Case, casesOf, codelessCases, forgedCases, LICENCES, PASSPORTS } from './plan.ts'
import { portraitReport } from './portraits.ts'
import type { CaseRead } from './reading.ts'
import { type Recognised, recognise, recogniseSides } from './recognise.ts'
import type { Session } from './session.ts'

/** Of seven kinds these are over 300 honest documents. */
const EACH_KIND = 44
const EACH_LICENCE = 12
const EACH_DRAWN = 3

/** Darkness, numbers in doubt and hidden letters are of the picture, and no warning of a forgery; some specimens are photocopies. */
const OF_THE_PICTURE: readonly number[] = [115, 191, 194, 195]

const isWarned = ({ code, warnings }: Recognised): boolean =>
  code === 109 || warnings.some((warning) => !OF_THE_PICTURE.includes(warning))

/** These kinds have a code or a zone, so that their print can be contradicted. */
const MACHINE_READ = ['cccd-chip', 'can-cuoc', ...PASSPORTS] as const
/** Which forgeries a kind can have: no passport has a code. */
const drawable = MACHINE_READ.flatMap((kind) =>
  FORGERIES.filter((forgery) => forgery !== 'qr' || !PASSPORTS.some((one) => one === kind)).map(
    (forgery): readonly [FactKind, Forgery] => [kind, forgery],
  ),
)

const few = (context: Context, cases: readonly Case[], count: number): Case[] =>
  sampleOf(cases, Math.min(count, context.limit ?? count))

const honestOf = (context: Context): Case[][] =>
  [...CARDS, ...PASSPORTS].map((kind) => few(context, casesOf(kind), EACH_KIND))
const licencesOf = (context: Context): Case[][] =>
  LICENCES.map((kind) => few(context, casesOf(kind), EACH_LICENCE))
const drawnOf = (context: Context): Case[][] =>
  drawable.map(([kind, forgery]) =>
    few(context, forgedCases(forgery, kind, FORGERIES.indexOf(forgery), EACH_DRAWN), EACH_DRAWN),
  )

const EACH_CODELESS = 20
const codelessOf = (context: Context): Case[][] =>
  (['cccd-chip', 'can-cuoc'] as const).map((kind) =>
    few(context, codelessCases(kind, EACH_CODELESS), EACH_CODELESS),
  )

export const forgedPlan = (context: Context): Case[] =>
  [...honestOf(context), ...licencesOf(context), ...drawnOf(context), ...codelessOf(context)].flat()

interface Hand {
  readonly own: readonly SideReading[]
  /** Another person's document of the same kind. */
  readonly other: readonly SideReading[]
  readonly dice: Dice
}

type Change = (hand: Hand) => readonly SideReading[]

const [ID, NAME, BIRTHDAY, SEX, EXPIRY, ADDRESS, ISSUED] = [
  FIELDS.id,
  FIELDS.name,
  FIELDS.birthday,
  FIELDS.sex,
  FIELDS.expiry,
  FIELDS.address,
  FIELDS.issue_date,
].map(({ field }) => field) as [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]

/** Values that `to` has no answer for stay. */
const changed = (
  sides: readonly SideReading[],
  to: (reading: FieldReading) => string | undefined,
): SideReading[] =>
  sides.map((side) => ({
    ...side,
    readings: side.readings.map((reading) => ({ ...reading, value: to(reading) ?? reading.value })),
  }))

const valueIn = (sides: readonly SideReading[], field: FieldName, source: Source): string | undefined =>
  sides.flatMap(({ readings }) => readings).find((one) => one.field === field && one.source === source)?.value

/** The field of these sources is that of the other document, in the words of each source. */
const swapped =
  (fields: readonly FieldName[], sources: readonly Source[]): Change =>
  ({ own, other }) =>
    changed(own, ({ field, source }) =>
      fields.includes(field) && sources.includes(source) ? valueIn(other, field, source) : undefined,
    )

/** The field is rewritten wherever one of the sources says it. */
const rewritten =
  (
    fields: readonly FieldName[],
    sources: readonly Source[],
    to: (value: string, dice: Dice) => string,
  ): Change =>
  ({ own, dice }) => {
    const seed = Math.floor(dice.next() * 2 ** 30)
    return changed(own, ({ field, source, value }) =>
      fields.includes(field) && sources.includes(source) ? to(value, seededDice(seed, 1)) : undefined,
    )
  }

const digitAt = (text: string, at: number, dice: Dice): string => {
  const shift = 1 + Math.floor(dice.next() * 9)
  return text.slice(0, at) + String((Number(text[at]) + shift) % 10) + text.slice(at + 1)
}
const lastDigit = (text: string, dice: Dice): string =>
  /\d$/.test(text) ? digitAt(text, text.length - 1 - Math.floor(dice.next() * 4), dice) : text

const otherDay = (date: string): string =>
  date.replace(
    /^(\d\d)\/(\d\d)/,
    (_, day: string, month: string) =>
      `${two(((Number(day) + 12) % 27) + 1)}/${two(((Number(month) + 4) % 12) + 1)}`,
  )
const two = (value: number): string => String(value).padStart(2, '0')

/** Five years older or younger, within the century. */
const otherYear = (year: number): number => (year % 100 < 50 ? year + 5 : year - 5)
const laterBorn = (value: string): string =>
  /^\d{12}$/.test(value)
    ? value.slice(0, 4) + two(otherYear(Number(value.slice(4, 6)))) + value.slice(6)
    : value.replace(/\d{4}$/, (year) => String(otherYear(Number(year))))

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/gu
const otherTone = (name: string): string =>
  name
    .normalize('NFD')
    .replace(TONES, (mark) => (mark === '\u0301' ? '\u0300' : '\u0301'))
    .normalize('NFC')

interface Row {
  readonly what: string
  readonly change: Change
  /** Only these have what is changed. */
  readonly kinds?: readonly string[]
  /** Misreadings look the same, or nothing else shows it: reported, but not promised. */
  readonly isOpen?: true
}

const CODED = ['cccd-chip', 'can-cuoc']
const EVERYTHING = [ID, NAME, BIRTHDAY, SEX, EXPIRY, ADDRESS, ISSUED]

/** What a forger changes: in print beside genuine code and zone, or the other way round. */
const ROWS: readonly Row[] = [
  { what: 'name in print', change: swapped([NAME], ['ocr']) },
  { what: 'birth date in print', change: rewritten([BIRTHDAY], ['ocr'], otherDay) },
  { what: 'number in print', change: swapped([ID], ['ocr']) },
  {
    what: 'birth year and number in print',
    change: rewritten([BIRTHDAY, ID], ['ocr'], laterBorn),
    kinds: CODED,
  },
  { what: 'expiry in print', change: swapped([EXPIRY], ['ocr']) },
  { what: 'name in print and zone', change: swapped([NAME], ['ocr', 'mrz']), kinds: CODED },
  { what: 'code of another', change: swapped(EVERYTHING, ['qr']), kinds: CODED },
  { what: 'zone of another', change: swapped(EVERYTHING, ['mrz']) },
  { what: 'sex in print', change: rewritten([SEX], ['ocr'], (sex) => (/^n[uữ]/i.test(sex) ? 'Nam' : 'Nữ')) },
  { what: 'one digit of the number', change: rewritten([ID], ['ocr'], lastDigit), isOpen: true },
  { what: 'address in print', change: swapped([ADDRESS], ['ocr']), kinds: CODED, isOpen: true },
  { what: 'tone marks of the name', change: rewritten([NAME], ['ocr'], otherTone), isOpen: true },
]

/** The code has the address as offices shorten it. */
const SHORTENED: readonly (readonly [string, (address: string) => string])[] = [
  ['without its first part', (address) => partsOf(address).slice(1).join(', ') || address],
  [
    'without its district',
    (address) =>
      partsOf(address)
        .filter((_, i, all) => i !== all.length - 2)
        .join(', '),
  ],
  [
    'abbreviated',
    (address) =>
      address
        .replaceAll('Phường', 'P.')
        .replaceAll('Quận', 'Q.')
        .replaceAll('Thành phố', 'TP.')
        .replaceAll('Huyện', 'H.')
        .replaceAll('Xã', 'X.')
        .replaceAll('Thị trấn', 'TT.'),
  ],
]
const partsOf = (address: string): string[] => address.split(',').map((part) => part.trim())

interface Told {
  readonly what: string
  readonly kind: string
  readonly isTold: boolean
  readonly isOpen?: boolean
}

export async function evaluateForged(session: Session): Promise<Report> {
  const { context, reader } = session
  const [forged, honest, errors]: [Told[], Told[], string[]] = [[], [], []]
  const honestly = (what: string, { kind, seed }: Case, answer: Recognised) => {
    honest.push({ what, kind, isTold: isWarned(answer) })
    if (isWarned(answer))
      errors.push(`${kind} ${seed} ${what}: ${answer.warnings.join(', ')} ${answer.failed.join(' ')}`)
  }
  for (const cases of honestOf(context)) {
    const read = await reader.read(`forged ${cases[0]?.kind}`, cases, askOfDocument)
    for (const [i, one] of read.entries()) {
      honestly('both sides', one, recognise(readingsOf(one), one.today))
      for (const each of one.pictures) honestly('one picture', one, recognise([each.reading], one.today))
      for (const [how, to] of SHORTENED)
        if (CODED.includes(one.kind))
          honestly(`address ${how}`, one, answerTo(one, rewritten([ADDRESS], ['qr'], to)))
      const other = read[(i + 1) % read.length]
      if (other && other !== one) forged.push(...forgeriesOf(one, other))
    }
  }
  for (const cases of licencesOf(context))
    for (const one of await session.answers(cases, { endpoint: licenceEndpoint }))
      for (const answer of one.alone) honestly('one picture', one, answer)
  for (const cases of [...drawnOf(context), ...codelessOf(context)])
    for (const one of await session.answers(cases))
      forged.push({
        what: `${one.set.replace('forged ', '')}, drawn`,
        kind: one.kind,
        isTold: isWarned(one.whole),
      })
  for (const error of errors) console.error(`honest and warned: ${error}`)
  const portraits = await portraitReport(session, honestOf(context).flat())
  return {
    tables: [
      toldTable(
        'Forged documents that warn',
        forged,
        'What print, code or zone say was changed as it was read, each as sure as it was; `drawn` ones were photographed. Lines with * are told, and not promised.',
      ),
      toldTable(
        'Honest documents that warn',
        honest,
        'Of photographs of all levels; addresses of codes were shortened as they were read.',
      ),
      ...portraits.tables,
    ],
    plots: [],
    figures: { forged: groupsOf(forged), honestWarned: groupsOf(honest), ...portraits.figures },
    targets: [
      {
        name: 'forged-warned',
        value: shareOf(forged.filter(({ isOpen }) => !isOpen)).value,
        bound: 0.95,
        good: 'at least',
      },
      { name: 'honest-warned', value: shareOf(honest).value, bound: 0.01, good: 'at most' },
      ...portraits.targets,
    ],
  }
}

const readingsOf = ({ pictures }: CaseRead) => pictures.map(({ reading }) => reading)

const answerTo = (one: CaseRead, change: Change, other: readonly SideReading[] = []): Recognised =>
  recogniseSides(readingsOf(one), one.today, (own) =>
    change({ own, other, dice: seededDice(one.seed, 0xf0) }),
  )

function forgeriesOf(one: CaseRead, other: CaseRead): Told[] {
  if (!MACHINE_READ.some((kind) => kind === one.kind)) return []
  const { kind } = one
  const others = sidesIn(other)
  const rows = ROWS.filter(({ kinds = [kind] }) => kinds.includes(kind)).flatMap(
    ({ what, change, isOpen }) => {
      const hand = { own: sidesIn(one), other: others, dice: seededDice(one.seed, 0xf0) }
      // Two people may have the same value, and a value that was not read cannot be changed.
      const isChanged = JSON.stringify(change(hand)) !== JSON.stringify(hand.own)
      return isChanged
        ? [{ what, kind, isTold: isWarned(answerTo(one, change, others)), ...(isOpen && { isOpen }) }]
        : []
    },
  )
  const [front] = readingsOf(one)
  const twice = front && recognise([front, front], one.today)
  const painted = answerTo(one, ({ own }) =>
    own.map((side) => ({
      ...side,
      codesRead: 0,
      readings: side.readings.filter(({ source }) => source !== 'qr'),
    })),
  )
  return [
    ...rows,
    ...(twice && one.pictures.length > 1
      ? [{ what: 'front sent twice', kind, isTold: isWarned(twice) }]
      : []),
    ...(CODED.includes(kind)
      ? [
          {
            what: 'code painted over: noted',
            kind,
            isTold: painted.noted?.includes(CODE_EXPECTED) === true,
            isOpen: true,
          },
        ]
      : []),
  ]
}

function sidesIn(one: CaseRead): readonly SideReading[] {
  let found: readonly SideReading[] = []
  recogniseSides(readingsOf(one), one.today, (sides) => {
    found = sides
    return sides
  })
  return found
}

const shareOf = (told: readonly Told[]): Proportion => proportionOf(told, ({ isTold }) => isTold)

const groupsOf = (told: readonly Told[]) =>
  [...Map.groupBy(told, ({ what, kind }) => `${what}|${kind}`).values()].map((own) => ({
    what: own[0]?.what,
    kind: own[0]?.kind,
    ...shareOf(own),
  }))

function toldTable(title: string, told: readonly Told[], note: string) {
  return {
    title,
    columns: ['what', 'warned', '', 'by kind'],
    rows: [...Map.groupBy(told, ({ what, isOpen }) => (isOpen ? `${what} *` : what))].map(([what, own]) => {
      const share = shareOf(own)
      const kinds = [...Map.groupBy(own, ({ kind }) => kind)].map(
        ([kind, its]) => `${kind} ${countOf(shareOf(its))}`,
      )
      return [what, percentWithInterval(share), countOf(share), kinds.join(', ')]
    }),
    note,
  }
}
