// Checks that no bytes, however mangled, make the readers of certificates, lists and security objects do more than refuse them.
import { describe, expect, test } from 'vitest'
import { makeRevocationList } from '../../specimens/chips/certificates.ts'
import { tagged } from '../../specimens/chips/der.ts'
import { trustStoreOf } from '../../specimens/kit/trust/chip-trust.ts'
import { seededRandom } from '../../specimens/random.ts'
import { DerFault } from '../../src/der/der.ts'
import { checkActive } from '../../src/documents/chip/active.ts'
import { checkSigned } from '../../src/documents/chip/passive.ts'
import { hasSigned, publicKeyOf, readCertificate, schemeOf } from '../../src/trust/certificate.ts'
import { judgeSigner } from '../../src/trust/judge.ts'
import { readRevocationList } from '../../src/trust/revocation-list.ts'
import { openTrustFile } from '../../src/trust/trust-file.ts'
import {
  newKeys,
  opened,
  P256_SHA256,
  VIETNAM,
  writeObject,
  writeRoot,
  writeSigner,
  ZONE,
} from '../kit/forged-chip.ts'

const [rootKeys, keys] = [newKeys(), newKeys()]
const root = writeRoot(rootKeys)
const signer = writeSigner(keys, rootKeys)
const sod = writeObject({ keys, signer })
/** As the strict one, with every length of the envelope left open and the content in pieces. */
const openSod = opened(sod)
const list = makeRevocationList({
  issuer: { names: VIETNAM, keys: rootKeys },
  signature: P256_SHA256,
  validity: { from: new Date('2026-01-01'), until: new Date('2027-01-01') },
  revoked: [{ serial: 5, at: new Date('2026-01-01') }],
})
const keyFile = tagged(0x6f, keys.publicKey)

const ROUNDS = 3000
/** Tags and lengths that readers stumble over. */
const ODD_BYTES = [
  0x00, 0x01, 0x02, 0x05, 0x06, 0x1f, 0x30, 0x31, 0x7f, 0x80, 0x81, 0x82, 0x84, 0x88, 0xa0, 0xff,
]

/** One to four changes of bytes: turned, overwritten, cut out, put in, doubled, or cut off. */
function mangled(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed)
  let result = Buffer.from(bytes)
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(result.byteLength)
    const length = 1 + random.below(8)
    const odd = ODD_BYTES[random.below(ODD_BYTES.length)] ?? 0
    const [before, after] = [result.subarray(0, at), result.subarray(at)]
    const changes = [
      () =>
        Buffer.concat([before, Uint8Array.of((after[0] ?? 0) ^ (1 << random.below(8))), after.subarray(1)]),
      () => Buffer.concat([before, Uint8Array.of(odd), after.subarray(1)]),
      () => Buffer.concat([before, after.subarray(length)]),
      () => Buffer.concat([before, new Uint8Array(length).fill(odd), after]),
      () => Buffer.concat([before, after.subarray(0, length), after]),
      () => Buffer.from(before),
    ]
    result = changes[random.below(changes.length)]?.() ?? result
    if (result.byteLength === 0) return new Uint8Array(0)
  }
  return new Uint8Array(result)
}

/** Counts what was read; throws on anything but a refusal. */
function readable(read: (bytes: Uint8Array) => unknown, bytes: Uint8Array): number {
  let count = 0
  for (let seed = 0; seed < ROUNDS; seed++) {
    try {
      read(mangled(bytes, seed))
      count++
    } catch (error) {
      if (!(error instanceof DerFault)) throw error
    }
  }
  return count
}

describe('mangled bytes', () => {
  test.each([
    ['certificates', readCertificate, signer],
    [
      'keys and algorithms',
      (bytes: Uint8Array) => [publicKeyOf(readCertificate(bytes)), schemeOf(readCertificate(bytes))],
      signer,
    ],
    ['revocation lists', readRevocationList, list],
    ['files of an operator', openTrustFile, root],
  ] as const)('are read as %s or refused in words', (_, read, bytes) => {
    // Some changes are harmless to the form, such as another letter in a name.
    expect(readable(read, bytes)).toBeGreaterThan(0)
  })

  test('are never certified by a key that did not sign them', () => {
    const authority = readCertificate(root)
    const certified = readable((bytes) => {
      if (Buffer.from(bytes).equals(signer) || !hasSigned(authority, readCertificate(bytes)))
        throw new DerFault(0, 'is not certified')
    }, signer)
    expect(certified).toBe(0)
  })

  test.each([
    ['strict', sod],
    ['with open lengths', openSod],
  ])('are never a security object without a fault and with the same signer: %s', async (_, sod) => {
    const store = trustStoreOf([root])
    let trusted = 0
    for (let seed = 0; seed < ROUNDS; seed++) {
      const changed = mangled(sod, seed)
      if (Buffer.from(changed).equals(sod)) continue
      const { fault, signed } = checkSigned({ sod: changed, groups: new Map([[1, ZONE]]) })
      if (fault) expect(fault.words.length).toBeGreaterThan(5)
      else if (
        signed &&
        (await judgeSigner(signed.signer, { now: new Date('2026-11-17') }, store)).authenticity === 'trusted'
      )
        trusted++
    }
    expect(trusted).toBe(0)
  })

  test('are no key that a chip could answer with', () => {
    const exchange = { challenge: new Uint8Array(8), response: new Uint8Array(64).fill(7) }
    for (let seed = 0; seed < ROUNDS; seed++) {
      const groups = new Map([[15, mangled(keyFile, seed)] as const])
      expect(checkActive({ sod, groups }, true, exchange).copy).not.toBe('genuine')
    }
  })
})
