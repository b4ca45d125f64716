// Lists what callers do while engines fail: each act, the engines it needs, and what its acknowledgement promises.
import { randomUUID } from 'node:crypto'
import { addOrganisation } from '../../../src/organisations/manage.ts'
import type { Store } from '../../../src/store/open.ts'
import type { Ask } from './caller.ts'
import { type Document, type EnginesLedger, hashOf } from './ledger.ts'
import type { Pictures } from './pictures.ts'

export interface Acting {
  readonly ask: Ask
  readonly ledger: EnginesLedger
  readonly pictures: Pictures
  readonly store: Store
  readonly random: () => number
}

type Act = (acting: Acting) => Promise<void>

/** The collection that faces are registered in. */
export const peopleCollection = 'people'
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const newPerson = (): string => `person-${randomUUID()}`

async function signCollection({ ask, ledger }: Acting): Promise<void> {
  const id = `collection-${randomUUID()}`
  ledger.collections.send(id, {})
  const body = { id, external_person_id: 'owner' }
  const good = await ask({ act: 'collection', needs: ['postgres'], operation: 'signCollectionId', body })
  if (good?.code === 200) ledger.collections.acknowledge(id)
}

async function registerFace({ ask, ledger, pictures }: Acting, person = newPerson()): Promise<void> {
  const photo = pictures.face()
  ledger.faces.send(person, { sha256: hashOf(photo) })
  const good = await ask({
    act: 'face',
    needs: ['postgres', 's3', 'qdrant'],
    operation: 'registerFace',
    id: peopleCollection,
    body: { external_person_id: person, reference_photo: base64(photo) },
  })
  if (good?.code === 200)
    ledger.faces.acknowledge(person, { id: String(good.body.id), fileId: String(good.body.file_id) })
}

async function removeFace({ ask, ledger, random }: Acting): Promise<void> {
  const there = ledger.faces.in('there')
  const [person, face] = there[Math.floor(random() * there.length)] ?? []
  if (person === undefined || there.length < 3) return
  ledger.faces.removing(person)
  const good = await ask({
    act: 'face removed',
    // S3 and Qdrant may be away: the face is removed from the records now, and swept from the engines later.
    needs: ['postgres'],
    operation: 'deleteFace',
    id: peopleCollection,
    body: { id: face?.id, file_id: face?.fileId },
  })
  if (good?.code === 200) ledger.faces.removed(person)
}

async function identify({ ask, pictures, ledger }: Acting): Promise<void> {
  const body = { photo: base64(pictures.face()) }
  const needs = ['postgres', 'qdrant'] as const
  const good = await ask({
    act: 'identified',
    needs,
    operation: 'identifyFace',
    id: peopleCollection,
    body,
  })
  if (good) ledger.verdicts.add(good.requestId)
}

async function challenge({ ask, ledger, pictures, random }: Acting): Promise<void> {
  const started = await ask({
    act: 'challenge',
    needs: ['postgres'],
    operation: 'startNoseChallenge',
    body: { external_person_id: newPerson(), image_width: 360, image_height: 480 },
  })
  if (started?.code !== 200) return
  const id = String(started.body.id)
  const made = ledger.challenges.send(id, { frames: new Set() })
  ledger.challenges.acknowledge(id)
  const needs = ['postgres', 's3'] as const
  for (let count = 0; count < 3; count++) {
    const frame = await pictures.frame()
    const body = { content: base64(frame) }
    const sent = await ask({ act: 'frame', needs, operation: 'addNoseFrame', id, body })
    if (sent?.code === 200) made.frames.add(hashOf(frame))
  }
  if (made.frames.size === 0 || random() < 0.3) return
  const verdict = await ask({ act: 'verdict', needs, operation: 'verifyNoseChallenge', id })
  if (!verdict) return
  made.verdict = JSON.stringify(verdict.body)
  ledger.verdicts.add(verdict.requestId)
}

async function readDocument({ ask, ledger, pictures }: Acting): Promise<void> {
  const front = pictures.card('front')
  const attachment = { content: base64(front), name: 'card.jpg' }
  const needs = ['postgres', 's3'] as const
  const made = await ask({
    act: 'document',
    needs,
    operation: 'createDocument',
    body: { attachment, external_person_id: newPerson() },
  })
  if (made?.code !== 200) return
  const id = String(made.body.id)
  const document = ledger.documents.send(id, { files: new Map() })
  ledger.documents.acknowledge(id)
  noteFiles(document, made.body, front)
  ledger.verdicts.add(made.requestId)
  const back = pictures.card('back')
  const body = { content: base64(back), name: 'back.jpg' }
  const attached = await ask({ act: 'attached', needs, operation: 'attachToDocument', id, body })
  if (attached?.code === 200) noteFiles(document, attached.body, back)
}

/** An answer lists the ids of all files; the new one holds what was just sent. */
function noteFiles({ files }: Document, body: Readonly<Record<string, unknown>>, sent: Uint8Array): void {
  const fresh = (body.linked_file_ids as string[]).filter((id) => !files.has(id))
  for (const id of fresh) files.set(id, fresh.length === 1 ? hashOf(sent) : '')
}

/** An operator's command does the same beside the servers. */
async function organisation({ store, ledger }: Acting): Promise<void> {
  const added = await addOrganisation(store, `o-${randomUUID()}`, Date.now()).catch(() => undefined)
  if (added) ledger.organisations.set(added.name, added.password)
}

async function erase(acting: Acting): Promise<void> {
  const { ask, ledger } = acting
  const person = newPerson()
  await registerFace(acting, person)
  ledger.faces.removing(person)
  const body = { external_person_id: person }
  for (let tries = 0; tries < 5; tries++) {
    const good = await ask({ act: 'erased', needs: ['postgres'], operation: 'erasePerson', body })
    if (good?.code !== 200 || good.body.complete !== true) continue
    ledger.erased.add(person)
    return
  }
}

/**
 * What each lane does over and over; some acts are quick, some occupy a worker. The crowd is larger than the number of
 * connections that a server has to its database: an engine that hangs must not hold them all.
 */
export const crowd: readonly Act[] = [registerFace]
export const lanes: readonly (readonly Act[])[] = [
  [signCollection, challenge, signCollection, organisation],
  [challenge, signCollection],
  [registerFace, removeFace, identify],
  [readDocument, registerFace, erase],
]
