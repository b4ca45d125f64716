// Registers, removes and searches faces as the server does, in a process that reports each acknowledgement.
import { writeSync } from 'node:fs'
import { embedder, observation, seenFace } from '../../../specimens/kit/readings/observations.ts'
import { seededRandom } from '../../../specimens/random.ts'
import { codes } from '../../../src/codes.ts'
import type { Settings } from '../../../src/config.ts'
import { enrol } from '../../../src/faces/collections/enrol.ts'
import { removeFace } from '../../../src/faces/collections/remove.ts'
import { openGallery } from '../../../src/gallery/open.ts'
import type { Gallery } from '../../../src/gallery/port.ts'
import type { Store } from '../../../src/store/open.ts'
import { type CollectionKey, findCollection } from '../../../src/store/records/collections.ts'
import { openStoreOf } from '../../kit/installation.ts'
import { type FaceLine, type LivingFace, personOf, photoOf, vectorOf } from './ledger.ts'

export interface FaceOrder {
  readonly config: Settings
  readonly collectionKey: CollectionKey
  readonly seed: number
  readonly lanes: number
  /** The running number of the first registration. */
  readonly first: number
  /** Faces of earlier rounds that may be searched and removed. */
  readonly living: readonly LivingFace[]
}

export type FaceRequest = FaceOrder | { readonly ask: readonly number[] } | 'go'

/** The faces similar to the one with this running number, the most similar first. */
export interface FaceAnswer {
  readonly n: number
  readonly matches: readonly { readonly person: string; readonly id: string; readonly cosine: number }[]
}

export type FaceReply = 'ready' | { readonly answers: readonly FaceAnswer[] } | { readonly logged: string }

/** No two of these faces are this similar by chance. */
const ALIKE = 0.9

/** The other end is a socket of this machine: written lines are read there even after this process is killed. */
const say = (line: FaceLine): void => void writeSync(1, `${JSON.stringify(line)}\n`)
const reply = (message: FaceReply): void => void process.send?.(message)

interface Server {
  readonly store: Store
  readonly gallery: Gallery
  readonly collectionKey: CollectionKey
}

let opened: Server | undefined
let order: FaceOrder | undefined

process.on('disconnect', () => process.exit(1))
process.on('message', async (request: FaceRequest) => {
  if (request === 'go') {
    if (opened && order) startLanes(opened, order)
  } else if ('ask' in request) {
    if (opened) reply({ answers: await answer(opened, request.ask) })
  } else {
    order = request
    opened = await open(request)
    reply('ready')
  }
})

/** Opens store and gallery as `startServer` does. */
async function open({ config, collectionKey }: FaceOrder): Promise<Server> {
  const store = await openStoreOf(config)
  await store.keyring.verify()
  await store.vault.sweep({ evenUnfinished: true })
  const log = (level: string, fields: { from_snapshot?: boolean }, message: string) =>
    reply({ logged: `${level}: ${message}${fields.from_snapshot ? ' from its snapshot' : ''}` })
  const gallery = await openGallery({ config, store, embedder, now: Date.now, log })
  await gallery.sweep()
  return { store, gallery, collectionKey }
}

async function nearest({ store, gallery, collectionKey }: Server, n: number): Promise<FaceAnswer> {
  const known = await findCollection(store.database, collectionKey)
  const question = { vector: vectorOf(n), changes: known?.changes ?? 0, wanted: 2, leastCosine: ALIKE }
  const matches = (await gallery.nearest(collectionKey, question)).map(({ face, cosine }) => ({
    person: face.externalPersonId,
    id: face.id,
    cosine,
  }))
  return { n, matches }
}

const AT_ONCE = 64

async function answer(server: Server, asked: readonly number[]): Promise<FaceAnswer[]> {
  const answers: FaceAnswer[] = []
  for (let at = 0; at < asked.length; at += AT_ONCE)
    answers.push(...(await Promise.all(asked.slice(at, at + AT_ONCE).map((n) => nearest(server, n)))))
  return answers
}

function startLanes(server: Server, { collectionKey, seed, lanes, first, living }: FaceOrder): void {
  const { store, gallery } = server
  const random = seededRandom(seed).next
  const live: LivingFace[] = [...living]
  let next = first
  /** A lane takes a face, so that no other lane touches it meanwhile. */
  const take = (): LivingFace | undefined => {
    const at = Math.floor(random() * live.length)
    const last = live.pop()
    if (at >= live.length) return last
    const one = live[at]
    if (last) live[at] = last
    return one
  }

  async function register(n: number): Promise<void> {
    say({ says: 'sending', n })
    const seen = observation(seenFace({ vector: vectorOf(n) }))
    const about = {
      key: collectionKey,
      externalPersonId: personOf(n),
      photo: photoOf(n),
      seen,
      createdAt: Date.now(),
    }
    const { code, id, fileId } = await enrol(store.vault, gallery, about)
    if (id === undefined || fileId === undefined) return say({ says: 'wrong', n, what: code.message })
    say({ says: 'there', n, id, fileId })
    live.push({ n, id, fileId })
  }

  async function remove(one: LivingFace): Promise<void> {
    say({ says: 'removing', n: one.n })
    const code = await removeFace(store.vault, gallery, collectionKey, one)
    if (code === codes.faceDeleted) say({ says: 'removed', n: one.n })
    else say({ says: 'wrong', n: one.n, what: `removing it answered ${code.message}` })
  }

  async function search(one: LivingFace): Promise<void> {
    const { matches } = await nearest(server, one.n)
    const isFound = matches.length === 1 && matches[0]?.id === one.id
    if (isFound) say({ says: 'found', n: one.n })
    else say({ says: 'wrong', n: one.n, what: `searching it found ${JSON.stringify(matches)}` })
    live.push(one)
  }

  async function lane(): Promise<never> {
    for (;;) {
      const choice = random()
      const one = choice < 0.86 ? undefined : take()
      const n = one?.n ?? next++
      try {
        if (!one) await register(n)
        else if (choice < 0.94) await remove(one)
        else await search(one)
      } catch (error) {
        say({ says: 'failed', n, what: `${(error as Error).name}: ${(error as Error).message}` })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  }
  for (let number = 0; number < lanes; number++) void lane()
}
