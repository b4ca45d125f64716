// Checks the judgement of signers: which certificate stands for them, and every way in which none does.
import { describe, expect, test } from 'vitest'
import { keyIdOf, makeRevocationList, nameOf } from '../../specimens/chips/certificates.ts'
import {
  bits,
  boolean,
  integer,
  objectId,
  octets,
  printable,
  sequence,
  setOf,
  tagged,
  utf8,
} from '../../specimens/chips/der.ts'
import { hashName } from '../../specimens/chips/signing.ts'
import { trustStoreOf } from '../../specimens/kit/trust/chip-trust.ts'
import { readCertificate } from '../../src/trust/certificate.ts'
import { judgeSigner } from '../../src/trust/judge.ts'
import type { SignerQuestion, TrustStore } from '../../src/trust/judgement.ts'
import {
  extension,
  newKeys,
  P256_SHA256,
  SIGNS_CERTIFICATES,
  SIGNS_DOCUMENTS,
  VIETNAM,
  writeRoot,
  writeSigner,
} from '../kit/forged-chip.ts'

const now = new Date('2026-11-17T00:00:00Z')
const [rootKeys, keys, otherKeys] = [newKeys(), newKeys(), newKeys()]
const root = writeRoot(rootKeys)
const signer = writeSigner(keys, rootKeys)

const judge = (
  bytes: Uint8Array,
  store: TrustStore = trustStoreOf([root]),
  more: Partial<SignerQuestion> = {},
) => judgeSigner(bytes, { now, issuingState: 'VNM', ...more }, store)

const listOf = (issuerKeys: typeof keys, serials: readonly number[], names = VIETNAM): Uint8Array =>
  makeRevocationList({
    issuer: { names, keys: issuerKeys },
    signature: P256_SHA256,
    validity: { from: new Date('2026-11-01'), until: new Date('2026-12-01') },
    revoked: serials.map((serial) => ({ serial, at: new Date('2026-10-01') })),
  })

