// Tests the trust store on every engine: what is added is found by key, hash, subject and country, counted, and gone when removed.
import { expect, test } from 'vitest'
import {
  addCertificate,
  addRevocationList,
  certificatesOfStore,
  openTrustStore,
  removeFromStore,
  type TrustedCertificate,
  type TrustedList,
  trustCounts,
} from '../../src/store/records/trust.ts'
import { describeVault } from './vault-kit.ts'

const certificate = (sha256: string, more: Partial<TrustedCertificate> = {}): TrustedCertificate => ({
  sha256,
  country: 'VN',
  subject: 'C=VN, CN=CSCA',
  serial: '01',
  keyId: `key-${sha256}`,
  keyHash: `hash-${sha256}`,
  notBefore: 1,
  notAfter: 2,
  origin: 'csca.cer',
  importedAt: 3,
  der: Buffer.from(sha256),
  ...more,
})
const list = (sha256: string, more: Partial<TrustedList> = {}): TrustedList => ({
  sha256,
  country: 'VN',
  issuer: 'C=VN, CN=CSCA',
  issuerKeyId: 'key-a',
  madeAt: 1,
  nextAt: 100,
  revoked: 0,
  origin: 'vn.crl',
  importedAt: 3,
  der: Buffer.from(sha256),
  ...more,
})

describeVault((at) => {
  const database = () => at.held.store.database
  const texts = async (found: Promise<readonly Uint8Array[]>) =>
    (await found).map((bytes) => Buffer.from(bytes).toString())

  test('certificates are added once, and found by each name of their key and by their subject', async () => {
    expect(await addCertificate(database(), certificate('a'))).toBe(true)
    expect(await addCertificate(database(), certificate('a', { origin: 'another' }))).toBe(false)
    await addCertificate(database(), certificate('b', { notAfter: 9, country: 'DE', subject: 'C=DE' }))
    const store = openTrustStore(database())
    expect(await texts(store.certificatesByKeyId('key-a'))).toEqual(['a'])
    expect(await texts(store.certificatesByKeyId('hash-a'))).toEqual(['a'])
    expect(await texts(store.certificatesByKeyId('key-c'))).toEqual([])
    expect(await texts(store.certificatesBySubject('C=DE'))).toEqual(['b'])
    expect((await certificatesOfStore(database())).map(({ country }) => country)).toEqual(['DE', 'VN'])
  })

  test('lists are found by the key that signed them, the newest first', async () => {
    await addRevocationList(database(), list('old'))
    await addRevocationList(database(), list('new', { madeAt: 5 }))
    const store = openTrustStore(database())
    expect(await texts(store.crlsByIssuer('key-a'))).toEqual(['new', 'old'])
    expect(await texts(store.crlsByIssuer('key-b'))).toEqual([])
  })

  test('issuers whose newest list is past its date are counted, and a list without a date is not', async () => {
    await addCertificate(database(), certificate('a'))
    await addRevocationList(database(), list('old'))
    await addRevocationList(database(), list('newer', { nextAt: 300 }))
    await addRevocationList(database(), list('undated', { issuerKeyId: 'key-b', nextAt: null }))
    const counts = { certificates: 1, countries: 1, lists: 3 }
    expect(await trustCounts(database(), 200)).toEqual({ ...counts, overdue: 0 })
    expect(await trustCounts(database(), 400)).toEqual({ ...counts, overdue: 1 })
    expect(await removeFromStore(database(), 'newer')).toBe('list')
    expect(await removeFromStore(database(), 'newer')).toBeUndefined()
    expect(await removeFromStore(database(), 'a')).toBe('certificate')
    expect(await trustCounts(database(), 200)).toEqual({
      certificates: 0,
      countries: 0,
      lists: 2,
      overdue: 1,
    })
  })
})
