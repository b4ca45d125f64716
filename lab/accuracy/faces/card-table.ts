// Which portraits on printed cards are found, and how many people their card refuses, by how the card was photographed.
import { cosineAt } from '../../../src/faces/similarity.ts'
import { proportionOf } from '../../kit/statistics/proportion.ts'
import { percentWithInterval, type Table } from '../../kit/table.ts'
import type { Card } from './card-domain.ts'
import { compareCards, type Photo } from './people.ts'
import { falseRejects } from './person-bootstrap.ts'

const SMALL_PIXELS = 90

const kinds: readonly (readonly [string, (card: Card) => boolean])[] = [
  ['all', () => true],
  [`face of 60 to ${SMALL_PIXELS} pixels`, ({ facePixels }) => facePixels < SMALL_PIXELS],
  [`face of ${SMALL_PIXELS} to 200 pixels`, ({ facePixels }) => facePixels >= SMALL_PIXELS],
  ['lying upright', ({ isTurned }) => !isTurned],
  ['turned by a quarter or more', ({ isTurned }) => isTurned],
]

export function portraitTable(cards: readonly Card[], photos: readonly Photo[]): Table {
  return {
    title: `Portraits on ${cards.length} cards printed by us, both halves`,
    columns: ['cards', 'number', 'portrait is the largest face found (95 %)', 'FRR at sim 80 (95 %)'],
    rows: kinds.map(([name, holds]) => {
      const own = cards.filter(holds)
      const found = proportionOf(own, ({ isFound }) => isFound)
      const refused = falseRejects(compareCards(own, photos), cosineAt(1e-4))
      return [name, own.length, percentWithInterval(found), percentWithInterval(refused)]
    }),
  }
}
