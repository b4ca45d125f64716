// Measures bad input: an unsupported document must be answered with none, and nothing may be invented for half of one.

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askOfDocument } from '../../../src/documents/identity/find.ts'
import type { Kind } from '../../../src/documents/kinds/kinds.ts'
import { mrzNameOf } from '../../../src/documents/text/names.ts'
import type { Context, Report } from '../../kit/report.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { countOf, percentWithInterval } from '../../kit/table.ts'
import { badPictures } from './bad-pictures.ts'
import type { PictureDefect } from './picture-defects.ts'
import { badCases, type Case } from './plan.ts'
import { type Recognised, recognise } from './recognise.ts'
import { isExact, isMisread, type Said, type Truth } from './score.ts'
import type { Session } from './session.ts'

interface BadSet {
  readonly what: string
  readonly kinds: readonly Kind[]
  readonly defect?: PictureDefect
  readonly each: number
}

const sets: readonly BadSet[] = [
  { what: 'cards and papers that are none of ours', kinds: ['other'], each: 60 },
  { what: 'a driving licence', kinds: ['licence-paper', 'licence-pet', 'licence-2025'], each: 5 },
  { what: 'a foreign card', kinds: ['foreign-td1'], each: 10 },
  { what: 'half a card', kinds: ['cmnd-9', 'cccd-12', 'cccd-chip', 'can-cuoc'], defect: 'half', each: 10 },
  {
    what: 'the number covered',
    kinds: ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip', 'can-cuoc', 'passport-old', 'passport-new'],
    defect: 'covered',
    each: 6,
  },
  { what: 'fifty cards in a picture', kinds: ['cccd-12', 'cccd-chip'], defect: 'fifty', each: 2 },
]

const casesOf = (context: Context, set: BadSet, kind: Kind): Case[] =>
  context.sample(badCases(kind, set.defect, set.each, sets.indexOf(set)))

export const badInput = (context: Context): Case[] =>
  sets.flatMap((set) => set.kinds.flatMap((kind) => casesOf(context, set, kind)))

interface Row {
  readonly what: string
  readonly answers: readonly Recognised[]
  /** Values that are not on the document. */
  readonly invented: readonly string[]
  /** The count of wrong letters or tones in words that are on the document. */
  readonly misread: number
  /** Whether any value may be answered at all. */
  readonly mayRead: boolean
}

export async function evaluateBad(session: Session): Promise<Report> {
  const rows: Row[] = [...(await specimensOf(session)), ...(await picturesOf(session))]
  return {
    tables: [
      {
        title: 'Bad input',
        columns: ['what', 'pictures', '101 or no value', '', 'invented', 'which', 'misread'],
        rows: rows.map(({ what, answers, invented: values, misread }) => {
          const empty = proportionOf(answers, isEmpty)
          const which = [...Map.groupBy(values, (name) => name)].map(([name, own]) => `${name} ${own.length}`)
          return [
            what,
            answers.length,
            percentWithInterval(empty),
            countOf(empty),
            values.length,
            which.join(', '),
            misread,
          ]
        }),
        note: 'Of half a card, of a covered number and of many cards what is left may be read: invented is a number or a date that is not just so on the card, and words that are not on it; misread are words with up to a fifth of their letters wrong.',
      },
    ],
    plots: [],
    figures: {
      bad: rows.map(({ what, answers, invented: values }) => ({
        what,
        empty: proportionOf(answers, isEmpty),
        invented: values.length,
      })),
    },
    targets: [
      {
        name: 'documents_bad_invented',
        value: rows.reduce((sum, row) => sum + row.invented.length, 0),
        bound: 0,
        good: 'at most',
      },
      {
        name: 'documents_bad_empty',
        value: proportionOf(
          rows.filter((row) => !row.mayRead).flatMap(({ answers }) => answers),
          isEmpty,
        ).value,
        bound: 1,
        good: 'at least',
      },
    ],
  }
}

const isEmpty = ({ code, fields }: Recognised): boolean => code !== 200 || fields.size === 0

async function specimensOf(session: Session): Promise<Row[]> {
  const rows: Row[] = []
  for (const set of sets) {
    const answers: Recognised[] = []
    const values: string[] = []
    let misread = 0
    // Each picture is answered as if it were the only one.
    for (const kind of set.kinds)
      for (const answered of await session.answers(casesOf(session.context, set, kind)))
        for (const answer of answered.alone) {
          answers.push(answer)
          const truth = set.defect === undefined ? {} : answered.truth
          const wrong = [...answer.fields].filter(([field, said]) => !stands(field, said, truth))
          const meant = Object.fromEntries(wrong.map(([field]) => [field, truth[field] ?? 'nothing']))
          session.judge(answered, answer, meant, set.what)
          const [near, far] = [true, false].map((is) =>
            wrong.filter(([field, { value }]) => isMisread(field, value, truth[field] ?? '') === is),
          )
          misread += near?.length ?? 0
          values.push(...(far ?? []).map(([field]) => field))
        }
    rows.push({ what: set.what, answers, invented: values, misread, mayRead: set.defect !== undefined })
  }
  return rows
}

/** A zone or a code says more than is printed beside it, and a zone has no tones. */
function stands(field: string, { value, source }: Said, truth: Truth): boolean {
  const meant = truth[field]
  if (DERIVED.has(field)) return true
  if (meant === undefined) return false
  return isExact(value, meant) || (source === 'mrz' && value === mrzNameOf(meant))
}

/** These fields follow from the kind of document, or come from a code. */
const DERIVED: ReadonlySet<string> = new Set(['country', 'optional_data', 'passport_type'])
/** Blank cards have these values printed on them. */
const PRINTED: ReadonlySet<string> = new Set(['national', 'issue_by'])
const BLANKS = ['blank_cancuoc2024_front.png', 'blank_cancuoc2024_back.png', 'blank_chip_cccd_front.jpg']

async function picturesOf({ context, reader }: Session): Promise<Row[]> {
  const drawn = context.sample(await badPictures())
  const templates = BLANKS.map((name) => join(context.data, 'documents/vn-templates', name)).filter(
    existsSync,
  )
  const blank = await Promise.all(templates.map((file) => readFile(file)))
  const pictures = [...drawn, ...blank.map((bytes) => ({ what: 'a real card, blank', bytes }))]
  const today = { day: 1, month: 6, year: 2026 }
  const readings = await reader.readBytes(
    'bad pictures',
    pictures.map(({ bytes }) => bytes),
    askOfDocument,
  )
  const answered = pictures.map(({ what }, i) => {
    const reading = readings[i]
    return { what, answer: recognise(reading ? [reading] : [], today) }
  })
  return [...Map.groupBy(answered, ({ what }) => what)].map(([what, own]) => ({
    what,
    answers: own.map(({ answer }) => answer),
    invented: own.flatMap(({ answer }) =>
      [...answer.fields]
        .filter(([field, { value }]) => value !== '' && !PRINTED.has(field))
        .map(([field]) => field),
    ),
    misread: 0,
    mayRead: what.startsWith('a real card'),
  }))
}
