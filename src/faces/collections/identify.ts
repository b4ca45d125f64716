// Identifies a live person in a collection, or answers that the person is not registered.
import { atLeast, type Check, hasFailed } from '../../checks.ts'
import { type Code, codes } from '../../codes.ts'
import type { Gallery, KnownFace } from '../../gallery/port.ts'
import type { CollectionKey, KnownCollection } from '../../store/records/collections.ts'
import type { Observation } from '../../vision/observation.ts'
import { personIn } from '../portrait.ts'
import {
  byCurve,
  confidencePercent,
  type ImpostorCurve,
  identificationCosine,
  similarityPercent,
} from '../similarity.ts'

interface Search {
  readonly key: CollectionKey
  readonly collection: Pick<KnownCollection, 'changes' | 'faces'>
  readonly seen: Observation
  /** 0 to 1. */
  readonly genuineness: number
  /** The share of unregistered people who may be taken for somebody in the collection. */
  readonly falsePositiveRate: number
  /** By which cosines become percent, and strangers are rare. */
  readonly curve: ImpostorCurve
}

interface Identified {
  readonly code: Code
  readonly checks: readonly Check[]
  readonly isGenuine?: boolean
  readonly match?: {
    readonly face: KnownFace
    readonly similarityPercent: number
    readonly confidencePercent: number
  }
}

export async function identify(gallery: Gallery, search: Search): Promise<Identified> {
  const portrait = personIn(search.seen)
  if ('code' in portrait) return portrait
  const { vector, genuineness } = portrait.face
  if (!vector) throw new Error('a face was to be searched without a vector')
  const genuine = atLeast('genuineness', genuineness?.probability ?? 0, search.genuineness)
  const before = [...portrait.checks, genuine]
  if (hasFailed(genuine)) return { code: codes.notGenuine, checks: before, isGenuine: false }

  const { changes, faces } = search.collection
  const { curve } = search
  const leastCosine = identificationCosine(Math.max(1, faces), search.falsePositiveRate, curve)
  const question = { vector, changes, wanted: 1, leastCosine: -1 }
  const [best] = faces === 0 ? [] : await gallery.nearest(search.key, question)
  const similarity = best ? similarityPercent(best.cosine, curve) : 0
  const similar = byCurve(atLeast('similarity', similarity, similarityPercent(leastCosine, curve)), curve)
  const checks = [...before, similar]
  if (!best || best.cosine < leastCosine)
    return {
      code: codes.faceNotRegistered,
      checks: [...before, { ...similar, outcome: 'failed' }],
      isGenuine: true,
    }
  return {
    code: codes.success,
    checks,
    isGenuine: true,
    match: {
      face: best.face,
      similarityPercent: hundredths(similarity),
      confidencePercent: hundredths(confidencePercent(best.cosine, faces, curve)),
    },
  }
}

const hundredths = (value: number): number => Math.round(100 * value) / 100
