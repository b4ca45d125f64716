// Tests the table of personas: what they send is there, what they show is a reason, and a policy must ask for it.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type KnownKind, type Policy, presetPolicy } from '../../src/verifications/policies/policy.ts'
import { outcomeOf } from '../../src/verifications/reasons.ts'
import { cardOf, personaFault, personas } from '../../src/verifications/sandbox/personas.ts'
import { chipNamed, pictureNamed } from '../../src/verifications/sandbox/run-persona.ts'

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
    for (const picture of [front, back]) expect((await pictureNamed(picture)).length).toBeGreaterThan(1000)
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

test('the server knows the frames of personas by their bytes', () => {
  const frames = readdirSync(folder).filter((name) => name.includes('-face-'))
  const hashes = frames.map((name) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex'),
  )
  const known = new URL('../../src/liveness/persona-frames.json', import.meta.url)
  expect(JSON.parse(readFileSync(known, 'utf8'))).toEqual(hashes.toSorted())
})

test('all of it is a few megabytes, and holds no key', () => {
  const names = readdirSync(folder)
  const bytes = names.reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
  expect(bytes).toBeLessThan(6_000_000)
  for (const name of names.filter((one) => one.endsWith('.json')))
    expect(readFileSync(new URL(name, folder), 'utf8')).not.toMatch(/PRIVATE/)
})
