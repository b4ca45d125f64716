// Checks passive authentication against security objects that an attacker wrote byte for byte.
import { describe, expect, test } from 'vitest'
import { nameOf } from '../../../specimens/chips/certificates.ts'
import {
  context,
  integer,
  joined,
  nothing,
  objectId,
  octets,
  open,
  printable,
  sequence,
  setOf,
  tagged,
  time,
} from '../../../specimens/chips/der.ts'
import { hashName, makeKeys, messageSignatureName } from '../../../specimens/chips/signing.ts'
import { checkSigned } from '../../../src/documents/chip/passive.ts'
import {
  attribute,
  hashRow,
  newKeys,
  type ObjectAsk,
  opened,
  VIETNAM,
  writeObject,
  writeSigner,
  ZONE,
} from '../../kit/forged-chip.ts'

const [rootKeys, keys] = [newKeys(), newKeys()]
const signer = writeSigner(keys, rootKeys)

const check = (more: Partial<ObjectAsk> = {}, file = ZONE) =>
  checkSigned({ sod: writeObject({ keys, signer, ...more }), groups: new Map([[1, file]]) })

const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

describe('a security object', () => {
  test('that is whole has no fault, and says how it was signed', () => {
    const { fault, signed, checks } = check()
    expect(fault).toBeUndefined()
    expect(signed).toMatchObject({ key: 'P-256', hashAlgorithm: 'SHA-256', signedGroups: [1] })
    expect(signed?.signer).toEqual(signer)
    expect(checks.every(({ outcome }) => outcome === 'passed')).toBe(true)
  })

  test('says when it was signed, and the version of its structure', () => {
    const at = new Date('2024-07-01T10:00:00.000Z')
    const { fault, signed } = check({
      attributes: (usual) => [...usual, attribute(SIGNING_TIME, time(at))],
      listVersion: 1,
      versionRows: [sequence(printable('0108'), printable('040000'))],
    })
    expect(fault).toBeUndefined()
    expect(signed).toMatchObject({ signedAt: at.toISOString(), ldsVersion: '1.8' })
  })

  test.each<[what: string, reason: string, ask: Partial<ObjectAsk>]>([
    ['two signers', 'unsupported', { signers: (info) => [info, sequence(integer(1), info)] }],
    ['no signer', 'malformed', { signers: () => [] }],
    ['two hashes of one data group', 'malformed', { rows: [hashRow(1, ZONE), hashRow(1, Uint8Array.of(1))] }],
    ['a hash of a data group 17', 'malformed', { rows: [hashRow(1, ZONE), hashRow(17, ZONE)] }],
    ['a hash of a data group 0', 'malformed', { rows: [hashRow(1, ZONE), hashRow(0, ZONE)] }],
    ['no hash at all', 'malformed', { rows: [] }],
    ['hashes that are shorter than their algorithm has', 'malformed', { listHash: 'sha512' }],
    [
      'a hash of another algorithm than its signature',
      'malformed',
      { signatureAlgorithm: messageSignatureName({ kind: 'ecdsa', hash: 'sha384' }) },
    ],
    ['a signer that names another hash', 'malformed', { signerHash: hashName('sha512') }],
    [
      'a message that does not name the hash of its signer',
      'malformed',
      { messageHashes: setOf(hashName('sha1')) },
    ],
    [
      'an algorithm that is not known',
      'unsupported',
      { signatureAlgorithm: sequence(objectId('1.2.840.113549.1.1.4'), nothing()) },
    ],
    [
      'a hash that is not known',
      'unsupported',
      { messageHashes: setOf(sequence(objectId('1.2.840.113549.2.5'))) },
    ],
    [
      'parameters where an algorithm has none',
      'malformed',
      { signerHash: sequence(objectId('2.16.840.1.101.3.4.2.1'), integer(1)) },
    ],
    ['no signed attributes', 'malformed', { hasNoAttributes: true }],
    ['no message digest', 'malformed', { attributes: (usual) => usual.slice(0, 1) }],
    ['no kind of content in what is signed', 'malformed', { attributes: (usual) => usual.slice(1) }],
    [
      'two message digests',
      'malformed',
      { attributes: (usual) => [...usual, attribute(MESSAGE_DIGEST, octets(new Uint8Array(32)))] },
    ],
    [
      'an attribute with two values',
      'malformed',
      { attributes: (usual) => [...usual, attribute(SIGNING_TIME, integer(1), integer(2))] },
    ],
    [
      'a signing time that is none',
      'malformed',
      { attributes: (usual) => [...usual, attribute(SIGNING_TIME, integer(1))] },
    ],
    ['another version', 'unsupported', { version: 1 }],
    ['another version of its signer', 'unsupported', { signerVersion: 3 }],
    ['a list of another version', 'unsupported', { listVersion: 2 }],
    [
      'a version of the structure where none belongs',
      'malformed',
      { versionRows: [sequence(printable('0108'), printable('040000'))] },
    ],
    ['another kind of content', 'malformed', { contentType: '2.23.136.1.1.2' }],
    ['no certificate', 'malformed', { certificates: [] }],
    ['a signer of another serial number', 'malformed', { id: sequence(nameOf(VIETNAM), integer(8)) }],
    [
      'a signer of another name',
      'malformed',
      { id: sequence(nameOf({ ...VIETNAM, common: 'X' }), integer(7)) },
    ],
    ['the certificate of its signer twice', 'malformed', { certificates: [signer, signer] }],
    ['a signature that is none', 'changed', { signature: () => new Uint8Array(0) }],
    ['a signature with bytes behind it', 'changed', { signature: (usual) => Uint8Array.of(...usual, 0) }],
    ['a signature of r and s as zero', 'changed', { signature: () => sequence(integer(0), integer(0)) }],
    ['a hash of DG1 that is not that of the file', 'changed', { rows: [hashRow(1, Uint8Array.of(1))] }],
    ['no hash of DG1', 'changed', { rows: [hashRow(2, ZONE)] }],
    [
      'other algorithms than were signed',
      'malformed',
      {
        attributes: (usual) => [
          ...usual,
          attribute(
            '1.2.840.113549.1.9.52',
            sequence(hashName('sha1'), tagged(0xa1, objectId('1.2.840.10045.4.1'))),
          ),
        ],
      },
    ],
  ])('with %s is %s', (_, reason, ask) => {
    const { fault } = check(ask)
    expect(fault?.reason).toBe(reason)
    expect(fault?.words).toBeTruthy()
  })

  test('with unsigned parts is accepted, and they are noted', () => {
    const { fault, checks } = check({
      afterSignature: [context(1, sequence(objectId('1.2.3'), setOf(integer(1))))],
      afterCertificates: [context(1, sequence())],
      certificates: [signer, writeSigner(newKeys(), rootKeys, { serial: 9 })],
    })
    expect(fault).toBeUndefined()
    const noted = checks.find(({ name }) => name === 'sod-wholly-signed')
    expect(noted?.outcome).toBe('noted')
    expect(noted?.values?.unsigned).toBe('revocation lists, unsigned attributes, further certificates')
  })

  test('is checked with the certificate that it names, not with another that fits', () => {
    const otherKeys = newKeys()
    const other = writeSigner(otherKeys, rootKeys, { serial: 8 })
    const { fault } = check({ keys: otherKeys, certificates: [signer, other] })
    expect(fault).toMatchObject({ file: 'sod', reason: 'changed' })
  })

  test('that signs with SHA-1 is noted', () => {
    const { fault, checks } = check({ form: { kind: 'ecdsa', hash: 'sha1' } })
    expect(fault).toBeUndefined()
    expect(checks.find(({ name }) => name === 'sod-algorithms-strong')?.outcome).toBe('noted')
  })

  test('cannot be passed off as content: the attributes of another signature are no list of hashes', () => {
    // An attacker who has a signature of attributes could send them as content without attributes.
    const list = sequence(integer(0), hashName('sha256'), sequence(hashRow(1, ZONE)))
    expect(check({ hasNoAttributes: true, attributes: () => [list] }).fault?.reason).toBe('malformed')
  })

  test('of RSA is not accepted as PSS, nor the other way round', () => {
    const rsa = makeKeys({ kind: 'rsa', bits: 1024 })
    const pkcs1 = { kind: 'rsa', hash: 'sha256' } as const
    const pss = { kind: 'pss', hash: 'sha256', saltBytes: 32 } as const
    const ask = { keys: rsa, signer: writeSigner(rsa, rootKeys) }
    expect(check({ ...ask, form: pkcs1 }).fault).toBeUndefined()
    expect(check({ ...ask, form: pss }).fault).toBeUndefined()
    expect(check({ ...ask, form: pkcs1, signatureAlgorithm: messageSignatureName(pss) }).fault?.reason).toBe(
      'changed',
    )
    expect(check({ ...ask, form: pss, signatureAlgorithm: messageSignatureName(pkcs1) }).fault?.reason).toBe(
      'changed',
    )
    // Another length of salt is another algorithm.
    const shorter = messageSignatureName({ ...pss, saltBytes: 31 })
    expect(check({ ...ask, form: pss, signatureAlgorithm: shorter }).fault?.reason).toBe('changed')
    expect(
      check({
        ...ask,
        form: pkcs1,
        signatureAlgorithm: messageSignatureName({ kind: 'ecdsa', hash: 'sha256' }),
      }).fault?.reason,
    ).toBe('changed')
  })

  test('needs DG1 beside it', () => {
    expect(checkSigned({ sod: writeObject({ keys, signer }), groups: new Map() }).fault?.file).toBe('dg1')
  })

  test.each([
    ['is another file', (sod: Uint8Array) => tagged(0x6e, sod)],
    ['holds two elements', (sod: Uint8Array) => tagged(0x77, sequence(), sod)],
    ['is empty', () => new Uint8Array(0)],
    ['is larger than any', () => tagged(0x77, new Uint8Array(70_000))],
  ])('that %s is malformed', (_, change) => {
    const sod = change(writeObject({ keys, signer }))
    expect(checkSigned({ sod, groups: new Map([[1, ZONE]]) }).fault).toMatchObject({
      file: 'sod',
      reason: 'malformed',
    })
  })
})

