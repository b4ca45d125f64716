// Tests what becomes of a chip that was kept: evidence, confirmations, receipts, comparison of faces, export, erasure, retention.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChip, type SpecimenChip } from '../../specimens/chips/chip.ts'
import {
  anotherPerson,
  herReference,
  herSelfie,
  photoOf,
} from '../../specimens/kit/photographs/face-photos.ts'
import { basic, startTestServer, type TestServer } from '../../specimens/kit/servers/server.ts'
import { verifyReceiptFile } from '../../src/commands/receipt.ts'
import { keepChip } from '../../src/documents/chip/keep.ts'
import { fileDocument } from '../../src/documents/filing.ts'
import { rotateOrganisationKey } from '../../src/organisations/manage.ts'
import { readEvidence, trustedKids, verifyEvidence } from '../../src/receipts/verify.ts'
import { purge } from '../../src/retention/purge.ts'
import { listOrganisations } from '../../src/store/records/organisations.ts'
import { storageErrors } from '../../src/store/records/storage.ts'
import { verifyAll } from '../../src/store/verify.ts'
import { chipCaller, trustState } from '../kit/chip-caller.ts'

const algorithm = 'brainpool256-sha256'
const DAY = 86_400_000
let server: TestServer
let caller: ReturnType<typeof chipCaller>
let chip: SpecimenChip
let organisationId: string
beforeAll(async () => {
  server = await startTestServer({ credentialCacheMs: 0 })
  caller = chipCaller(server)
  chip = await makeChip({ kind: 'cccd-chip', seed: 41, algorithm })
  await trustState(server, chip.state)
  organisationId = (await listOrganisations(server.server.runtime.store.database))[0]?.id ?? ''
})
afterAll(() => server.stop())

const store = () => server.server.runtime.store
const kept = async (more: object = {}) =>
  caller.send(chip, { active_authentication: await caller.answered(chip), ...more })
const kids = async () => trustedKids(await (await fetch(`${server.url}/receipts/keys`)).text())
const isGood = async (body: unknown) => {
  const evidence = readEvidence(JSON.stringify(body))
  return evidence !== undefined && verifyEvidence(evidence, await kids()).every((one) => one.isGood)
}

describe('evidence', () => {
  test('holds every file, the certificate, the exchange, the receipt and confirmations, and proves itself', async () => {
    const answer = await kept()
    const { id } = answer.body
    const confirmed = await caller.confirm(id, { authority: 'C06', result: 'confirmed', reference: 'RAR 7' })
    expect(confirmed.body).toMatchObject({
      result_code: 200,
      confirmation: { authority: 'C06', result: 'confirmed' },
    })
    const { status, body } = await caller.evidence(id)
    expect(status).toBe(200)
    const evidence = body.evidence as Record<string, unknown>
    expect(evidence).toMatchObject({
      type: 'chip-evidence',
      chip_document_id: id,
      authenticity: 'trusted',
      copy: 'genuine',
      signer_certificate: Buffer.from(chip.state.signer.der).toString('base64'),
      confirmations: [{ authority: 'C06', result: 'confirmed', reference: 'RAR 7' }],
    })
    const { challenge, response } = evidence.active_authentication as { challenge: string; response: string }
    expect(Buffer.from(challenge, 'base64')).toHaveLength(8)
    expect(response).not.toBe('')
    const receipt = evidence.receipt as { receipt: Record<string, unknown> }
    expect(receipt.receipt).toMatchObject({
      id: answer.headers.get('x-request-id'),
      operation: 'createChipDocument',
      networks: [],
      result_code: 200,
    })
    const files = body.files as Record<string, string>
    expect(Buffer.from(files.sod ?? '', 'base64').equals(chip.files.sod)).toBe(true)
    expect(Object.keys(files)).toHaveLength(chip.files.groups.size + 2)
    expect(await isGood(body)).toBe(true)
  })

  test('a letter, a file or the receipt of another changed in it is noticed, also by the command', async () => {
    const { body } = await caller.evidence((await kept()).body.id)
    const other = await caller.evidence((await kept()).body.id)
    const evidence = body.evidence as Record<string, unknown>
    const files = body.files as Record<string, string>
    expect(await isGood({ ...body, evidence: { ...evidence, copy: 'not-asked' } })).toBe(false)
    expect(await isGood({ ...body, files: { ...files, dg1: files.dg2 ?? '' } })).toBe(false)
    expect(await isGood({ ...body, evidence: other.body.evidence })).toBe(false)
    const path = join(server.data, 'evidence.json')
    const [key] = await kids()
    const said = (text: object) => {
      writeFileSync(path, JSON.stringify(text))
      process.exitCode = 0
      verifyReceiptFile(path, { key: key ?? '' })
      const code = process.exitCode
      process.exitCode = 0
      return code
    }
    expect(said(body)).toBe(0)
    expect(said({ ...body, files: { ...files, dg13: 'AAAA' } })).toBe(1)
  })

  test('another organisation finds neither the evidence nor the chip', async () => {
    const { id } = (await kept()).body
    const other = chipCaller(server, await server.organisation('strangers'))
    expect((await other.evidence(id)).status).toBe(404)
    expect((await other.confirm(id, { authority: 'C06', result: 'refused' })).body.result_code).toBe(102)
    expect((await caller.evidence('nothing')).status).toBe(404)
  })
})

