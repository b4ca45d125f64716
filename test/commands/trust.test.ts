// Tests selfsame trust: what is imported is named, checked and believed; what is not what it claims is refused.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { algorithmNamed } from '../../specimens/chips/algorithms.ts'
import { makeState } from '../../specimens/chips/state.ts'
import { testSettings } from '../../specimens/kit/servers/settings.ts'
import { trustStore } from '../../src/commands/doctor-store.ts'
import { certificatesOfStore, listsOfStore, openTrustStore } from '../../src/store/records/trust.ts'
import { readCertificate } from '../../src/trust/certificate.ts'
import { readRevocationList } from '../../src/trust/revocation-list.ts'
import { installation } from './command-line.ts'

const issued = new Date('2024-05-01T00:00:00Z')
const state = makeState(algorithmNamed(undefined), issued)
const stranger = makeState(algorithmNamed(undefined), issued)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** An installation with the papers of both states in files beside its data. */
function furnished() {
  const at = installation()
  const folder = join(at.data, '..')
  mkdirSync(folder, { recursive: true })
  const pem = (der: Uint8Array) =>
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
  const papers: Record<string, Uint8Array | string> = {
    'csca.cer': state.root.der,
    'csca.pem': pem(state.root.der),
    'dsc.cer': state.signer.der,
    'crl.crl': state.revocations,
    'stranger.crl': stranger.revocations,
    'master-list.ml': state.masterList,
    'stranger.cer': stranger.root.der,
    'page.html': '<!doctype html><title>Not found</title>',
  }
  for (const [name, bytes] of Object.entries(papers)) writeFileSync(join(folder, name), bytes)
  return at
}

test('a certificate is imported once, with its fingerprint to compare, and is found by its key', async () => {
  const at = furnished()
  const first = await at.run('trust import csca.cer')
  expect(first.code, first.err).toBe(0)
  expect(first.out).toContain('1 certificates of 1 countries are new, 0 were there.')
  expect(first.out).toContain(sha256(state.root.der))
  expect((await at.run('trust import csca.pem')).out).toContain(
    '0 certificates of 0 countries are new, 1 were there.',
  )
  expect((await at.run('trust list --country vn')).out).toMatch(/CSCA Specimen.*\(csca\.cer\)/)
  expect((await at.run('trust list --country de')).out).toContain('The trust store is empty')
  const { keyHash, subjectKeyId = keyHash } = readCertificate(state.root.der)
  await at.withStore(async ({ database }) => {
    for (const id of [keyHash, subjectKeyId])
      expect(await openTrustStore(database).certificatesByKeyId(id)).toHaveLength(1)
    expect(await openTrustStore(database).certificatesByKeyId('00')).toEqual([])
  })
})

test('a master list is believed by the root given with it, or by one that is trusted', async () => {
  const at = furnished()
  const alone = await at.run('trust import master-list.ml')
  expect([alone.code, alone.err]).toEqual([1, expect.stringMatching(/Master List Signer.*--root/s)])
  const wrong = await at.run('trust import master-list.ml --root stranger.cer')
  expect(wrong.code).toBe(1)
  await at.withStore(async ({ database }) => expect(await certificatesOfStore(database)).toEqual([]))
  const right = await at.run('trust import master-list.ml --root csca.cer')
  expect(right.code, right.err).toBe(0)
  expect(right.out).toContain('3 certificates of 1 countries are new')
  expect((await at.run('trust import master-list.ml')).code).toBe(0)
})

test('a signer of documents is no anchor, and what is no paper at all is refused in words', async () => {
  const at = furnished()
  const signer = await at.run('trust import dsc.cer')
  expect([signer.code, signer.err]).toEqual([1, expect.stringMatching(/sign documents and not certificates/)])
  const page = await at.run('trust import page.html')
  expect([page.code, page.err]).toEqual([1, expect.stringMatching(/neither DER, nor PEM, nor LDIF/)])
  expect((await at.run('trust import missing.cer')).err).toMatch(/cannot be read/)
})