describe('a security object whose lengths are not counted', () => {
  const strict = writeObject({ keys, signer })
  const checked = (sod: Uint8Array) => checkSigned({ sod, groups: new Map([[1, ZONE]]) })
  const within = (bytes: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array => {
    const at = Buffer.from(bytes).indexOf(from)
    expect(at).toBeGreaterThan(0)
    return joined(bytes.subarray(0, at), to, bytes.subarray(at + from.length))
  }

  test('means what it means with counted ones', () => {
    const [one, other] = [checked(strict), checked(opened(strict))]
    expect(other.fault).toBeUndefined()
    expect(other.signed).toEqual(one.signed)
  })

  test('may count some lengths and not others', () => {
    const whole = opened(strict)
    const mixed = tagged(0x77, whole.subarray(2, -2))
    expect(checked(mixed).fault).toBeUndefined()
    const inOnePiece = opened(strict, (content) => [octets(content)])
    expect(checked(inOnePiece).fault).toBeUndefined()
  })

  test.each<[what: string, sod: () => Uint8Array]>([
    ['nothing ends it', () => opened(strict).subarray(0, -2)],
    ['half an end is left', () => opened(strict).subarray(0, -1)],
    ['bytes follow its end', () => joined(opened(strict), Uint8Array.of(0, 0))],
    ['its signer is open', () => within(opened(strict), signer, open(0x30, signer.subarray(4)))],
    ['its attributes are open', () => openAttributes(strict)],
    ['a piece is empty', () => opened(strict, (content) => [octets(content), octets(new Uint8Array())])],
    ['a piece is in pieces itself', () => opened(strict, (content) => [open(0x24, octets(content))])],
    ['a piece is open', () => opened(strict, (content) => [open(0x04, content)])],
    ['a piece is no string of bytes', () => opened(strict, (content) => [sequence(octets(content))])],
    ['there is no piece', () => opened(strict, () => [])],
    ['pieces never end', () => opened(strict, (content) => [octets(content)]).subarray(0, -14)],
    ['a thousand open elements lie in each other', () => open(0x77, nested(1000))],
    ['it is all open sequences', () => new Uint8Array(Buffer.alloc(60_000, '3080', 'hex'))],
    ['it is larger than any', () => open(0x77, octets(new Uint8Array(70_000)))],
    ['a length that is counted is too long', () => joined(Uint8Array.of(0x77, 0x83, 0), strict.subarray(2))],
    [
      'zeros stand where a length is counted',
      () => tagged(0x77, Uint8Array.of(0, 0), opened(strict).subarray(2, -2)),
    ],
    ['an element has a long tag', () => open(0x77, open(0x30, tagged(0x1f81, integer(1))))],
  ])('is malformed where %s', (_, sod) => {
    expect(checked(sod()).fault).toMatchObject({ file: 'sod', reason: 'malformed' })
  })

  const nested = (depth: number): Uint8Array =>
    depth === 0 ? new Uint8Array() : open(0x30, nested(depth - 1))

  /** The signed attributes of the only signer, with their length left open. */
  function openAttributes(bytes: Uint8Array): Uint8Array {
    const at = Buffer.from(bytes).indexOf(Buffer.from('301506092a864886f70d010903', 'hex')) - 2
    const attributes = bytes.subarray(at, at + 2 + (bytes[at + 1] ?? 0))
    expect(attributes[0]).toBe(0xa0)
    return within(opened(bytes), attributes, open(0xa0, attributes.subarray(2)))
  }

  test('with other content in its pieces is not what was signed', () => {
    const changed = opened(strict, (content) => {
      const copy = content.slice()
      copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
      return [octets(copy.subarray(0, 9)), octets(copy.subarray(9))]
    })
    expect(checked(changed).fault).toMatchObject({ file: 'sod', reason: 'changed' })
  })
})

describe('a signer whose issuer is named in another order', () => {
  const reordered = nameOf(VIETNAM, true)

  test('is the one that it names', () => {
    const { fault, checks } = check({ id: sequence(reordered, integer(7)) })
    expect(fault).toBeUndefined()
    expect(checks.find(({ name }) => name === 'sod-strict-form')?.outcome).toBe('noted')
  })

  test.each<[what: string, ask: Partial<ObjectAsk>]>([
    ['of another serial number', { id: sequence(reordered, integer(8)) }],
    ['with a part that differs', { id: sequence(nameOf({ ...VIETNAM, common: 'X' }, true), integer(7)) }],
    ['with a part too few', { id: sequence(sequence(firstPart(reordered)), integer(7)) }],
    [
      'with a part twice',
      { id: sequence(tagged(0x30, contentOf(reordered), firstPart(reordered)), integer(7)) },
    ],
    [
      'that two certificates have',
      {
        id: sequence(reordered, integer(7)),
        certificates: [signer, writeSigner(newKeys(), rootKeys)],
      },
    ],
  ])('%s is refused', (_, ask) => {
    expect(check(ask).fault).toMatchObject({ file: 'sod', reason: 'malformed' })
  })

  function contentOf(name: Uint8Array): Uint8Array {
    return name.subarray(2)
  }
  function firstPart(name: Uint8Array): Uint8Array {
    return name.subarray(2, 4 + (name[3] ?? 0))
  }

  test('gives way to a certificate that is named exactly', () => {
    const otherKeys = newKeys()
    const other = writeSigner(otherKeys, rootKeys, { issuer: reordered })
    const { fault, signed } = check({
      keys: otherKeys,
      id: sequence(reordered, integer(7)),
      certificates: [signer, other],
    })
    expect(fault).toBeUndefined()
    expect(signed?.signer).toEqual(other)
  })
})
