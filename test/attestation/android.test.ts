// Checks that a key of Android hardware is taken, and that each thing that is wrong with one has its own reason.
import { beforeAll, describe, expect, test } from 'vitest'
import { type ChainOddities, makeAndroidMaker, type PhoneFacts } from '../../specimens/phones/android.ts'
import { pemOf } from '../../specimens/phones/issuing.ts'
import { type AndroidRules, verifyAndroidKey } from '../../src/attestation/android.ts'
import { AttestationFault } from '../../src/attestation/fault.ts'
import { readRevocations, readRoots, shippedRoots } from '../../src/attestation/trust.ts'

const now = Date.parse('2026-11-17')
const challenge = Buffer.from('a nonce of the server')
const digest = Buffer.alloc(32, 5)
const facts: PhoneFacts = {
  ...{ challenge, package: 'vn.example.bank', digest, level: 1, isLocked: true, bootState: 0 },
  ...{ patchLevel: 202609, origin: 0, purposes: [2, 3], version: 300 },
}
const rules: AndroidRules = {
  challenge,
  apps: [{ package: 'vn.example.bank', digests: [digest.toString('hex')] }],
  leastPatchLevel: 202606,
}

let maker: ReturnType<typeof makeAndroidMaker>
let stranger: ReturnType<typeof makeAndroidMaker>
beforeAll(() => {
  maker = makeAndroidMaker(now)
  stranger = makeAndroidMaker(now)
})

function verdictOf(
  chain: readonly Uint8Array[],
  revoked: readonly string[] = [],
  { mayFactoryHaveEnded = false } = {},
) {
  const roots = readRoots(pemOf(maker.root))
  const trust = { roots, revoked: new Set(revoked), at: new Date(now), mayFactoryHaveEnded }
  try {
    return verifyAndroidKey(chain, trust, rules).deviceClass
  } catch (error) {
    if (error instanceof AttestationFault) return error.reason
    throw error
  }
}

const made = (other: Partial<PhoneFacts> = {}, oddities: ChainOddities = {}) =>
  maker.phone({ ...facts, ...other }, oddities).chain

