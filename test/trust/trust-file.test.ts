// Checks what an operator may import: certificates, lists and master lists, in DER, PEM and LDIF.
import { describe, expect, test } from 'vitest'
import { algorithmNamed } from '../../specimens/chips/algorithms.ts'
import { makeState } from '../../specimens/chips/state.ts'
import { DerFault } from '../../src/der/der.ts'
import { readCertificate } from '../../src/trust/certificate.ts'
import { readRevocationList } from '../../src/trust/revocation-list.ts'
import { openTrustFile, readMasterList } from '../../src/trust/trust-file.ts'

const issued = new Date('2025-03-01')
const now = new Date('2026-11-17')
const state = makeState(algorithmNamed('brainpool256-sha256'), issued)
const other = makeState(algorithmNamed('brainpool256-sha256'), issued)
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const plain = (list: readonly Uint8Array[]): number[][] => list.map((bytes) => [...bytes])

describe('a file of the operator', () => {
  test.each([
    ['certificates', state.root.der],
    ['revocationLists', state.revocations],
    ['masterLists', state.masterList],
  ] as const)('is recognised as %s', (kind, bytes) => {
    const found = openTrustFile(bytes)
    expect(plain(found[kind])).toEqual(plain([bytes]))
    expect(Object.values(found).flat()).toHaveLength(1)
  })

  test('may hold several blocks of PEM', () => {
    const block = (label: string, bytes: Uint8Array) =>
      `subject=x\n-----BEGIN ${label}-----\r\n${base64(bytes).replace(/.{64}/g, '$&\r\n')}\r\n-----END ${label}-----\n`
    const text =
      block('CERTIFICATE', state.root.der) +
      block('X509 CRL', state.revocations) +
      block('CERTIFICATE', state.link.der)
    const found = openTrustFile(Buffer.from(text))
    expect(plain(found.certificates)).toEqual(plain([state.root.der, state.link.der]))
    expect(found.revocationLists).toHaveLength(1)
  })

  test('may be an LDIF of ICAO, with its lines folded', () => {
    const folded = (line: string): string => line.replace(/.{76}(?=.)/g, '$&\n ')
    const text = [
      'version: 1',
      'dn: o=csca,c=VN,dc=data,dc=download,dc=pkd,dc=icao,dc=int',
      'objectClass: top',
      'description:: TmfGsOG7nWk=',
      folded(`userCertificate;binary:: ${base64(state.signer.der)}`),
      '',
      'dn: o=crl,c=VN',
      folded(`certificateRevocationList;binary:: ${base64(state.revocations)}`),
      '',
      'dn: o=ml,c=VN',
      folded(`pkdMasterListContent:: ${base64(state.masterList)}`),
      '',
    ].join('\n')
    const found = openTrustFile(Buffer.from(text))
    expect(plain(found.certificates)).toEqual(plain([state.signer.der]))
    expect(plain(found.revocationLists)).toEqual(plain([state.revocations]))
    expect(plain(found.masterLists)).toEqual(plain([state.masterList]))
  })

  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', new Uint8Array(0)],
    ['an LDIF without certificates', Buffer.from('dn: c=VN\nobjectClass: top\n')],
    ['a certificate that is cut', state.root.der.subarray(0, -3)],
    ['a certificate with bytes behind it', Uint8Array.of(...state.root.der, 0)],
  ])('that is %s is refused in words', (_, bytes) => {
    expect(() => openTrustFile(bytes)).toThrow(DerFault)
  })
})

describe('a master list', () => {
  const root = readCertificate(state.root.der)

  test('is read where the given root certified its signer', () => {
    const { certificates, signer, signedAt } = readMasterList(state.masterList, [root], now)
    expect(plain(certificates).toSorted()).toEqual(
      plain([state.root.der, state.rootBefore.der, state.link.der]).toSorted(),
    )
    expect(signer.subject.text).toContain('Master List Signer')
    expect(signedAt?.getUTCFullYear()).toBe(2026)
  })

  test.each([
    ['no root', []],
    ['the root of another state', [other.root.der]],
    ['a root that may not certify', [state.signer.der]],
  ])('is refused with %s', (_, roots) => {
    expect(() => readMasterList(state.masterList, roots.map(readCertificate), now)).toThrow('did not certify')
  })

  test('is refused when a byte of a certificate in it was changed', () => {
    const changed = Uint8Array.from(state.masterList)
    const at = Buffer.from(changed).indexOf(state.root.der)
    changed[at + 100] = (changed[at + 100] ?? 0) ^ 1
    expect(() => readMasterList(changed, [root], now)).toThrow('not what its signer signed')
  })
})

test('a revocation list says whom it revokes, and until when', () => {
  const list = readRevocationList(state.revocations)
  expect(list.revoked.has('0fff')).toBe(true)
  expect(list.authorityKeyId).toBe(Buffer.from(state.root.keyId).toString('hex'))
  expect(list.nextUpdate?.getUTCFullYear()).toBe(2046)
  expect(list.isComplete).toBe(true)
})
