// Finds one face under two ids, and two faces under one id, in a collection.

import { atLeast, atMost, type Check, softly } from '../checks.ts'
import { cosine } from '../gallery/cosine.ts'
import { type KnownFaces, openKnownFaces } from '../gallery/known-faces.ts'
import type { Gallery, KnownFace, Match } from '../gallery/port.ts'
import { rowNamed } from '../models/manifest.ts'
import type { CollectionKey, KnownCollection } from '../store/records/collections.ts'
import {
  byCurve,
  cosineOfPercent,
  falseAcceptRate,
  type ImpostorCurve,
  identificationCosine,
  similarityPercent,
} from './similarity.ts'

/** `same-face`: this face is registered under another id. `other-face`: this id is registered with another face. */
export const duplicateKinds = ['same-face', 'other-face'] as const
type DuplicateKind = (typeof duplicateKinds)[number]

interface Duplicate {
  readonly kind: DuplicateKind
  /** The registration that the face was compared with. */
  readonly other: Pick<KnownFace, 'id' | 'externalPersonId'>
  /** In percent, on the scale of `sim`. */
  readonly similarity: number
  readonly threshold: number
}

/** In percent, on the scale of `sim`, by the curve of the organisation. */
export interface DuplicateThresholds {
  /** From here on, faces under two ids count as one person. */
  readonly same: number
  /** Below, faces under one id count as two people. */
  readonly other: number
  readonly curve: ImpostorCurve
}

/** Of pairs of photographs of one person 0.6 % are less alike; of pairs of two people 99 %: docs/evidence/accuracy.md. */
export const OTHER_FACE_PERCENT = 40

/** As alike as `identify` asks for in a collection of this size: a stranger is rarely taken for one of all its faces. */
export function sameFacePercent(faces: number, falsePositiveRate: number, curve: ImpostorCurve): number {
  const rare = similarityPercent(identificationCosine(Math.max(1, faces), falsePositiveRate, curve), curve)
  return hundredths(rare)
}

/** How many pairs of strangers are expected to be as alike by chance, where so many faces are searched among so many. */
export const expectedByChance = (
  searched: number,
  among: number,
  { same, curve }: DuplicateThresholds,
): number => searched * among * falseAcceptRate(cosineOfPercent(same, curve), curve)

/** Faces as the database has them, by this version's embedder. */
export function registeredFaces(store: Omit<Parameters<typeof openKnownFaces>[0], 'embedder'>): KnownFaces {
  const { name, version } = rowNamed('face-embedder')
  const { database, keyring } = store
  return openKnownFaces({ database, keyring, embedder: { name, version } })
}

interface Searching {
  readonly gallery: Pick<Gallery, 'nearest' | 'nearestOfEach'>
  readonly faces: Pick<KnownFaces, 'ofPersons' | 'numbered'>
}

interface SearchedFace {
  readonly externalPersonId: string
  readonly vector: Float32Array
  /** Absent for a face that is not registered yet. */
  readonly id?: string
  /** Only faces with lower numbers are compared, so that of a pair only the later finds the earlier. */
  readonly before?: number
}

interface FoundDuplicates {
  readonly duplicates: readonly Duplicate[]
  readonly checks: readonly Check[]
}

/** A person's own photographs may come first: the second, larger search is for those behind them. */
const [WANTED, WANTED_BEHIND] = [8, 64] as const
/** A person with more photographs is compared with the newest. */
const OWN_FACES = 20
const MOST_REPORTED = 10

/** Looks for duplicates of each of these faces; the searches share their passes over the collection. */
export async function findDuplicates(
  searching: Searching,
  key: CollectionKey,
  { changes, faces }: Pick<KnownCollection, 'changes' | 'faces'>,
  searched: readonly SearchedFace[],
  thresholds: DuplicateThresholds,
): Promise<FoundDuplicates[]> {
  if (faces === 0) return searched.map(() => ({ duplicates: [], checks: [] }))
  const least = cosineOfPercent(thresholds.same, thresholds.curve)
  const [under, own] = await Promise.all([
    facesUnderOtherIds(searching, key, changes, searched, least),
    nearestOwnFaces(searching, key, searched),
  ])
  return searched.map((_, i) => judged(under[i] ?? [], own[i], thresholds))
}

