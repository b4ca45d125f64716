// The table of what callers do under fire: each act, the engines it needs, and what its acknowledgement promises.
import { randomUUID } from 'node:crypto'
import { addOrganisation } from '../../../src/organisations/manage.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Ask } from './caller.ts'
import { type Challenge, type Document, type Face, hashOf, type Ledger } from './ledger.ts'
import type { Pictures } from './pictures.ts'

export interface Acting {
  readonly ask: Ask
  readonly ledger: Ledger
  readonly pictures: Pictures
  readonly store: Store
  readonly throwDice: () => number
  /** Paths that this version serves, as the OpenAPI writes them. */
  readonly paths: ReadonlySet<string>
}

type Act = (acting: Acting) => Promise<void>

export const shelf = 'people'
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const newPerson = (): string => `person-${randomUUID()}`

async function signCollection({ ask, ledger }: Acting): Promise<void> {
  const id = `collection-${randomUUID()}`
  ledger.collections.set(id, 'asked')
  const body = { id, external_person_id: 'owner' }
  const path = '/face-collections/sign-collection-id'
  const good = await ask({ act: 'collection', needs: ['postgres'], path, body })
  if (good?.resultCode === 200) ledger.collections.set(id, 'there')
}

async function registerFace({ ask, ledger, pictures }: Acting, person = newPerson()): Promise<void> {
  const photo = pictures.face()
  const face: Face = { person, sha256: hashOf(photo), fate: 'asked' }
  ledger.faces.add(face)
  const body = { external_person_id: person, reference_photo: base64(photo) }
  const path = `/face-collections/${shelf}`
  const good = await ask({ act: 'face', needs: ['postgres', 's3', 'qdrant'], path, body })
  if (good?.resultCode === 200)
    Object.assign(face, { id: good.body.id, fileId: good.body.file_id, fate: 'there' })
}

async function removeFace({ ask, ledger, throwDice }: Acting): Promise<void> {
  const there = [...ledger.faces].filter(({ fate }) => fate === 'there')
  const face = there[Math.floor(throwDice() * there.length)]
  if (!face || there.length < 3) return
  face.fate = 'removing'
  const body = { id: face.id, file_id: face.fileId }
  const path = `/face-collections/${shelf}/delete`
  // S3 and Qdrant may be away: it is out of the records, and swept from them later.
  const good = await ask({ act: 'face removed', needs: ['postgres'], path, body })
  if (good?.resultCode === 200) face.fate = 'gone'
}

async function identify({ ask, pictures, ledger, paths }: Acting): Promise<void> {
  const body = { photo: base64(pictures.face()) }
  const path = `/face-collections/${shelf}/identify`
  const good = await ask({ act: 'identified', needs: ['postgres', 'qdrant'], path, body })
  if (good) noteVerdict(ledger, paths, good.requestId)
}

async function challenge(acting: Acting): Promise<void> {
  const { ask, ledger, pictures, paths, throwDice } = acting
  const person = newPerson()
  const start = { external_person_id: person, image_width: 360, image_height: 480 }
  const root = '/liveness-challenge'
  const started = await ask({
    act: 'challenge',
    needs: ['postgres'],
    path: `${root}/start`,
    body: start,
  })
  if (started?.resultCode !== 200) return
  const id = String(started.body.id)
  const made: Challenge = { id, person, frames: new Set(), fate: 'there' }
  ledger.challenges.set(id, made)
  for (let count = 0; count < 3; count++) {
    const frame = await pictures.frame()
    const body = { content: base64(frame) }
    const path = `${root}/${id}/frames`
    const sent = await ask({ act: 'frame', needs: ['postgres', 's3'], path, body })
    if (sent?.resultCode === 200) made.frames.add(hashOf(frame))
  }
  if (made.frames.size === 0 || throwDice() < 0.3) return
  const path = `${root}/${id}/verify`
  const verdict = await ask({ act: 'verdict', needs: ['postgres', 's3'], path, body: {} })
  if (!verdict) return
  made.verdict = JSON.stringify(verdict.body)
  noteVerdict(ledger, paths, verdict.requestId)
}

async function readDocument({ ask, ledger, pictures, paths }: Acting): Promise<void> {
  const person = newPerson()
  const front = pictures.card('front')
  const attachment = { content: base64(front), name: 'card.jpg' }
  const made = await ask({
    act: 'document',
    needs: ['postgres', 's3'],
    path: '/kyc-documents-sync',
    body: { attachment, external_person_id: person },
  })
  if (made?.resultCode !== 200) return
  const id = String(made.body.id)
  const document: Document = { id, person, files: new Map(), fate: 'there' }
  ledger.documents.set(id, document)
  noteFiles(document, made.body, front)
  noteVerdict(ledger, paths, made.requestId)
  const back = pictures.card('back')
  const attached = await ask({
    act: 'attached',
    needs: ['postgres', 's3'],
    path: `/kyc-documents-sync/${id}`,
    body: { content: base64(back), name: 'back.jpg' },
  })
  if (attached?.resultCode === 200) noteFiles(document, attached.body, back)
}

/** Ids of files are told all together; the one that is new holds what was just sent. */
function noteFiles(document: Document, body: Record<string, unknown>, sent: Uint8Array): void {
  const fresh = (body.linked_file_ids as string[]).filter((id) => !document.files.has(id))
  for (const id of fresh) document.files.set(id, fresh.length === 1 ? hashOf(sent) : '')
}

/** As an operator's command does it, beside the servers. */
async function organisation({ store, ledger }: Acting): Promise<void> {
  const added = await addOrganisation(store, `o-${randomUUID()}`, Date.now()).catch(() => undefined)
  if (added) ledger.organisations.set(added.name, added.password)
}

async function erase(acting: Acting): Promise<void> {
  const { ask, ledger, paths } = acting
  const path = '/persons/erase'
  if (!paths.has(path)) return
  const person = newPerson()
  await registerFace(acting, person)
  const own = [...ledger.faces].filter((face) => face.person === person)
  for (const face of own) face.fate = 'removing'
  const body = { external_person_id: person }
  for (let tries = 0; tries < 5; tries++) {
    const good = await ask({ act: 'erased', needs: ['postgres'], path, body })
    if (good?.resultCode !== 200 || good.body.complete !== true) continue
    ledger.erased.add(person)
    return
  }
}

function noteVerdict(ledger: Ledger, paths: ReadonlySet<string>, requestId: string): void {
  if (paths.has('/receipts/{request_id}')) ledger.verdicts.add(requestId)
}

/**
 * What each lane does over and over; some of it is quick, some takes a worker's while. The crowd is more than a server has
 * connections to its database: an engine that hangs must not hold them all.
 */
export const crowd: readonly Act[] = [registerFace]
export const lanes: readonly (readonly Act[])[] = [
  [signCollection, challenge, signCollection, organisation],
  [challenge, signCollection],
  [registerFace, removeFace, identify],
  [readDocument, registerFace, erase],
]
