// Renders frames in a process of its own, because the test runner's module loading makes such loops slow.

import { encodeJpeg } from '../../../src/image/decode/image.ts'
import { type Person, person } from '../../person/person.ts'
import { renderPerson, type Scene } from '../../person/render.ts'

export interface Order {
  readonly id: number
  readonly seed: number
  readonly scene: Scene
}

export interface Delivery {
  readonly id: number
  readonly bytes: Uint8Array
}

/** The painted textures are kept with the person. */
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
