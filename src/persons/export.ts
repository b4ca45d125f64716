// Exports all data of one person of one organisation: records, observations, readings, vectors, files and verifications.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeSeen } from '../liveness/challenge.ts'
import { readVerdict } from '../liveness/verdict.ts'
import type { Database } from '../store/port.ts'
import { placeOfVector } from '../store/records/face-keys.ts'
import { placeOfPart, type SealedPart } from '../store/records/frame-keys.ts'
import { type KeptKind, type KeptRow, keptKinds, keptOf, type Person } from '../store/records/persons.ts'
import type { Vault } from '../store/vault.ts'

interface Exporting {
  readonly database: Database
  readonly vault: Vault
}

/** Where the next request goes on: after this item of this kind. */
export interface Mark {
  readonly kind: KeptKind
  readonly id: string
}

export const writeMark = ({ kind, id }: Mark): string => Buffer.from(`${kind}:${id}`).toString('base64url')

/** Undefined when `writeMark` did not write it. */
export function readMark(text: string): Mark | undefined {
  const written = Buffer.from(text, 'base64url').toString('utf8')
  const colon = written.indexOf(':')
  const kind = keptKinds.find((one) => one === written.slice(0, colon))
  const id = written.slice(colon + 1)
  return kind && !id.includes('\0') && writeMark({ kind, id }) === text ? { kind, id } : undefined
}

export interface Exported {
  readonly kind: KeptKind
  readonly id: string
  /** A JSON object, but for its `content`: the bytes of a file, null when the file was removed, absent where there is none. */
  readonly item: Readonly<Record<string, unknown>>
}

/** Bytes that are written as Base64 at once: a whole file would hold up everybody else's requests. */
const SLICE_BYTES = 3 * 64 * 1024

/** The JSON of an item in pieces, its file as Base64 text. */
export async function writeItem(item: Exported['item']): Promise<Uint8Array[]> {
  const { content, ...rest } = item
  if (!(content instanceof Buffer)) return [Buffer.from(JSON.stringify(item))]
  const pieces = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"content":"`)]
  for (let at = 0; at < content.byteLength; at += SLICE_BYTES) {
    pieces.push(Buffer.from(content.toString('base64', at, at + SLICE_BYTES), 'latin1'))
    await nextTurn()
  }
  return [...pieces, Buffer.from('"}')]
}

/** Few rows, because each may bring a file of megabytes. */
const PAGE = 20

export async function* exportPerson(work: Exporting, person: Person, from?: Mark): AsyncGenerator<Exported> {
  const first = from ? keptKinds.indexOf(from.kind) : 0
  for (const [i, kind] of keptKinds.slice(first).entries()) {
    let after = i === 0 && from ? from.id : ''
    for (;;) {
      const page = await keptOf(work.database, kind, person, after, PAGE)
      for (const row of page)
        yield { kind, id: row.id, item: await forms[kind](row, openerOf(work, person, row)) }
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      after = last.id
    }
  }
}

interface Opener {
  readonly part: (part: SealedPart) => Promise<Buffer>
  readonly vector: () => Promise<Buffer>
  readonly file: (id: string) => Promise<Buffer | null>
}

const openerOf = ({ vault }: Exporting, { organisationId }: Person, { id, sealed }: KeptRow): Opener => ({
  part: (part) => vault.open(organisationId, placeOfPart(part, organisationId, id).label, sealed),
  vector: () => vault.open(organisationId, placeOfVector(organisationId, id).label, sealed),
  file: async (fileId) => (await vault.read(organisationId, fileId)) ?? null,
})

type Form = (row: KeptRow, open: Opener) => Promise<Record<string, unknown>>

