// Checks whole chips: accepted in every algorithm, refused in every way that one can be broken, byte for byte.
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ALGORITHMS } from '../../../specimens/chips/algorithms.ts'
import { CHIP_BREAKS, type ChipBreak } from '../../../specimens/chips/breaks.ts'
import { makeChip } from '../../../specimens/chips/chip.ts'
import { MESSAGE_FORMS } from '../../../specimens/chips/messages.ts'
import { keyPool } from '../../../specimens/chips/signing.ts'
import { storeOf, trustStoreOf, uploadOf, verifyChip } from '../../../specimens/kit/trust/chip-trust.ts'
import type { UploadedChip } from '../../../src/documents/chip/chip.ts'

const keys = keyPool()
const challenge = Uint8Array.from(randomBytes(8))

describe('a chip that is whole', () => {
  test.each(ALGORITHMS.map(({ name }) => name))(
    'is trusted and genuine when signed with %s',
    async (algorithm) => {
      const chip = await makeChip({ kind: 'cccd-chip', seed: 3, algorithm, newKeys: keys() })
      const exchange = { challenge, response: chip.answer(challenge) }
      const { authenticity, reading, judgement } = await verifyChip(uploadOf(chip, exchange), storeOf(chip))
      expect(reading.fault).toBeUndefined()
      expect(authenticity).toBe('trusted')
      expect(reading.copy).toBe('genuine')
      expect(reading.issuingState).toBe('VNM')
      expect(judgement?.chain.map(({ role }) => role)).toEqual(['signer', 'anchor'])
    },
  )

  test.each(MESSAGE_FORMS)('is trusted where its state writes it %s, and that is noted', async (form) => {
    for (const algorithm of ['rsa-sha256', 'brainpool256-sha256']) {
      const chip = await makeChip({ kind: 'passport', seed: 3, algorithm, form, newKeys: keys() })
      const { authenticity, reading } = await verifyChip(uploadOf(chip), storeOf(chip))
      expect(reading.fault).toBeUndefined()
      expect(authenticity).toBe('trusted')
      expect(reading.checks.find(({ name }) => name === 'sod-strict-form')).toMatchObject({
        outcome: 'noted',
        values: { form: expect.stringMatching(form === 'open' ? /not counted/ : /another order/) },
      })
    }
  })

  test('is not proven without an anchor, and the words say what to do', async () => {
    const chip = await makeChip({ kind: 'passport', seed: 4, newKeys: keys() })
    const { authenticity, judgement } = await verifyChip(uploadOf(chip), trustStoreOf([]))
    expect(authenticity).toBe('unknown-anchor')
    expect(judgement?.words).toContain('is not in its trust store')
    expect(judgement?.words).toContain(Buffer.from(chip.state.root.keyId).toString('hex'))
  })

  test('is trusted through a link certificate when only the key before is known', async () => {
    const chip = await makeChip({ kind: 'can-cuoc', seed: 5, newKeys: keys() })
    const store = trustStoreOf([chip.state.rootBefore.der, chip.state.link.der])
    const { authenticity, judgement } = await verifyChip(uploadOf(chip), store)
    expect(authenticity).toBe('trusted')
    expect(judgement?.chain.map(({ role }) => role)).toEqual(['signer', 'link', 'anchor'])
  })

  test('is not asked without an exchange, and that is noted where it could have been', async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 6, newKeys: keys() })
    const { reading } = await verifyChip(uploadOf(chip), storeOf(chip))
    expect(reading.copy).toBe('not-asked')
    expect(reading.checks.find(({ name }) => name === 'active-authentication')?.outcome).toBe('noted')
  })
})

/** What the contents contradict, and portraits that cannot be decoded, are judged with the contents. */
const signatureBreaks = (Object.keys(CHIP_BREAKS) as ChipBreak[]).filter(
  (name) => CHIP_BREAKS[name].expected !== 'conflict' && !name.startsWith('portrait-'),
)

describe('a chip that is broken', () => {
  test.each(signatureBreaks)('is noticed: %s', async (breaks) => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 9, breaks, newKeys: keys() })
    const exchange = { challenge, response: chip.answer(challenge) }
    const { authenticity, reading } = await verifyChip(uploadOf(chip, exchange), storeOf(chip))
    const { expected } = CHIP_BREAKS[breaks]
    expect(expected === 'copy' ? reading.copy : authenticity).toBe(expected)
    if (reading.fault)
      expect(reading.fault.words).toMatch(/^(is|has|was|does|goes|ends|names|lacks|carries|signs|holds) /)
  })

  test('is not read where a file is larger than any', async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 9, newKeys: keys() })
    const whole = uploadOf(chip)
    const large = await verifyChip({ ...whole, dg2: new Uint8Array(10_000_000) }, storeOf(chip))
    expect(large.reading.fault).toMatchObject({ file: 'dg2', reason: 'malformed' })
    const other = await verifyChip({ ...whole, dg13: new Uint8Array(300_000) }, storeOf(chip))
    expect(other.reading.fault?.words).toContain('300000 bytes')
  })

  test('names the file that was changed', async () => {
    const chip = await makeChip({ kind: 'cccd-chip', seed: 9, breaks: 'dg13-changed', newKeys: keys() })
    const { reading } = await verifyChip(uploadOf(chip), storeOf(chip))
    expect(reading.fault).toMatchObject({ file: 'dg13', reason: 'changed' })
    expect(reading.checks.find(({ field }) => field === 'dg1')?.outcome).toBe('passed')
  })
})

test.each([
  ['p256-sha256', undefined],
  ['p256-sha256', 'open'],
  ['p256-sha256', 'reordered'],
  ['brainpool256-sha256-explicit', undefined],
  ['pss-sha256', undefined],
] as const)('no byte of a file can be changed unnoticed: %s %s', async (algorithm, form) => {
  const chip = await makeChip({ kind: 'cccd-chip', seed: 11, algorithm, form, newKeys: keys() })
  const store = storeOf(chip)
  // The portrait is only hashed: what it looks like is not looked at a thousand times.
  const { dg2, ...whole } = uploadOf(chip)
  expect(dg2).toBeDefined()
  const accepted: string[] = []
  for (const file of ['sod', 'dg1', 'dg13', 'dg15'] as const) {
    const bytes = whole[file] ?? new Uint8Array()
    const step = file === 'sod' ? 1 : 7
    for (let at = 0; at < bytes.byteLength; at += step) {
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      const upload: UploadedChip = { ...whole, [file]: changed }
      const { authenticity } = await verifyChip(upload, store)
      if (authenticity !== 'broken') accepted.push(`${file} ${at} ${authenticity}`)
    }
  }
  expect(accepted).toEqual([])
})

test('RSA has two names in CMS, one byte apart, that mean the same: both are accepted, and no third', async () => {
  const chip = await makeChip({ kind: 'cccd-chip', seed: 12, algorithm: 'rsa-sha256', newKeys: keys() })
  const { dg2, ...whole } = uploadOf(chip)
  expect(dg2).toBeDefined()
  const at = Buffer.from(whole.sod).lastIndexOf(Buffer.from('06092a864886f70d01010b', 'hex')) + 10
  const accepted: number[] = []
  for (let value = 0; value < 256; value++) {
    const sod = Uint8Array.from(whole.sod)
    sod[at] = value
    if ((await verifyChip({ ...whole, sod }, storeOf(chip))).authenticity === 'trusted') accepted.push(value)
  }
  expect(accepted).toEqual([0x01, 0x0b])
})