describe('a signer', () => {
  test('that the state certified is trusted, and the chain says by whom', async () => {
    const { authenticity, chain, words } = await judge(signer)
    expect(authenticity).toBe('trusted')
    expect(chain).toMatchObject([
      { role: 'signer', serialNumber: '07' },
      {
        role: 'anchor',
        subject: 'C=VN, O=Specimen, CN=CSCA',
        fingerprint: readCertificate(root).fingerprint,
      },
    ])
    expect(words).toBe('The state (VN) signed the chip, and nothing in it was changed since.')
  })

  test('is unknown without its anchor, and a self-signed one is no anchor', async () => {
    expect((await judge(signer, trustStoreOf([]))).authenticity).toBe('unknown-anchor')
    const selfMade = writeSigner(keys, keys)
    expect((await judge(selfMade)).authenticity).toBe('unknown-anchor')
    // Not even where somebody imported it: it is no authority.
    expect((await judge(selfMade, trustStoreOf([selfMade]))).authenticity).toBe('unknown-anchor')
  })

  test('that names the key of a state but is signed by another is broken', async () => {
    const forged = writeSigner(keys, otherKeys, { authorityKeyId: keyIdOf(rootKeys.publicKey) })
    expect((await judge(forged)).authenticity).toBe('broken')
  })

  test('whose name of a key was changed is broken, and one of a new key of the state is unknown', async () => {
    const changed = Uint8Array.from(signer)
    const at = Buffer.from(signer).indexOf(keyIdOf(rootKeys.publicKey))
    changed[at + 5] = (changed[at + 5] ?? 0) ^ 1
    const { authenticity, words } = await judge(changed)
    expect(authenticity).toBe('broken')
    expect(words).toContain('names another key')
    expect((await judge(writeSigner(keys, otherKeys))).authenticity).toBe('unknown-anchor')
  })

  test('is found by the name of its issuer where it names no key', async () => {
    const old = writeSigner(keys, rootKeys, { authorityKeyId: undefined })
    expect((await judge(old)).authenticity).toBe('trusted')
    const forged = writeSigner(keys, otherKeys, { authorityKeyId: undefined })
    expect((await judge(forged)).authenticity).toBe('broken')
  })

  test.each([
    ['is an authority itself', { isAuthority: true }, 'signer-is-no-authority'],
    ['may sign certificates', { usage: bits(Uint8Array.of(0x84), 2) }, 'signer-is-no-authority'],
    ['may not sign', { usage: bits(Uint8Array.of(0x20), 5) }, 'signer-key-usage'],
    [
      'has a condition that is not known',
      { more: [extension('2.999.1', integer(1), true)] },
      'signer-extensions-understood',
    ],
    [
      'is of another country than its state',
      { subject: nameOf({ ...VIETNAM, country: 'DE' }) },
      'signer-country',
    ],
  ])('that %s is broken', async (_, more, failed) => {
    const { authenticity, checks } = await judge(writeSigner(keys, rootKeys, more))
    expect(authenticity).toBe('broken')
    expect(checks.find(({ name }) => name === failed)?.outcome).toBe('failed')
  })

  test('without a usage of its key is accepted, and that is noted', async () => {
    const { authenticity, checks } = await judge(writeSigner(keys, rootKeys, { usage: undefined }))
    expect(authenticity).toBe('trusted')
    expect(checks.find(({ name }) => name === 'signer-key-usage')?.outcome).toBe('noted')
  })

  test('of one state cannot sign for another, whatever its certificate says', async () => {
    expect((await judge(signer, undefined, { issuingState: 'D' })).authenticity).toBe('broken')
    const germanRoot = writeRoot(otherKeys, {
      subject: nameOf({ ...VIETNAM, country: 'DE' }),
      issuer: nameOf({ ...VIETNAM, country: 'DE' }),
    })
    // Its certificate names no country of its own, and Vietnam as its issuer.
    const nameless = sequence(setOf(sequence(objectId('2.5.4.3'), utf8('DS'))))
    const pretender = writeSigner(keys, otherKeys, { subject: nameless, issuer: nameOf(VIETNAM) })
    expect((await judge(pretender, trustStoreOf([root, germanRoot]))).authenticity).toBe('broken')
  })

  test('may name its country by the three letters of the MRZ', async () => {
    const spelled = writeSigner(keys, rootKeys, { subject: nameOf({ ...VIETNAM, country: 'VNM' }) })
    expect((await judge(spelled)).authenticity).toBe('trusted')
    const lower = writeSigner(keys, rootKeys, { subject: nameOf({ ...VIETNAM, country: 'vn' }) })
    expect((await judge(lower)).authenticity).toBe('trusted')
  })

  test('of a state without two letters of its own is noted', async () => {
    const { authenticity, checks } = await judge(signer, undefined, { issuingState: 'UTO' })
    expect(authenticity).toBe('trusted')
    expect(checks.find(({ name }) => name === 'signer-issuing-state')?.outcome).toBe('noted')
  })

  test('that is no certificate, or one of another algorithm outside than inside, is broken', async () => {
    expect((await judge(Uint8Array.of(0x30, 0))).authenticity).toBe('broken')
    const odd = writeSigner(keys, rootKeys, { outerAlgorithm: hashName('sha256') })
    expect((await judge(odd)).authenticity).toBe('broken')
  })

  test('may have odd characters in its names, which no database sees', async () => {
    const name = sequence(setOf(sequence(objectId('2.5.4.3'), printable('a\0b'))))
    const asked: string[] = []
    const store: TrustStore = {
      ...trustStoreOf([root]),
      certificatesBySubject: async (subject) => {
        asked.push(subject)
        return []
      },
    }
    await judge(writeSigner(keys, rootKeys, { issuer: name, authorityKeyId: undefined }), store)
    expect(asked).toEqual(['CN=a\ufffdb'])
  })
})

describe('an anchor', () => {
  test('that may not sign certificates stands for no signer', async () => {
    const weak = writeRoot(rootKeys, { usage: SIGNS_DOCUMENTS })
    expect((await judge(signer, trustStoreOf([weak]))).authenticity).toBe('unknown-anchor')
    const unmarked = writeRoot(rootKeys, { usage: undefined, isAuthority: false })
    expect((await judge(signer, trustStoreOf([unmarked]))).authenticity).toBe('unknown-anchor')
  })

  test('that was certified twice counts by the certificate that was valid', async () => {
    const expired = writeRoot(rootKeys, { until: new Date('2024-01-01') })
    expect((await judge(signer, trustStoreOf([expired]))).authenticity).toBe('expired')
    expect((await judge(signer, trustStoreOf([expired, root]))).authenticity).toBe('trusted')
  })

  test('is linked to the keys before it, up to the first', async () => {
    const link = writeRoot(rootKeys, { issuerKeys: otherKeys, serial: 3 })
    const before = writeRoot(otherKeys, { serial: 2 })
    const { authenticity, chain } = await judge(signer, trustStoreOf([link, before]))
    expect(authenticity).toBe('trusted')
    expect(chain.map(({ role, serialNumber }) => `${role} ${serialNumber}`)).toEqual([
      'signer 07',
      'link 03',
      'anchor 02',
    ])
  })

  test('whose links run in a circle is judged all the same', async () => {
    const one = writeRoot(rootKeys, { issuerKeys: otherKeys, serial: 3 })
    const two = writeRoot(otherKeys, { issuerKeys: rootKeys, serial: 4 })
    const { authenticity, chain } = await judge(signer, trustStoreOf([one, two]))
    expect(authenticity).toBe('trusted')
    expect(chain).toHaveLength(3)
  })
})