test('a certificate that cannot be taken is named with its reason, and all others are imported', async () => {
  const at = furnished()
  const block = (der: Uint8Array) =>
    `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`
  const [version, cut] = [Buffer.from(stranger.root.der), stranger.link.der.subarray(0, -3)]
  version[version.indexOf(Buffer.from('a003020102', 'hex')) + 4] = 7
  const papers = [state.root.der, version, cut, state.rootBefore.der]
  writeFileSync(join(at.data, '../many.pem'), papers.map(block).join(''))
  const { code, out, err } = await at.run('trust import many.pem')
  expect([code, out]).toEqual([0, expect.stringContaining('2 certificates of 1 countries are new')])
  expect(err).toContain(
    `C=VN, O=Specimen of a state, CN=CSCA Specimen (SHA-256 ${sha256(version)}) was left out`,
  )
  expect(err).toContain('has version 8; 1 to 3 are known')
  expect(err).toMatch(new RegExp(`A certificate \\(SHA-256 ${sha256(cut)}\\) was left out: .* is cut off`))
})

test('a revocation list must be signed by the state that it names, where that is known', async () => {
  const at = furnished()
  await at.run('trust import csca.cer')
  const own = await at.run('trust import crl.crl')
  expect(own.out).toContain('1 revocation lists are new')
  const changed = Buffer.from(state.revocations)
  changed[changed.length - 3] = (changed[changed.length - 3] ?? 0) ^ 1
  writeFileSync(join(at.data, '../changed.crl'), changed)
  const forged = await at.run('trust import changed.crl')
  expect([forged.code, forged.err]).toEqual([1, expect.stringMatching(/is not signed by/)])
  // The state of this one may be imported later; until then it stands for nothing.
  expect((await at.run('trust import stranger.crl')).code).toBe(0)
  await at.withStore(async ({ database }) => expect(await listsOfStore(database)).toHaveLength(2))
})

test('a revocation list is found by the key of its issuer, and by its country', async () => {
  const at = furnished()
  await at.run('trust import csca.cer')
  await at.run('trust import crl.crl')
  const { authorityKeyId = '' } = readRevocationList(state.revocations)
  await at.withStore(async ({ database }) => {
    const store = openTrustStore(database)
    expect(await store.crlsByIssuer(authorityKeyId)).toHaveLength(1)
    expect(await store.crlsByCountry('VN')).toHaveLength(1)
    expect(await store.crlsByCountry('DE')).toEqual([])
  })
})

test('what is removed by the beginning of its fingerprint is trusted no more', async () => {
  const at = furnished()
  await at.run('trust import csca.cer')
  const print = sha256(state.root.der)
  expect((await at.run(`trust remove ${print.slice(0, 4)}`)).code).toBe(1)
  expect((await at.run(`trust remove ${'0'.repeat(64)}`)).err).toMatch(/Nothing in the trust store/)
  const removed = await at.run(`trust remove ${print.slice(0, 12).toUpperCase()}`)
  expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('certificate removed')])
  await at.withStore(async ({ database }) => expect(await certificatesOfStore(database)).toEqual([]))
})

test('imports and removals stand in the audit trail, the doctor counts, and verify notices a change', async () => {
  const at = furnished()
  await at.run('trust import csca.cer')
  await at.run('trust import crl.crl')
  expect(await trustStore(testSettings(at.data))).toEqual({
    ok: '1 certificates of 1 countries, 1 revocation lists',
  })
  const { out } = await at.run('audit export --since 2026-01-01')
  expect(out.match(/"command:trust import"/g)).toHaveLength(4)
  expect((await at.run('verify')).out).toMatch(/ 2 {2}certificates and lists of the trust store/)
  await at.withStore(({ database }) => database.query("UPDATE trust_crls SET der = '00'"))
  expect((await at.run('verify')).code).toBe(1)
})

test('a backup has it, and so has what is restored from it', async () => {
  const at = furnished()
  await at.run('trust import csca.cer')
  expect((await at.run('backup --out copy --with-master-key')).code).toBe(0)
  await at.run(`trust remove ${sha256(state.root.der)}`)
  const restored = { SELFSAME_DATA: join(at.data, '../restored') }
  expect((await at.run('restore copy', restored)).code).toBe(0)
  expect((await at.run('trust list', restored)).out).toContain('1 certificates, 0 revocation lists.')
})
