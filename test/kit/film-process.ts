// A process that renders frames for tests: the test runner's own way of loading modules makes such loops slow.

import { type Person, person } from '../../specimens/person/person.ts'
import { renderPerson, type Scene } from '../../specimens/person/render.ts'
import { encodeJpeg } from '../../src/image/decode/image.ts'

export interface Order {
  readonly id: number
  readonly seed: number
  readonly scene: Scene
}

export interface Delivery {
  readonly id: number
  readonly bytes: Uint8Array
}

/** What is painted of a person is kept with the person. */
const people = new Map<number, Person>()

function known(seed: number): Person {
  const one = people.get(seed) ?? person(seed)
  people.set(seed, one)
  return one
}

process.on('message', async ({ id, seed, scene }: Order) => {
  const bytes = await encodeJpeg(renderPerson(known(seed), scene))
  process.send?.({ id, bytes } satisfies Delivery)
})
process.on('disconnect', () => process.exit(0))
