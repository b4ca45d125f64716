// Holds the contract's table complete: every line of the specification has a row, and the list of lines is the specification's.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { specifiedPaths } from '../../docs/paths.ts'
import { challengeRows } from './challenge-rows.ts'
import { documentRows } from './document-rows.ts'
import { faceRows } from './face-rows.ts'
import { serviceRows } from './service-rows.ts'
import { lines } from './specification-lines.ts'

const rows = [...challengeRows, ...documentRows, ...faceRows, ...serviceRows]
const quoted = (line: string): string => line.split(' @ ', 1)[0] ?? line

test.each(Object.entries(lines))('every line of section %s has a row', (section, its) => {
  const shown = new Set(rows.filter((row) => row.section === section).map(({ line }) => line))
  expect(its.filter((line) => !shown.has(line))).toEqual([])
})

test('every path is a line', () => {
  const quotedPaths = new Set<string>(Object.values(lines).flat().map(quoted))
  // The short spelling of a start has no line of its own.
  const others = specifiedPaths.filter(
    ([, path]) => !/-challenge\/start$/.test(path) || path.startsWith('/liveness'),
  )
  expect(others.map(([method, path]) => `${method} ${path}`).filter((one) => !quotedPaths.has(one))).toEqual(
    [],
  )
})

/** The specification is no part of the repository: developers who have it name it here. */
const path = process.env.SELFSAME_TEST_SPECIFICATION ?? ''

describe.skipIf(!existsSync(path))('the list of lines beside the specification', () => {
  const sections = existsSync(path) ? sectionsOf(readFileSync(path, 'utf8')) : new Map<string, string[]>()

  test.each(Object.entries(lines))('quotes section %s as it is', (section, its) => {
    const written = sections.get(section) ?? []
    expect(its.filter((line) => !written.some((one) => holds(one, quoted(line))))).toEqual([])
  })

  test('leaves no row of a table and no paragraph out', () => {
    const left = [...sections].flatMap(([section, written]) => {
      const its: readonly string[] = lines[section as keyof typeof lines] ?? []
      const silent = written.filter((one) => !its.some((line) => holds(one, quoted(line))))
      return silent.filter((one) => !isEmptyOfClaims(one)).map((one) => `${section} ${one}`)
    })
    expect(left).toEqual([])
  })
})

/** A row of a table begins with the quotation; a paragraph contains it. */
const holds = (written: string, quotation: string): boolean =>
  written.includes(' | ') ? written.startsWith(quotation) : written.includes(quotation)

/** These lines refer to another section, name the next table, or say only that something is not shown. */
const isEmptyOfClaims = (written: string): boolean =>
  /^(JSON body:|Response: [^.]*\(?2\.\d+\)?\.|Task names .*:|[A-Z][^.]*: not shown\.)$/.test(written)

function sectionsOf(specification: string): Map<string, string[]> {
  const sections = new Map<string, string[]>()
  let section = ''
  let before = ''
  for (const line of specification.split('\n')) {
    const heading = /^#+ (\d+(?:\.\d+)?)\.? /.exec(line)?.[1]
    if (heading !== undefined) section = heading
    const isRule = /^\|[-|]+\|$/.test(line)
    const written = sections.get(section) ?? []
    // The line above the rule is the table's heading.
    if (isRule && written.at(-1) === before) written.pop()
    before = line.startsWith('|') ? line.slice(2, -2) : line.replaceAll('**', '')
    if (heading !== undefined || isRule || before === '' || !/^(2\.|[4-8])/.test(section)) continue
    sections.set(section, [...written, before])
  }
  return sections
}