describe('confirmations', () => {
  test('are sealed, survive a new key, and are as many as a chip may have', async () => {
    const { id } = (await kept({ external_person_id: 'binh' })).body
    const details = 'the words of an authority'
    for (let i = 0; i < 20; i++)
      expect((await caller.confirm(id, { authority: 'C06', result: 'not-known', details })).status).toBe(200)
    expect((await caller.confirm(id, { authority: 'C06', result: 'not-known' })).status).toBe(413)
    const rows = await store().database.query<{ answer: Uint8Array }>('SELECT answer FROM chip_confirmations')
    for (const { answer } of rows) expect(Buffer.from(answer).includes(details)).toBe(false)
    const [owner] = await listOrganisations(store().database)
    if (!owner) throw new Error('there is no organisation')
    await rotateOrganisationKey(store(), owner, true, () => undefined)
    expect((await verifyAll(store(), () => undefined)).faults).toEqual([])
    const { evidence } = (await caller.evidence(id)).body as { evidence: { confirmations: unknown[] } }
    expect(evidence.confirmations).toHaveLength(20)
    expect(await storageErrors(store().database)).toEqual([])
  })

  test('an unknown result is refused by its name', async () => {
    const answer = await caller.confirm((await kept()).body.id, { authority: 'C06', result: 'maybe' })
    expect([answer.status, JSON.stringify(answer.body.errors)]).toEqual([
      400,
      expect.stringContaining('result'),
    ])
  })
})

describe('the portrait of a chip in place of a card', () => {
  const compare = (body: object) => server.post('/face-matching/compare-faces', body)
  const chipWith = async (portrait: Uint8Array) => {
    const filed = await keepChip(store().vault, {
      organisationId,
      now: Date.now(),
      files: [['sod', Buffer.from('a file')]],
      portrait,
      documentId: undefined,
      record: {
        kind: 'cccd-chip',
        readings: [],
        only: {},
        valueFiles: {},
        authenticity: 'trusted',
        words: '',
        copy: 'genuine',
        checks: [],
        chain: [],
        signer: '',
        signed: { hashAlgorithm: '', signatureAlgorithm: '', key: '', signedGroups: [] },
        requestId: '',
        judgedAt: Date.now(),
      },
    })
    return filed?.id
  }

  test('is compared with the living face, and named in the receipt', async () => {
    const image_live = await photoOf(herSelfie)
    const same = await compare({
      image_live,
      chip_document_id: await chipWith(Buffer.from(await photoOf(herReference), 'base64')),
    })
    expect(same.body).toMatchObject({ result_code: 200, verify_result: 2 })
    const id = same.headers.get('x-request-id')
    const receipt = await fetch(`${server.url}/receipts/${id}`, {
      headers: { authorization: basic(server.credentials) },
    })
    expect(await receipt.text()).toContain('"name":"chip_document_id"')
    const other = await compare({
      image_live,
      chip_document_id: await chipWith(Buffer.from(await photoOf(anotherPerson), 'base64')),
    })
    expect(other.body).toMatchObject({ result_code: 200, verify_result: 0 })
  })

  test('a chip that is not there is 102; both or neither of the two is 400', async () => {
    const image_live = await photoOf(herSelfie)
    expect((await compare({ image_live, chip_document_id: 'nothing' })).body.result_code).toBe(102)
    expect((await compare({ image_live })).status).toBe(400)
    const both = await compare({ image_live, image_card: image_live, chip_document_id: 'nothing' })
    expect([both.status, JSON.stringify(both.body.errors)]).toEqual([
      400,
      expect.stringContaining('image_card'),
    ])
  })
})

