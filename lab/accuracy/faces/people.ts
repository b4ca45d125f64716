// Lists the people of LFW with the vectors of their photos, and all pairs of these.
import type { Box } from '../../../src/image/geometry/geometry.ts'
import { lfwPhotos, readLfwPairs } from '../../kit/datasets/faces.ts'
import { type Halves, splitHalves } from '../../kit/datasets/halves.ts'
import type { Context } from '../../kit/report.ts'
import type { FacesCrew } from './jobs.ts'
import { observeLfw } from './lfw.ts'

export interface Shot {
  readonly person: string
  readonly vector: Float32Array
}

export interface Photo extends Shot {
  readonly file: string
  readonly box: Box
}

/** The split is by person over the whole set, even when only a part of it is observed. */
export async function lfwHalves(context: Context, crew: FacesCrew): Promise<Halves<Photo>> {
  const { labelled } = await observeLfw(context, crew)
  const files = splitHalves(lfwPhotos(await readLfwPairs(context.data)), personOf)
  const seen = (half: readonly string[]) =>
    half.flatMap((file) => {
      const face = labelled.get(file)
      return face?.vector ? [{ file, person: personOf(file), vector: face.vector, box: face.box }] : []
    })
  return { tune: seen(files.tune), report: seen(files.report) }
}

export const personOf = (file: string): string => file.split('/').at(-2) as string

/** Cosines, and the numbers of the two people of each. There are more than a million, so plain numbers are used. */
export interface Pairs {
  readonly cosines: readonly number[]
  readonly one: readonly number[]
  readonly other: readonly number[]
}

export interface Comparisons {
  readonly genuine: Pairs
  readonly impostors: Pairs
  /** How many photos of each person are on the left and on the right side. */
  readonly left: readonly number[]
  readonly right: readonly number[]
}

/** Every photo is compared with every other once. */
export const compareAll = (photos: readonly Photo[]): Comparisons =>
  compare(photos, photos, (one, other) => one < other)

/** Every card is compared with every photo that it was not printed from. */
export const compareCards = (
  cards: readonly (Shot & { readonly from: string })[],
  photos: readonly Photo[],
): Comparisons => compare(cards, photos, (card, photo) => cards[card]?.from !== photos[photo]?.file)

function compare(
  ones: readonly Shot[],
  others: readonly Shot[],
  isPair: (one: number, other: number) => boolean,
): Comparisons {
  const names = [...new Set([...ones, ...others].map(({ person }) => person))]
  const numbers = new Map(names.map((name, number) => [name, number]))
  const numbered = (shots: readonly Shot[]) => shots.map(({ person }) => numbers.get(person) ?? -1)
  const [left, right] = [numbered(ones), numbered(others)]
  const genuine = noPairs()
  const impostors = noPairs()
  for (const [i, { vector }] of ones.entries())
    for (const [j, other] of others.entries())
      if (isPair(i, j)) {
        const pairs = left[i] === right[j] ? genuine : impostors
        pairs.cosines.push(cosine(vector, other.vector))
        pairs.one.push(left[i] as number)
        pairs.other.push(right[j] as number)
      }
  const counted = (own: readonly number[]) =>
    names.map((_, number) => own.filter((one) => one === number).length)
  return { genuine, impostors, left: counted(left), right: counted(right) }
}

const noPairs = () => ({ cosines: [] as number[], one: [] as number[], other: [] as number[] })

/** A face that was not found has no vector and is similar to no other. */
export function cosine(one: Float32Array, other: Float32Array): number {
  if (one.length === 0 || other.length === 0) return -1
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number)
  return sum
}
