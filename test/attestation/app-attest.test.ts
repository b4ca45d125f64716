// Checks App Attest with attestations of a real phone, and with phones that do not exist each reason why a receipt is refused.
import { describe, expect, test } from 'vitest'
import { makeAppleMaker } from '../../specimens/phones/apple.ts'
import { pemOf } from '../../specimens/phones/issuing.ts'
import { verifyAppleAssertion, verifyAppleKey } from '../../src/attestation/app-attest.ts'
import { AttestationFault } from '../../src/attestation/fault.ts'
import { readRoots, shippedRoots } from '../../src/attestation/trust.ts'
import fixtures from './app-attest-fixtures.json' with { type: 'json' }

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

function outcomeOf(verify: () => { readonly isDevelopment?: boolean; readonly counter?: number }) {
  try {
    return verify()
  } catch (error) {
    if (error instanceof AttestationFault)
      return error.reason === 'receipt-wrong' ? error.message : error.reason
    throw error
  }
}

describe('an attestation of a real phone', () => {
  const { app_id: appId, production, development, assertion } = fixtures
  const verified = (
    { attestation, challenge }: typeof production,
    at: string,
    { mayBeDevelopment = true, change = (bytes: Buffer) => bytes } = {},
  ) =>
    outcomeOf(() =>
      verifyAppleKey(
        change(bytesOf(attestation)),
        {
          roots: shippedRoots('apple'),
          receiptRoots: shippedRoots('apple-receipts'),
          revoked: new Set(),
          at: new Date(at),
        },
        { challenge: bytesOf(challenge), appIds: [appId], mayBeDevelopment },
      ),
    )
  const [then, soon] = ['2024-02-07T21:08:57Z', '2024-02-07T21:30:00Z']

  test('verifies to the roots of Apple with its receipt, in its own minutes and no others', () => {
    expect(verified(production, then)).toMatchObject({ appId, isDevelopment: false })
    expect(verified(production, soon)).toContain('was not made just now')
    expect(verified(production, '2026-11-17T00:00:00Z')).toBe('certificate-expired')
    const ofDevelopment = new Date(createdAt(bytesOf(development.attestation))).toISOString()
    expect(verified(development, ofDevelopment)).toMatchObject({ isDevelopment: true })
    expect(verified(development, ofDevelopment, { mayBeDevelopment: false })).toBe('environment-wrong')
    // The content of the receipt is signed: the name of the app stands in it in plain letters.
    const changed = (bytes: Buffer) => {
      const at = bytes.indexOf('V8H6LQ9448', bytes.indexOf('receipt') + 60)
      return Buffer.concat([bytes.subarray(0, at), Buffer.from('X'), bytes.subarray(at + 1)])
    }
    expect(verified(production, then, { change: changed })).toContain('was changed after it was signed')
  })

  test('has assertions that verify for their app and payload only', () => {
    const key = { publicKey: bytesOf(assertion.public_key), appId }
    const signed = (payload: string, other = key) =>
      outcomeOf(() => verifyAppleAssertion(bytesOf(assertion.assertion), other, Buffer.from(payload)))
    expect(signed(assertion.payload)).toEqual({ counter: 1 })
    expect(signed(`${assertion.payload} `)).toBe('possession-wrong')
    expect(signed(assertion.payload, { ...key, appId: 'V8H6LQ9448.io.other' })).toBe('app-not-listed')
  })
})

/** The time in the receipt, which is written in plain letters. */
function createdAt(attestation: Buffer): string {
  const [time = ''] = /20\d\d-\d\d-\d\dT[\d:.]{12}Z/.exec(attestation.toString('latin1')) ?? []
  return time
}

describe('the receipt of an attestation', () => {
  const now = Date.parse('2026-11-17T09:00:00Z')
  const maker = makeAppleMaker(now)
  const roots = readRoots(pemOf(maker.root))
  const [challenge, appId] = [Buffer.from('a nonce'), 'ABCDE12345.vn.example.bank']
  type Odd = NonNullable<Parameters<typeof maker.phone>[0]['receipt']>
  const verdictOf = (receipt: Odd, receiptRoots = roots) =>
    outcomeOf(() =>
      verifyAppleKey(
        maker.phone({ challenge, appId, counter: 0, environment: 'appattest', receipt }).attestation,
        { roots, receiptRoots, revoked: new Set(), at: new Date(now) },
        { challenge, appIds: [appId], mayBeDevelopment: false },
      ),
    )

  const wrong: [string, Odd][] = [
    ['is about another app', { fields: { 2: Buffer.from('ABCDE12345.vn.example.other') } }],
    ['is about another key', { fields: { 3: Buffer.from('another certificate') } }],
    ['is about another nonce', { fields: { 4: Buffer.alloc(32) } }],
    ['is not that of an attestation', { fields: { 6: Buffer.from('RECEIPT') } }],
    ['was not made just now', { fields: { 12: Buffer.from('2026-11-17T08:45:00.000Z') } }],
    ['was not made just now', { fields: { 12: Buffer.from('soon') } }],
    ['was not signed by a certificate for receipts', { isUnmarked: true }],
    ['was changed after it was signed', { isChanged: true }],
    ['carries a certificate that is not of its chain', { isCrowded: true }],
    ['ends too early', { bytes: Buffer.alloc(0) }],
    ['ends too early', { bytes: Buffer.from('3080a080', 'hex') }],
    ['is nested too deeply', { bytes: Buffer.from('3080'.repeat(200), 'hex') }],
    ['has a length that is too large', { bytes: Buffer.from('3084ffffffff', 'hex') }],
    ['goes on after its end', { bytes: Buffer.from('3000aa', 'hex') }],
  ]
  test.each(wrong)('%s: refused', (words, receipt) => {
    expect(verdictOf(receipt)).toContain(words)
  })

  test('is taken where all is right, and only below a root for receipts', () => {
    expect(verdictOf({})).toMatchObject({ appId })
    expect(verdictOf({}, shippedRoots('apple-receipts'))).toBe('root-unknown')
  })
})