function judged(
  under: readonly Match[],
  own: Match | undefined,
  { same, other, curve }: DuplicateThresholds,
): FoundDuplicates {
  const percent = (one: Match) => hundredths(similarityPercent(one.cosine, curve))
  const alike = under.map((one) => found('same-face', one.face, percent(one), same))
  const checks = [
    ...alike.slice(0, 1).map(({ similarity }) => softly(atMost('duplicate-similarity', similarity, same))),
    ...(own ? [softly(atLeast('own-similarity', percent(own), other))] : []),
  ]
  const duplicates = [
    ...alike.filter(({ similarity }) => similarity >= same),
    ...(own && percent(own) < other ? [found('other-face', own.face, percent(own), other)] : []),
  ]
  return { duplicates, checks: checks.map((check) => byCurve(atItsLine(check), curve)) }
}

/** A likeness of exactly the threshold counts as found, where a check passes at its line. */
const atItsLine = (check: Check): Check =>
  check.rule === 'at-most' && check.score === check.threshold ? { ...check, outcome: 'noted' } : check

const found = (
  kind: DuplicateKind,
  { id, externalPersonId }: KnownFace,
  similarity: number,
  threshold: number,
): Duplicate => ({ kind, other: { id, externalPersonId }, similarity, threshold })

/** Of each searched face: the most similar face of each other person, the most similar first. */
async function facesUnderOtherIds(
  { gallery }: Searching,
  key: CollectionKey,
  changes: number,
  searched: readonly SearchedFace[],
  least: number,
): Promise<Match[][]> {
  const questionOf = ({ id, vector, before }: SearchedFace, wanted: number) => ({
    vector,
    changes,
    wanted,
    // A registration tells how alike the nearest is, however little; a search through many faces reads no more than it reports.
    leastCosine: id === undefined ? -1 : least,
    ...(before !== undefined && { before }),
  })
  const nearest = await gallery.nearestOfEach(
    key,
    searched.map((face) => questionOf(face, WANTED)),
  )
  return Promise.all(
    searched.map(async (face, i) => {
      const others = othersAmong(nearest[i] ?? [], face)
      const last = others.matches.at(-1)
      const isEnough = others.people.length > 0 && last !== undefined && last.cosine < least
      if (isEnough || others.matches.length < WANTED - 1) return others.people
      return othersAmong(await gallery.nearest(key, questionOf(face, WANTED_BEHIND)), face).people
    }),
  )
}

function othersAmong(nearest: readonly Match[], { id, externalPersonId }: SearchedFace) {
  const matches = nearest.filter(({ face }) => face.id !== id)
  const people = new Map<string, Match>()
  for (const match of matches) {
    const person = match.face.externalPersonId
    if (person !== externalPersonId && !people.has(person)) people.set(person, match)
  }
  return { matches, people: [...people.values()].slice(0, MOST_REPORTED) }
}

/** Databases limit how many values a query may have. */
const LOOKUP = 1000

/** Of each searched face: the most similar of the person's other faces. */
async function nearestOwnFaces(
  { faces }: Searching,
  key: CollectionKey,
  searched: readonly SearchedFace[],
): Promise<(Match | undefined)[]> {
  const persons = [...new Set(searched.map(({ externalPersonId }) => externalPersonId))]
  const registered = Map.groupBy(
    await faces.ofPersons(key, persons, OWN_FACES),
    ({ externalPersonId }) => externalPersonId,
  )
  const own = searched.map(({ id, externalPersonId, before = Number.POSITIVE_INFINITY }) =>
    (registered.get(externalPersonId) ?? []).filter((face) => face.id !== id && face.number < before),
  )
  const numbers = [...new Set(own.flat().map(({ number }) => number))]
  const known = new Map<number, KnownFace>()
  for (let from = 0; from < numbers.length; from += LOOKUP)
    for (const face of await faces.numbered(key, numbers.slice(from, from + LOOKUP)))
      known.set(face.number, face)
  return searched.map(({ vector }, i) => {
    const [nearest] = (own[i] ?? [])
      .toSorted((one, other) => other.number - one.number)
      .flatMap(({ number }): Match[] => {
        const face = known.get(number)
        return face ? [{ face, cosine: cosine(vector, face.vector) }] : []
      })
      .toSorted((one, other) => other.cosine - one.cosine)
    return nearest
  })
}

const hundredths = (value: number): number => Math.round(100 * value) / 100
