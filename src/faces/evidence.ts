// What faces can say to a verification: whether a live face is that of a portrait, and who in a collection is like it.
import { atMost, type Check } from '../checks.ts'
import { codes } from '../codes.ts'
import type { Settings } from '../config.ts'
import { cosine } from '../gallery/cosine.ts'
import type { Gallery } from '../gallery/port.ts'
import type { Database } from '../store/port.ts'
import { type CollectionKey, findCollection } from '../store/records/collections.ts'
import { isRegisteredBy } from '../store/records/faces.ts'
import type { Vault } from '../store/vault.ts'
import { median } from '../system/statistics.ts'
import type { VisionJobs } from '../vision/jobs.ts'
import type { Ask, Observation } from '../vision/observation.ts'
import { MOST_LIKE_PERSONA, personaLikeness } from '../vision/persona-faces.ts'
import type { Pool } from '../workers/port.ts'
import { curveOf } from './calibrate.ts'
import { enrol } from './collections/enrol.ts'
import { sameFacePercent } from './find-duplicates.ts'
import { askOfCard, askOfReference, personIn, portraitOn } from './portrait.ts'
import { byCurve, type ImpostorCurve, similarityPercent } from './similarity.ts'

interface FaceSources {
  readonly store: { readonly database: Database; readonly vault: Vault }
  readonly workers: Pool<VisionJobs>
  readonly gallery: Gallery
  readonly config: Pick<Settings, 'imageMegapixels' | 'identifyFalsePositives'>
  readonly now: () => number
}

/** A picture with a portrait. `page` has the corners of the document in it. */
interface PortraitPicture {
  readonly fileId: string
  readonly page?: NonNullable<Ask['page']>
}

interface NewFace {
  readonly organisationId: string
  readonly verificationId: string
  readonly externalPersonId: string
  readonly consentReference: string | null
}

/** `no-portrait`: no face, or several, where the portrait should be. `gone`: what was sent is not kept any more. */
type ComparedFaces =
  | {
      readonly sim: number
      readonly specimen: Check
      readonly checks: readonly Check[]
      readonly calibration?: string
    }
  | { readonly fault: 'no-portrait' | 'gone'; readonly checks: readonly Check[] }

/** People of a collection beside a live face, the likest first, one row for each. */
interface Neighbours {
  readonly people: readonly { readonly externalPersonId: string; readonly similarity: number }[]
  /** In percent: from here on somebody counts as found. */
  readonly least: number
  readonly curve: ImpostorCurve
}

/** Of the nearest faces so many are looked through for one of somebody else. */
const SEARCHED = 20
const askOfFace: Ask = { search: 'frame', closely: 1, vector: true }

const askOfPortrait = (page: Ask['page']): Ask => (page ? { ...askOfCard, page } : askOfCard)

