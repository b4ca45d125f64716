// Tests the table of personas: what they send is there, what they show is a reason, and a policy must ask for it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { specimen } from '../../specimens/documents/specimen.ts'
import { rowNamed } from '../../src/models/manifest.ts'
import { type KnownKind, type Policy, presetPolicy } from '../../src/verifications/policies/policy.ts'
import { outcomeOf } from '../../src/verifications/reasons.ts'
import {
  cardOf,
  personaFault,
  personas,
  specimenNumbers,
  tiltedOf,
} from '../../src/verifications/sandbox/personas.ts'
import { chipNamed, pictureNamed } from '../../src/verifications/sandbox/run-persona.ts'
import known from '../../src/vision/persona-faces.json' with { type: 'json' }

const folder = new URL('../../src/verifications/sandbox/specimens/', import.meta.url)
const kinds: readonly KnownKind[] = ['with-chip', 'without-chip'].map((name) => ({
  ...{ name, isIdentityCard: true, isVietnamese: true, hasBack: true, isOver: false },
  hasChip: name === 'with-chip',
}))
const preset = (name: string): Policy => {
  const found = presetPolicy(name, kinds)
  if (!found) throw new Error(`there is no preset ${name}`)
  return found
}

describe.each(Object.entries(personas))('%s', (name, persona) => {
  test('sends files that are there', async () => {
    const { front, back } = cardOf(persona)
    for (const picture of [front, back, tiltedOf(persona) ?? front])
      expect((await pictureNamed(picture)).length).toBeGreaterThan(1000)
    expect(await chipNamed(persona.chip?.file ?? 'chip-holder')).toHaveProperty('sod')
    for (const task of ['keep-face-ahead', 'turn-face-left', 'turn-face-right'])
      expect(existsSync(new URL(`${persona.film?.of ?? 'holder'}-${task}.jpg`, folder))).toBe(true)
  })

  test('comes to what its reason leads to', () => {
    if (!persona.reason) return expect(['approved', 'none']).toContain(persona.decision)
    expect(name).toBe(persona.reason)
    const outcome = outcomeOf({ outcomes: {} }, persona.reason)
    expect(persona.decision).toBe(outcome === 'noted' ? 'approved' : outcome)
  })
})

describe('a persona is refused where a policy gives it nothing to show', () => {
  test.each([
    ['nobody', preset('simple'), /no persona; there are approved/],
    ['chip-broken', preset('simple'), /asks for chip/],
    ['consent-refused', preset('simple'), /asks for consent/],
    ['document-sides-differ', preset('simple'), /both sides/],
    ['too-young', preset('simple'), /least age/],
    ['chip-skipped', preset('bank-vn'), /may be skipped/],
    ['document-code-differs', preset('bank-vn'), /does not require a chip/],
    [
      'approved',
      { ...preset('simple'), steps: { liveness: { families: ['nose'], min_strength: 'low', attempts: 1 } } },
      /profile/,
    ],
  ] as const)('%s', (name, policy, why) => {
    expect(personaFault(name, policy)).toMatch(why)
  })

  test('and taken by every preset where it is not', () => {
    for (const name of ['bank-vn', 'telecom-vn', 'simple'])
      for (const persona of ['approved', 'face-differs', 'liveness-failed', 'document-expired'])
        expect(personaFault(persona, preset(name)), `${name} ${persona}`).toBeUndefined()
  })

  test('a name of every object is no persona', () => {
    for (const name of ['toString', '__proto__', 'constructor'])
      expect(personaFault(name, preset('simple'))).toContain('is no persona')
  })
})

test('the faces that the server knows are those of the films, by the embedder of today', () => {
  const films = readdirSync(folder).filter((name) => name.includes('-face-'))
  expect(Object.keys(known.faces)).toEqual(films.map((name) => name.replace('.jpg', '')).toSorted())
  const { name, version } = rowNamed('face-embedder')
  expect(known.embedder).toEqual({ name, version })
})

test('the numbers that the server knows are all that stand on the cards and chips of personas', () => {
  const of = (which: Parameters<typeof specimen>[0]) => JSON.stringify(specimen(which).facts)
  const holder = { kind: 'cccd-chip', seed: 95 } as const
  const breaks = ['expired', 'qr-mismatch', 'birth-year', 'check-digit', 'two-people'] as const
  const facts = [
    of(holder),
    ...breaks.map((one) => of({ ...holder, breaks: one })),
    of({ kind: 'can-cuoc', seed: 19 }),
  ]
  const numbers = facts.flatMap((text) =>
    [...text.matchAll(/"(?:[nN]umber|oldNumber|qr)":"(\d{9,12})/g)].map(([, one]) => one),
  )
  expect([...new Set(numbers)].toSorted()).toEqual(specimenNumbers.toSorted())
})

test('all of it is a few megabytes, and holds no key', () => {
  const names = readdirSync(folder)
  const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(bytes).toBeLessThan(6_000_000)
  for (const name of names.filter((one) => one.endsWith('.json')))
    expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/PRIVATE/)
})