describe('a key of Android', () => {
  test('is taken from hardware of every version', () => {
    for (const version of [1, 2, 3, 4, 100, 200, 300, 400])
      expect(verdictOf(made({ version, level: version === 300 ? 2 : 1 }))).toBe(
        version === 300 ? 'strongbox' : 'trusted-environment',
      )
    // Old and new phones may leave out the root, or write it.
    expect(verdictOf(made().slice(0, -1))).toBe('trusted-environment')
  })

  const wrong: [string, Partial<PhoneFacts>, ChainOddities?][] = [
    ['challenge-wrong', { challenge: Buffer.from('another nonce') }],
    ['software-level', { level: 0 }],
    ['boot-unlocked', { isLocked: false }],
    ['boot-unverified', { bootState: 1 }],
    ['boot-unverified', { bootState: 2 }],
    ['key-imported', { origin: 2 }],
    ['key-not-for-signing', { purposes: [3] }],
    ['patch-level-old', { patchLevel: 202605 }],
    ['app-not-listed', { package: 'vn.example.other' }],
    ['app-not-listed', { digest: Buffer.alloc(32, 6) }],
    ['description-elsewhere', {}, { isDescribedTwice: true }],
    ['description-missing', {}, { isUndescribed: true }],
    ['description-malformed', {}, { description: Buffer.from('3003020101', 'hex') }],
    ['no-authority', {}, { isAuthorityMissing: true }],
    ['certificate-expired', {}, { isExpired: true }],
    ['certificate-not-yet-valid', {}, { isNotYetValid: true }],
  ]
  test.each(wrong)('is refused for %s', (reason, other, oddities) => {
    expect(verdictOf(made(other, oddities))).toBe(reason)
  })

  test('with ended certificates is taken only from a factory, and only where the operator says so', () => {
    const [accept, ended] = [{ mayFactoryHaveEnded: true }, { isExpired: true }]
    const ofFactory = { ...ended, isOfFactory: true }
    expect(verdictOf(made({}, ofFactory))).toBe('certificate-expired')
    expect(verdictOf(made({}, ofFactory), [], accept)).toBe('trusted-environment')
    expect(verdictOf(made({}, ofFactory), ['aa'], accept)).toBe('certificate-revoked')
    // What Google's servers issue has a common name, and is renewed every few weeks.
    expect(verdictOf(made({}, ended), [], accept)).toBe('certificate-expired')
    const early = { isOfFactory: true, isNotYetValid: true }
    expect(verdictOf(made({}, early), [], accept)).toBe('certificate-not-yet-valid')
  })

  test('is refused where the chain is not whole, not in order, too long or of a stranger', () => {
    const chain = made()
    const [
      leaf = new Uint8Array(),
      batch = new Uint8Array(),
      middle = new Uint8Array(),
      root = new Uint8Array(),
    ] = chain
    expect(verdictOf([leaf, middle, batch, root])).toBe('issuer-wrong')
    expect(verdictOf([leaf, batch, root])).toBe('issuer-wrong')
    expect(verdictOf([leaf])).toBe('chain-too-short')
    expect(verdictOf([])).toBe('chain-too-short')
    expect(verdictOf([batch, middle, root])).toBe('description-missing')
    expect(verdictOf(Array.from({ length: 100 }, () => leaf))).toBe('chain-too-long')
    const others = stranger.phone(facts).chain
    expect(verdictOf(others)).toBe('root-unknown')
    // The names are those of the trusted root: only keys count.
    expect(verdictOf([...others.slice(0, -1), root])).toBe('signature-wrong')
    expect(verdictOf([leaf, ...others.slice(1)])).toBe('signature-wrong')
    expect(verdictOf([Buffer.concat([leaf, Buffer.of(0)]), batch, middle, root])).toBe(
      'certificate-not-readable',
    )
  })

  test('is refused where any certificate of it was revoked', () => {
    for (const serial of ['1', '2', 'aa']) expect(verdictOf(made(), [serial])).toBe('certificate-revoked')
    const list = readRevocations('{"entries":{"00AA":{"status":"SUSPENDED"},"2f":{"status":"REVOKED"}}}')
    expect(verdictOf(made(), [...list])).toBe('certificate-revoked')
    expect(() => readRevocations('{"entries":[]}')).toThrow('as Google publishes it')
    expect(() => readRevocations('{"entries":{"no number":{}}}')).toThrow('not hexadecimal')
  })

  test('is refused where no root of this server stands for it, as those of Google do not for a specimen', () => {
    const trust = { roots: shippedRoots('android'), revoked: new Set<string>(), at: new Date(now) }
    expect(() => verifyAndroidKey(made(), trust, rules)).toThrow('does not end at a root')
    expect(shippedRoots('android').map(({ fingerprint }) => fingerprint.slice(0, 8))).toEqual([
      'cedb1cb6',
      '6d9db4ce',
    ])
  })

  test('is refused as malformed for odd DER inside its description', () => {
    const deep = Array.from({ length: 40 }).reduce<Buffer>((inner) => {
      const length = inner.byteLength < 128 ? [inner.byteLength] : [0x81, inner.byteLength]
      return Buffer.concat([Buffer.from([0x30, ...length]), inner])
    }, Buffer.alloc(0))
    const odd = [deep, Buffer.alloc(20_000, 0x30), Buffer.from('3080', 'hex'), Buffer.from('308101', 'hex')]
    for (const description of odd) {
      const reason = verdictOf(made({}, { description: new Uint8Array(description) }))
      // A certificate of more than 16 KiB is not read at all.
      expect(['description-malformed', 'certificate-not-readable']).toContain(reason)
    }
  })
})
