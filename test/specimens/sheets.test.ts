// Tests that every document can be drawn, shows its facts, keeps texts apart from pictures and codes, and is marked.
import { expect, test } from 'vitest'
import { castNamed } from '../../specimens/documents/drawing/casts.ts'
import { setting } from '../../specimens/documents/drawing/typefaces.ts'
import type { BoxMm, Sheet } from '../../specimens/documents/sheet.ts'
import { type Specimen, specimen } from '../../specimens/documents/specimen.ts'
import { KINDS, PAGE_CLASSES } from '../../src/documents/kinds/kinds.ts'

const SEEDS = [2, 11, 29, 53]
const CARDS = ['cmnd-9', 'cmnd-12', 'cccd-12', 'cccd-chip', 'can-cuoc'] as const
/** These fields are printed in parts or in other words than the value. */
const WORDED = new Set(['issue_by', 'issue_date', 'mrz'])

function overlap(one: BoxMm, other: BoxMm): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return Math.max(0, width) * Math.max(0, height)
}

function inked({ cast }: Specimen, sheet: Sheet) {
  return sheet.runs.flatMap((run) => {
    const { ink } = setting(cast, run)
    return ink === undefined ? [] : [{ run, ink }]
  })
}

test.each(KINDS.map(({ kind }) => kind))('%s has all its sides, each marked as a specimen', (kind) => {
  for (const seed of SEEDS) {
    const { sheets } = specimen({ kind, seed })
    expect(new Set(sheets.map(({ side }) => side))).toEqual(
      new Set(PAGE_CLASSES.filter((page) => page.kind === kind).map(({ side }) => side)),
    )
    for (const sheet of sheets) {
      expect(sheet.kind).toBe(kind)
      expect(sheet.runs.filter(({ text, role }) => text === 'SPECIMEN' && role === 'other')).toHaveLength(1)
    }
  }
})

test.each(CARDS)('the texts of a %s lie on the card and off its portrait and codes', (kind) => {
  for (const name of ['usual', 'usual-open', 'held-out-vietnam']) {
    for (const seed of SEEDS) {
      const made = specimen({ kind, seed, cast: castNamed(name) })
      for (const sheet of made.sheets) {
        for (const { run, ink } of inked(made, sheet)) {
          const where = `${kind} ${sheet.side} ${seed} ${name}: ${run.text}`
          expect(ink.x, where).toBeGreaterThan(1)
          expect(ink.y, where).toBeGreaterThan(0.5)
          expect(ink.x + ink.width, where).toBeLessThan(sheet.widthMm - 1)
          expect(ink.y + ink.height, where).toBeLessThan(sheet.heightMm - 0.2)
          const taken = [
            ...sheet.codes.map(({ box }) => box),
            ...(sheet.portrait === undefined ? [] : [sheet.portrait]),
          ]
          for (const box of taken) expect(overlap(ink, box), where).toBe(0)
        }
      }
    }
  }
})

test.each(CARDS)('no two texts of a %s are printed over each other', (kind) => {
  for (const seed of SEEDS) {
    const made = specimen({ kind, seed })
    for (const sheet of made.sheets) {
      const texts = inked(made, sheet)
      for (const [index, { run, ink }] of texts.entries()) {
        for (const other of texts.slice(index + 1)) {
          const shared =
            overlap(ink, other.ink) / Math.min(ink.width * ink.height, other.ink.width * other.ink.height)
          expect(shared, `${kind} ${sheet.side} ${seed}: ${run.text} | ${other.run.text}`).toBeLessThan(0.12)
        }
      }
    }
  }
})

test.each(CARDS)('what is printed on a %s is what its fields say', (kind) => {
  for (const seed of SEEDS) {
    for (const sheet of specimen({ kind, seed }).sheets) {
      for (const [field, value] of Object.entries(sheet.fields)) {
        const printed = sheet.runs.filter((run) => run.field === field).map(({ text }) => text)
        expect(printed.length, `${kind} ${sheet.side}: ${field}`).toBeGreaterThan(0)
        if (WORDED.has(field)) continue
        expect(bare(printed.join(' ')), `${kind} ${sheet.side}: ${field}`).toBe(bare(value))
      }
    }
  }
})

/** A comma at the end of a line may be left out, and a day is written 05/03/1988, 05-03-1988 or 5-3-1988. */
const bare = (text: string): string =>
  text
    .replaceAll(/[,\s]+/gu, ' ')
    .replaceAll(/\b0?(\d{1,2})[-/]0?(\d{1,2})[-/](\d{4})\b/gu, '$1/$2/$3')
    .trim()

test('numbers of a cmnd-9 are printed or stamped, values printed or typed, births days or years', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 60; seed++) {
    const [front] = specimen({ kind: 'cmnd-9', seed }).sheets
    const of = (field: string) => front?.runs.find((run) => run.field === field)
    const birth = of('birthday')?.text ?? ''
    seen.add(`${of('id')?.typeface} ${of('name')?.typeface}`)
    seen.add(/^\d{4}$/u.test(birth) ? 'year' : /^\d{2}-\d{2}-\d{4}$/u.test(birth) ? 'dd-mm' : 'd-m')
    // Centred on the leader, not after the label.
    expect(of('name')?.anchor).toBe('middle')
  }
  expect([...seen].sort()).toEqual([
    ...['d-m', 'dd-mm', 'numbering book', 'numbering typed', 'sans book', 'sans typed', 'year'],
  ])
})

test('the same seed is the same document, another seed another', () => {
  const [one, again, other] = [5, 5, 6].map((seed) => specimen({ kind: 'cccd-chip', seed }).sheets)
  expect(one).toEqual(again)
  expect(one?.[0]?.fields).not.toEqual(other?.[0]?.fields)
})

test('a child below six has no portrait, everybody else has', () => {
  const forms = new Set<string>()
  for (let seed = 1; seed < 25; seed++) {
    const { facts, sheets } = specimen({ kind: 'can-cuoc', seed })
    if (facts?.kind !== 'can-cuoc') throw new Error('other facts than asked for')
    forms.add(facts.form)
    expect(sheets[0]?.portrait === undefined).toBe(facts.form === 'child')
  }
  expect(forms).toEqual(new Set(['child', 'grown']))
})

test('a broken rule is printed as asked', () => {
  const { facts, sheets } = specimen({ kind: 'cccd-chip', seed: 8, breaks: 'sex-digit' })
  if (facts?.kind !== 'cccd-chip') throw new Error('other facts than asked for')
  const digit = Number(sheets[0]?.fields.id?.[3])
  expect(digit % 2 === 0 ? 'Nữ' : 'Nam').toBe(sheets[0]?.fields.sex)
})
