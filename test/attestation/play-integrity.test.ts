// Checks that tokens of Play Integrity are opened with the operator's keys, and what each must say.
import { expect, test } from 'vitest'
import { makePlayConsole } from '../../specimens/phones/play.ts'
import { AttestationFault } from '../../src/attestation/fault.ts'
import { readPlayKeys, verifyPlayToken } from '../../src/attestation/play-integrity.ts'

const now = Date.parse('2026-11-17')
const nonce = 'a-nonce-of-the-server_1234'
const digest = Buffer.alloc(32, 3)
const google = makePlayConsole()
const facts = { nonce, package: 'vn.example.bank', digest, at: now, verdicts: ['MEETS_DEVICE_INTEGRITY'] }
const rules = {
  ...{ nonce, now, least: 'device' as const },
  apps: [{ package: 'vn.example.bank', digests: [digest.toString('hex')] }],
}
const keys = readPlayKeys(google.decryptionKey, google.verificationKey)

async function verdictOf(
  token: string,
  others: Partial<typeof rules> | { least: 'strong' } = {},
  by: typeof keys | 'none' = keys,
) {
  try {
    return (
      await verifyPlayToken(token, by === 'none' ? undefined : by, { ...rules, ...others })
    ).verdicts.join()
  } catch (error) {
    if (error instanceof AttestationFault) return error.reason
    throw error
  }
}

test('a token is taken for its nonce, app, digest, verdict and time, and for nothing else', async () => {
  const token = await google.token(facts)
  expect(await verdictOf(token)).toBe('MEETS_DEVICE_INTEGRITY')
  expect(await verdictOf(token, { nonce: 'another' })).toBe('challenge-wrong')
  expect(await verdictOf(token, { now: now + 11 * 60_000 })).toBe('token-old')
  expect(await verdictOf(token, { now: now - 3 * 60_000 })).toBe('token-old')
  expect(await verdictOf(token, { apps: [] })).toBe('app-not-listed')
  expect(await verdictOf(token, { least: 'strong' })).toBe('device-not-recognised')
  expect(await verdictOf(await google.token({ ...facts, digest: Buffer.alloc(32, 4) }))).toBe(
    'app-not-listed',
  )
  expect(await verdictOf(await google.token({ ...facts, verdicts: [] }))).toBe('device-not-recognised')
  expect(await verdictOf(await makePlayConsole().token(facts))).toBe('token-wrong')
  expect(await verdictOf('no token')).toBe('token-wrong')
  expect(await verdictOf('.'.repeat(20_000))).toBe('not-readable')
  expect(await verdictOf(token, {}, 'none')).toBe('token-wrong')
})

test('keys that are none stop the start with a sentence', () => {
  expect(readPlayKeys('', '')).toBeUndefined()
  expect(() => readPlayKeys('AAAA', google.verificationKey)).toThrow('must be 32 bytes')
  expect(() => readPlayKeys(google.decryptionKey, 'AAAA')).toThrow('must be a key of P-256')
})
