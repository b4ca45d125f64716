// Prints cards from photos of LFW and observes them as the server observes cards.
import { readFile } from 'node:fs/promises'
import { overlap } from '../../../src/image/geometry/geometry.ts'
import { sortOutcomes } from '../../kit/parallel.ts'
import type { FacesCrew } from './jobs.ts'
import type { Photo, Shot } from './people.ts'

/** So many people of each half have a card, if so many have another photo to compare it with. */
const CARDS_A_HALF = 150
/** The intersection over union of the face found and the face printed must reach this. */
const SAME_PLACE = 0.5

export interface Card extends Shot {
  /** The photo that the card was printed from. */
  readonly from: string
  readonly facePixels: number
  readonly isTurned: boolean
  /** Whether the largest face that was found is the portrait. */
  readonly isFound: boolean
}

/** One photo of each person who has a card. */
export function cardPhotos(photos: readonly Photo[]): Photo[] {
  const people = [...Map.groupBy(photos, ({ person }) => person).values()].filter(({ length }) => length > 1)
  const apart = Math.max(1, people.length / CARDS_A_HALF)
  const chosen = Array.from(
    { length: Math.min(CARDS_A_HALF, people.length) },
    (_, i) => people[Math.floor(i * apart)],
  )
  return chosen.flatMap((own) => own?.slice(0, 1) ?? [])
}

/** Cards of two halves with different seeds look different throughout. */
export async function observeCards(
  crew: FacesCrew,
  { label, firstSeed }: { readonly label: string; readonly firstSeed: number },
  photos: readonly Photo[],
): Promise<Card[]> {
  const items = cardPhotos(photos).map((photo, i) => ({ photo, seed: firstSeed + i }))
  const outcomes = await crew.run({
    label,
    job: 'observe-card',
    items,
    inputOf: async ({ photo: { file, box }, seed }) => ({ bytes: await readFile(file), face: box, seed }),
  })
  const { done, failed } = sortOutcomes(outcomes)
  for (const { item, error } of failed) console.error(`card of ${item.photo.file}: ${error.message}`)
  return done.map(({ item: { photo }, output: { card, faces } }) => ({
    person: photo.person,
    from: photo.file,
    vector: faces[0]?.vector ?? new Float32Array(),
    facePixels: card.facePixels,
    isTurned: card.quarterTurns !== 0,
    isFound: faces[0] !== undefined && overlap(faces[0].box, card.face) >= SAME_PLACE,
  }))
}
