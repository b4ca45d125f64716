// Draws a gallery of people by a seed and compares everybody else's photos with it.
import { seededRandom } from '../../../specimens/random.ts'
import { cosine, type Photo } from './people.ts'

export interface Probe {
  readonly person: string
  /** The cosine to the most similar face in the gallery. */
  readonly cosine: number
  readonly isRight: boolean
}

interface Searched {
  /** The count of faces in the gallery. */
  readonly faces: number
  /** Further photos of people who are in the gallery, and photos of people who are not. */
  readonly known: readonly Probe[]
  readonly unknown: readonly Probe[]
}

export function searchGallery(
  photos: readonly Photo[],
  { seed, enrolledShare }: { readonly seed: number; readonly enrolledShare: number },
): Searched {
  const random = seededRandom(seed)
  const people = [...Map.groupBy(photos, ({ person }) => person).values()]
  const several = people.filter(({ length }) => length > 1).map((own) => random.shuffled(own))
  const single = random.shuffled(people.filter(({ length }) => length === 1).flat())
  const enrolled = Math.round(single.length * enrolledShare)
  const gallery = [...several.flatMap((own) => own.slice(0, 1)), ...single.slice(0, enrolled)]
  const search = ({ person, vector }: Photo): Probe => {
    let [best, most] = ['', Number.NEGATIVE_INFINITY]
    for (const face of gallery) {
      const value = cosine(vector, face.vector)
      if (value > most) [best, most] = [face.person, value]
    }
    return { person, cosine: most, isRight: best === person }
  }
  return {
    faces: gallery.length,
    known: several.flatMap((own) => own.slice(1)).map(search),
    unknown: single.slice(enrolled).map(search),
  }
}