export function faceEvidence({ store: { database, vault }, workers, gallery, config, now }: FaceSources) {
  async function look(organisation: string, bytes: Uint8Array, ask: Ask): Promise<Observation | undefined> {
    const input = { bytes, maxMegapixels: config.imageMegapixels, ask }
    const seen = await workers.run('observe-image', input, { organisation })
    return 'fault' in seen ? undefined : seen
  }

  async function neighbours(
    key: CollectionKey,
    vector: Float32Array,
    threshold: number,
    besides: string | undefined,
  ): Promise<Neighbours | undefined> {
    const collection = await findCollection(database, key)
    if (!collection) return undefined
    const { changes, faces } = collection
    const question = { vector, changes, wanted: SEARCHED, leastCosine: -1 }
    const found = faces === 0 ? [] : await gallery.nearest(key, question)
    const curve = await curveOf(database, key.organisationId)
    const people = new Map<string, number>()
    for (const { face, cosine: likeness } of found)
      if (face.externalPersonId !== besides && !people.has(face.externalPersonId))
        people.set(face.externalPersonId, hundredths(similarityPercent(likeness, curve)))
    return {
      people: [...people].map(([externalPersonId, similarity]) => ({ externalPersonId, similarity })),
      // In a large collection somebody is always rather alike: strangers must stay rare there too.
      least: Math.max(threshold, sameFacePercent(faces, config.identifyFalsePositives, curve)),
      curve,
    }
  }

  return {
    /** The portrait on a picture, cut out, as JPEG; undefined where there is none, or it is not kept any more. */
    async cutPortrait(
      organisation: string,
      { fileId, page }: PortraitPicture,
    ): Promise<Uint8Array | undefined> {
      const bytes = await vault.read(organisation, fileId)
      const seen = bytes && (await look(organisation, bytes, askOfPortrait(page)))
      const portrait = seen && portraitOn(seen)
      if (!bytes || !portrait || 'code' in portrait) return undefined
      const input = { bytes, maxMegapixels: config.imageMegapixels, box: portrait.face.box }
      const cut = await workers.run('cut-face', input, { organisation })
      return 'jpeg' in cut ? cut.jpeg : undefined
    },

    /** The vectors of the one person in each picture; a picture without one is left out. */
    async vectorsIn(organisationId: string, fileIds: readonly string[]): Promise<Float32Array[]> {
      const vectors = await Promise.all(
        fileIds.map(async (id) => {
          const bytes = await vault.read(organisationId, id)
          const seen = bytes && (await look(organisationId, bytes, askOfFace))
          const person = seen && personIn(seen)
          return person && 'face' in person ? person.face.vector : undefined
        }),
      )
      return vectors.filter((vector) => vector !== undefined)
    },

    /** Compares a portrait with a live face; the live vectors are asked for once there is a portrait. */
    async compare(
      organisationId: string,
      { fileId, page }: PortraitPicture,
      liveVectors: () => Promise<readonly Float32Array[]>,
    ): Promise<ComparedFaces> {
      const bytes = await vault.read(organisationId, fileId)
      if (!bytes) return { fault: 'gone', checks: [] }
      const seen = await look(organisationId, bytes, askOfPortrait(page))
      const portrait = seen && portraitOn(seen)
      if (!portrait || 'code' in portrait) return { fault: 'no-portrait', checks: portrait?.checks ?? [] }
      const vector = portrait.face.vector
      const live = await liveVectors()
      if (live.length === 0) return { fault: 'gone', checks: portrait.checks }
      if (!vector) throw new Error('a portrait was to be compared without a vector')
      const curve = await curveOf(database, organisationId)
      const sim = hundredths(median(live.map((one) => similarityPercent(cosine(one, vector), curve))))
      const specimen = atMost('specimen-portrait', personaLikeness(vector), MOST_LIKE_PERSONA)
      return { sim, specimen, checks: portrait.checks, ...byCurve({}, curve) }
    },

    /** People in a collection who look alike, the likest first; `besides` does not count. */
    async alike(key: CollectionKey, vector: Float32Array, threshold: number, besides: string) {
      const found = await neighbours(key, vector, threshold, besides)
      return found ? found.people.filter(({ similarity }) => similarity >= found.least) : []
    },

    /** Whether somebody else in a collection has this face; undefined where the collection is gone. */
    async screen(key: CollectionKey, vector: Float32Array, threshold: number, besides?: string) {
      const found = await neighbours(key, vector, threshold, besides)
      if (!found) return undefined
      const { people, least, curve } = found
      const [best] = people
      const similarity = best?.similarity ?? 0
      const isFound = best !== undefined && similarity >= least
      const check = {
        ...byCurve(atMost('similarity', similarity, least), curve),
        outcome: isFound ? 'failed' : 'passed',
      } as const
      return { isFound, check, ...(isFound && { externalPersonId: best.externalPersonId }) }
    },

    /** Registers the face of the first picture that is fit, once for a verification; false where none is. */
    async register(
      { organisationId, verificationId, externalPersonId, consentReference }: NewFace,
      collectionId: string,
      pictures: () => Promise<readonly string[]>,
    ): Promise<boolean> {
      const key = { organisationId, collectionId }
      if (await isRegisteredBy(database, key, verificationId)) return true
      for (const id of await pictures()) {
        const photo = await vault.read(organisationId, id)
        const seen = photo && (await look(organisationId, photo, askOfReference))
        if (!photo || !seen) continue
        const owner = { externalPersonId, consentReference: consentReference ?? undefined, verificationId }
        const { code } = await enrol(vault, gallery, { key, ...owner, photo, seen, createdAt: now() })
        if (code === codes.success) return true
      }
      return false
    },
  }
}

const hundredths = (value: number): number => Math.round(100 * value) / 100