describe('time', () => {
  const early = { from: new Date('2010-01-01'), until: new Date('2016-01-01') }
  const oldSigner = writeSigner(keys, rootKeys, early)
  const store = trustStoreOf([writeRoot(rootKeys, { from: new Date('2009-01-01') })])

  test('counts when the chip was signed, and today is noted', async () => {
    const { authenticity, checks } = await judge(oldSigner, store, { signedAt: new Date('2012-01-01') })
    expect(authenticity).toBe('trusted')
    expect(checks.find(({ name }) => name === 'signer-valid-today')?.outcome).toBe('noted')
  })

  test.each(['2017-01-01', '2009-06-01'])(
    'a signature of %s, outside the validity, is expired',
    async (day) => {
      const { authenticity, words } = await judge(oldSigner, store, { signedAt: new Date(day) })
      expect(authenticity).toBe('expired')
      expect(words).toContain('2010-01-01 to 2016-01-01')
    },
  )

  test('is today where the signature has none', async () => {
    expect((await judge(oldSigner, store)).authenticity).toBe('expired')
  })

  test('that is still to come is not believed', async () => {
    expect((await judge(signer, undefined, { signedAt: new Date('2027-01-01') })).authenticity).toBe(
      'expired',
    )
  })
})

describe('revocation', () => {
  test('by the list of the state is found, and a list without the signer is none', async () => {
    expect((await judge(signer, trustStoreOf([root], [listOf(rootKeys, [7])]))).authenticity).toBe('revoked')
    const { authenticity, checks } = await judge(signer, trustStoreOf([root], [listOf(rootKeys, [8])]))
    expect(authenticity).toBe('trusted')
    expect(checks.find(({ name }) => name === 'revocation-list-fresh')?.outcome).toBe('passed')
  })

  test('cannot be found where there is no list, or an old one: that is noted', async () => {
    const without = await judge(signer)
    expect(without.checks.find(({ name }) => name === 'revocation-list-present')?.outcome).toBe('noted')
    const stale = await judge(signer, trustStoreOf([root], [listOf(rootKeys, [])]), {
      now: new Date('2027-06-01'),
    })
    expect(stale.checks.find(({ name }) => name === 'revocation-list-fresh')?.outcome).toBe('noted')
  })

  describe('by a later key of the state', () => {
    const laterRoot = writeRoot(otherKeys, { serial: 2 })
    const link = writeRoot(otherKeys, { issuerKeys: rootKeys, serial: 3 })
    const store = (certificates: readonly Uint8Array[], lists: readonly Uint8Array[]): TrustStore => ({
      ...trustStoreOf(certificates, lists),
      crlsByCountry: async () => lists,
    })

    test('counts where it has the same name, or a link to the old one', async () => {
      const list = listOf(otherKeys, [7])
      expect((await judge(signer, store([root, laterRoot], [list]))).authenticity).toBe('revoked')
      const renamed = nameOf({ ...VIETNAM, common: 'CSCA 2' })
      const renamedRoot = writeRoot(otherKeys, { subject: renamed, issuer: renamed })
      expect((await judge(signer, store([root, renamedRoot], [list]))).authenticity).toBe('trusted')
      const renamedLink = writeRoot(otherKeys, { subject: renamed, issuerKeys: rootKeys })
      expect((await judge(signer, store([root, renamedRoot, renamedLink], [list]))).authenticity).toBe(
        'revoked',
      )
    })

    test('also withdraws the link itself', async () => {
      const newest = writeSigner(keys, otherKeys)
      const revokesLink = listOf(rootKeys, [3])
      expect((await judge(newest, store([root, link], [revokesLink]))).authenticity).toBe('revoked')
    })

    test('of somebody else counts for nothing', async () => {
      const forged = listOf(newKeys(), [7])
      expect((await judge(signer, store([root], [forged]))).authenticity).toBe('trusted')
    })
  })
})

test('a certificate with one extension twice, or with another tag for its key, is refused', () => {
  const twice = [extension('2.5.29.15', SIGNS_CERTIFICATES, true)]
  expect(() => readCertificate(writeSigner(keys, rootKeys, { more: twice }))).toThrow('twice')
  expect(() => readCertificate(tagged(0x30, octets(new Uint8Array(3)), boolean(true)))).toThrow()
})