describe('the data of a person', () => {
  const person = { external_person_id: 'an' }

  test('is exported with the files of the chip and its confirmations, and erased with both', async () => {
    const { id } = (await kept({ ...person, consent_reference: 'contract 9' })).body
    await caller.confirm(id, { authority: 'C06', result: 'confirmed', reference: 'RAR 9' })
    const { body } = await server.post('/persons/export', person)
    expect(body.documents).toMatchObject([{ id, kind: 'chip', consent_reference: 'contract 9' }])
    const pictures = body.pictures as { content: string; reading: { authenticity?: string } }[]
    expect(pictures).toHaveLength(2)
    expect(pictures.some(({ reading }) => reading.authenticity === 'trusted')).toBe(true)
    expect(body.confirmations).toMatchObject([{ document_id: id, answer: { reference: 'RAR 9' } }])
    const erased = await server.post('/persons/erase', person)
    expect(erased.body).toMatchObject({ complete: true, removed: { documents: 1, pictures: 2 } })
    expect((await caller.evidence(id)).status).toBe(404)
    expect((await server.post('/persons/export', person)).body.confirmations).toEqual([])
    expect(await storageErrors(store().database)).toEqual([])
  })

  test('of a chip without a person is that of the document it belongs to', async () => {
    const { id: document_id } = await fileDocument(store().vault, {
      organisationId,
      externalPersonId: 'owner',
      consentReference: 'contract 3',
      now: Date.now(),
      kind: 'cccd-chip',
      parts: [{ bytes: Buffer.from('a picture'), reading: Buffer.from('[]') }],
    })
    const { body } = await kept({ document_id })
    expect(body).toMatchObject({ result_code: 200, document_id })
    const exported = await server.post('/persons/export', { external_person_id: 'owner' })
    const chipItem = { id: body.id, kind: 'chip', consent_reference: 'contract 3' }
    expect(exported.body.documents).toContainEqual(expect.objectContaining(chipItem))
    await server.post('/persons/erase', { external_person_id: 'owner' })
    expect((await caller.evidence(body.id)).status).toBe(404)
  })

  test('goes by the clocks of documents: first the files, then what was read', async () => {
    const { id } = (await kept({ external_person_id: 'hoa' })).body
    const { removeFace, config } = server.server.runtime
    const clocks = { frameRetentionMs: Number.POSITIVE_INFINITY, faceRetentionMs: Number.POSITIVE_INFINITY }
    const work = (more: object) => ({
      ...store(),
      removeFace,
      now: Date.now,
      config: { ...config, ...clocks, fileRetentionMs: DAY, readingRetentionMs: 30 * DAY, ...more },
    })
    await purge(work({}), Date.now() + 2 * DAY, () => false)
    expect((await caller.evidence(id)).status).toBe(404)
    expect((await server.post('/persons/export', { external_person_id: 'hoa' })).body.documents).toHaveLength(
      1,
    )
    const image_live = await photoOf(herSelfie)
    const gone = await server.post('/face-matching/compare-faces', { image_live, chip_document_id: id })
    expect(gone.body.result_code).toBe(102)
    await purge(work({}), Date.now() + 31 * DAY, () => false)
    expect((await server.post('/persons/export', { external_person_id: 'hoa' })).body.documents).toEqual([])
  })
})

test('the metrics count what was judged, and name no person', async () => {
  await kept({ external_person_id: 'somebody with a name' })
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  expect(metrics).toMatch(/selfsame_chips_judged_total\{authenticity="trusted",copy="genuine"\} [1-9]/)
  expect(metrics).toContain('selfsame_trust_certificates 1')
  for (const text of [metrics, server.logged()]) expect(text).not.toContain('somebody')
})
