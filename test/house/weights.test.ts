// Checks NOTICE and the model cards against the manifest and package.json, so that every author is named.
import { describe, expect, test } from 'vitest'
import description from '../../package.json' with { type: 'json' }
import { isOurs, networkRows } from '../../src/models/manifest.ts'
import { bundled } from '../../web/licences.ts'
import { readText, sourceFiles } from './source.ts'

const notice = readText('NOTICE')
/** Matches a whole name in NOTICE, and not the beginning or the end of another. */
const names = (name: string): boolean =>
  notice.split(/[\s,]+/).some((word) => word === name || word === `${name}.`)

describe('NOTICE', () => {
  const { dependencies, optionalDependencies } = description
  test.each(Object.keys({ ...dependencies, ...optionalDependencies }))('names the package %s', (name) => {
    expect(names(name)).toBe(true)
  })

  test.each(networkRows.map((row) => [row.name, row] as const))('names the network %s', (name, row) => {
    expect(names(name)).toBe(true)
    const part = notice.split('\n\n').find((one) => one.split(/[\s,]+/, 4).includes(name)) ?? ''
    expect(part).toContain(row.licence)
    expect(part).toContain(row.source.package ?? 'trained here')
    expect(part).toMatch(/Copyright /)
  })

  test('and the licences of the studio name what is bundled into it', () => {
    const loaded = new Set(sourceFiles('web/src').flatMap(({ libraries }) => libraries))
    const fonts = readText('web/src/style/fonts.css').matchAll(/url\("(@[^/]+\/[^/]+)/g)
    for (const [, name] of fonts) loaded.add(name as string)
    const known = bundled.map(({ name }) => name)
    expect([...loaded].filter((name) => !known.includes(name))).toEqual([])
    expect(known.filter((name) => !names(name))).toEqual([])
  })

  test('names no package that is gone', () => {
    const listed = notice.split('3. Other libraries')[1] ?? ''
    const stated = [...listed.matchAll(/^(\S+) +\S+ +Copyright/gm)].map(([, name]) => name)
    expect(stated.length).toBeGreaterThan(10)
    const used = [
      ...Object.keys({ ...dependencies, ...optionalDependencies }),
      ...bundled.map(({ name }) => name),
    ]
    expect(stated.filter((name) => !used.includes(name ?? ''))).toEqual([])
  })
})

describe.each(networkRows.map((row) => [row.name, row] as const))('the card of %s', (name, row) => {
  const card = readText(`weights/cards/${name}.md`)

  test('says of source, hashes, licence and thresholds what the manifest says', () => {
    expect(card).toMatch(new RegExp(`^# ${name}\n\n`))
    expect(card).toContain(`| version | ${row.version} |`)
    const { source } = row
    const facts = [source.file, source.member ?? '', row.licence]
    if (!isOurs(row)) facts.push(`${source.package}@${source.version}`)
    const hashes = [source.sha256, row.sha256]
    for (const beside of [source.description, source.charset]) if (beside) hashes.push(beside.sha256)
    facts.push(...hashes.map((hash) => `\`${hash.slice(0, 8)}\``), row.input.shape.join(' x '))
    facts.push(...Object.entries(row.thresholds).map(([what, value]) => `\`${what}\` ${value}`))
    for (const fact of facts) expect(card).toContain(fact)
  })

  test('says what it is for, what it is not for, where it fails, and where its figures come from', () => {
    const parts = ['Input and output', 'What we changed', 'Thresholds', 'Used for, and not for', 'Figures']
    for (const part of [...parts, 'Limits and bias']) expect(card).toContain(`\n## ${part}\n`)
    const suite = isOurs(row) ? 'reader' : 'faces'
    expect(card).toContain(`Figures: see docs/evidence/accuracy.md (npm run evaluate -- ${suite})`)
    expect(card).toMatch(/\bnot\b/i)
  })
})
