// Reads the pairs of Labeled Faces in the Wild, and the photos of people of one population.
import { join } from 'node:path'
import type { Halves } from './halves.ts'
import { numberOf, oneOf, readLabels, textOf } from './labels.ts'

export interface LfwPair {
  /** The paths are absolute. */
  readonly fileA: string
  readonly fileB: string
  readonly personA: string
  readonly personB: string
  readonly same: boolean
  readonly fold: number
}

export async function readLfwPairs(data: string): Promise<LfwPair[]> {
  const rows = await readLabels(data, 'faces/lfw', 'pairs.csv')
  return rows.map((row) => {
    const a = textOf(row, 'file_a')
    const b = textOf(row, 'file_b')
    return {
      fileA: join(data, 'faces/lfw', a),
      fileB: join(data, 'faces/lfw', b),
      personA: personOf(a),
      personB: personOf(b),
      same: oneOf(row, 'same', ['0', '1']) === '1',
      fold: numberOf(row, 'fold'),
    }
  })
}

const personOf = (file: string) => file.slice(0, file.indexOf('/'))

/** Returns every photo of the pairs once. */
export function lfwPhotos(pairs: readonly LfwPair[]): string[] {
  return [...new Set(pairs.flatMap(({ fileA, fileB }) => [fileA, fileB]))]
}

/** Pairs are split by fold: a pair ties two people together, and the official folds share no person. */
export function splitLfw(pairs: readonly LfwPair[]): Halves<LfwPair> {
  return {
    tune: pairs.filter(({ fold }) => fold % 2 === 1),
    report: pairs.filter(({ fold }) => fold % 2 === 0),
  }
}

export interface PopulationPhoto {
  readonly file: string
  /** With the name of the set. */
  readonly person: string
}

export async function readPopulations(data: string): Promise<PopulationPhoto[]> {
  const rows = await readLabels(data, 'faces/populations', 'people.csv')
  return rows.map((row) => ({
    file: join(data, 'faces/populations', textOf(row, 'file')),
    person: `${textOf(row, 'set')} ${textOf(row, 'person')}`,
  }))
}