const forms: Readonly<Record<KeptKind, Form>> = {
  challenges: async (row) => ({
    id: row.id,
    family: row.family,
    created_at: time(row.createdAt),
    expires_at: time(row.expiresAt),
    closed_at: timeOrNull(row.closedAt),
    consent_reference: row.consentReference,
    plan: JSON.parse(row.plan),
    verdict: row.verdict === null ? null : verdictOf(row.verdict),
  }),
  frames: async (row, open) => ({
    id: row.id,
    challenge_id: row.ownerId,
    task: row.task,
    taken_at: time(row.takenAt),
    received_at: time(row.createdAt),
    guidance: row.guidance,
    seen: plain(decodeSeen(await open.part('frame'))),
    content: await open.file(row.id),
  }),
  prints: async (row, open) => ({
    id: row.id,
    challenge_id: row.ownerId,
    seen_at: time(row.createdAt),
    print: (await open.part('shot')).toString('base64'),
  }),
  documents: async (row) => ({
    id: row.id,
    kind: row.kind,
    created_at: time(row.createdAt),
    consent_reference: row.consentReference,
  }),
  pictures: async (row, open) => ({
    id: row.id,
    document_id: row.ownerId,
    number: row.number,
    received_at: time(row.createdAt),
    file_removed_at: timeOrNull(row.fileRemovedAt),
    reading: await json(open.part('document')),
    content: await open.file(row.id),
  }),
  confirmations: async (row, open) => ({
    id: row.id,
    document_id: row.ownerId,
    received_at: time(row.createdAt),
    answer: await json(open.part('confirmation')),
  }),
  faces: async (row, open) => ({
    id: row.id,
    collection_id: row.ownerId,
    file_id: row.fileId,
    embedder: `${row.embedder} ${row.embedderVersion}`,
    created_at: time(row.createdAt),
    consent_reference: row.consentReference,
    vector: floatsOf(await open.vector()),
    content: await open.file(row.fileId),
  }),
  duplicates: async (row) => ({
    id: row.id,
    face_id: row.ownerId,
    kind: row.kind,
    similarity: row.number / 100,
    searched_at: time(row.createdAt),
  }),
  collections: async (row) => ({ id: row.id, created_at: time(row.createdAt) }),
  verifications: async (row, open) => ({
    id: row.id,
    policy: row.policyId,
    policy_version: row.policyVersion,
    state: row.state,
    is_test: row.isTest === 1,
    created_at: time(row.createdAt),
    expires_at: time(row.expiresAt),
    finished_at: timeOrNull(row.endedAt),
    consent_reference: row.consentReference,
    request: await json(open.part('verification')),
  }),
  attempts: async (row, open) => ({
    id: row.id,
    verification_id: row.ownerId,
    step: row.step,
    outcome: row.outcome,
    subject_id: row.subjectId,
    result_code: row.resultCode,
    begun_at: time(row.createdAt),
    ended_at: timeOrNull(row.endedAt),
    findings: await json(open.part('attempt')),
  }),
  events: async (row, open) => ({
    id: row.id,
    verification_id: row.ownerId,
    sequence: row.number,
    type: row.type,
    actor: row.actor,
    at: time(row.createdAt),
    data: await json(open.part('event')),
  }),
  notes: async (row, open) => ({
    id: row.id,
    verification_id: row.ownerId,
    author: row.actor,
    at: time(row.createdAt),
    note: await json(open.part('note')),
  }),
  links: async (row) => ({
    id: row.id,
    verification_id: row.ownerId,
    made_by: row.actor,
    created_at: time(row.createdAt),
    expires_at: time(row.expiresAt),
    used_at: timeOrNull(row.usedAt),
    ended_at: timeOrNull(row.endedAt),
  }),
  tokens: async (row) => ({
    id: row.id,
    verification_id: row.ownerId,
    created_at: time(row.createdAt),
    expires_at: time(row.expiresAt),
    ended_at: timeOrNull(row.endedAt),
  }),
  deliveries: async (row) => ({
    id: row.id,
    verification_id: row.ownerId,
    event_id: row.eventId,
    endpoint_id: row.endpointId,
    state: row.state,
    attempts: row.attempts,
    created_at: time(row.createdAt),
    finished_at: timeOrNull(row.endedAt),
  }),
}

const time = (ms: number): string => new Date(ms).toISOString()
const timeOrNull = (ms: number | null): string | null => (ms === null ? null : time(ms))
const json = async (bytes: Promise<Buffer>): Promise<unknown> => JSON.parse((await bytes).toString('utf8'))

function verdictOf(text: string): Record<string, unknown> {
  const { code, checks } = readVerdict(text)
  return { result_code: code.code, message: code.message, checks }
}

/** The bytes are copied, because they may not be aligned for floats. */
const floatsOf = (bytes: Buffer): number[] => [...new Float32Array(new Uint8Array(bytes).buffer)]

/** Replaces typed arrays by arrays of numbers, for JSON. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return [...(value as Float32Array)]
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}
